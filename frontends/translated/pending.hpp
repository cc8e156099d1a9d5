// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts that are carried out later: many small ones cost one latency together. See access.hpp for
// the rule, pending.cpp for the memory.
#pragma once

#include "access.hpp"

namespace arauto::translated {

/// Longer puts gain nothing by being late, and would only be copied once more.
constexpr size_t kLateBytesMax = 8192;
/// On other nodes the core itself does not wait for a put; together they only save messages.
constexpr size_t kLateFarBytesMax = 2048;

/// Copies the bytes and puts them later; false when the caller must put now.
bool remember_put(const There& to, const void* from, size_t bytes) noexcept;

} // namespace arauto::translated
