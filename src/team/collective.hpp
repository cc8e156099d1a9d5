// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Collectives of any length: short ones are one exchange; long ones go through shared chunks, two
// barriers per chunk.
#pragma once

#include "arauto/collective.h"
#include "team/exchange.hpp"

namespace arauto::core {

struct Reduction {
    const char* call;
    std::byte* data;
    size_t count;
    size_t element_bytes;
    arauto_combine_t combine;
    void* context;
    int root; // the member that gets the result, others keep their data; ARAUTO_ALL_RANKS: all do
    uint64_t kind; // of type and operation, part of the signature
};

[[nodiscard]] Status reduce(Team& team, const Reduction& what) noexcept;
[[nodiscard]] Status broadcast(Team& team, std::byte* data, size_t bytes, int root) noexcept;
[[nodiscard]] Status
allgather(Team& team, const std::byte* mine, size_t bytes, std::byte* all) noexcept;

/// The element-wise operation of a built-in type; null when there is none (MIN and MAX of complex).
[[nodiscard]] arauto_combine_t builtin_combine(arauto_type_t type, arauto_reduce_op_t op) noexcept;
[[nodiscard]] size_t type_bytes(arauto_type_t type) noexcept; // 0: unknown

} // namespace arauto::core
