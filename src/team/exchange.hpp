// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The small all-reduce under every collective: combines up to kExchangeBytes of every member so
// that all get the same bits, and finds out that members called different things.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

/// inout = inout (op) in; `inout` belongs to the lower ranks. Must be associative.
struct Combine {
    void (*apply)(void* context, std::byte* inout, const std::byte* in);
    void* context;
};

struct Exchange {
    const char* call; // for sentences
    uint64_t signature; // equal on all members that call the same thing
    std::byte* payload; // in: mine, out: everyone's
    size_t bytes; // <= kExchangeBytes
    Combine combine;
};

/// @error ARAUTO_ERR_MISMATCH on every member when signatures differ; ARAUTO_ERR_STOPPED;
/// ARAUTO_ERR_FAILED, with the payload combined over those that take part: all members that live
/// get the same, and the same payload.
[[nodiscard]] Status exchange(Team& team, const Exchange& what) noexcept;

} // namespace arauto::core
