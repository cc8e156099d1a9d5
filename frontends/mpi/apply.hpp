// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Changes memory of a target by an accumulate or a compare and swap. The caller holds the target's
// lock on accumulates (accumulate_lock.hpp).
#pragma once

#include "operate.hpp"
#include "target.hpp"

#include <cstdint>

namespace arauto::mpi {

/// The operands that are combined with the target's memory.
struct Operand {
    AccumulatePlan plan;
    char* address;
    int64_t count;
};
/// @return whether the memory could be reached
[[nodiscard]] bool apply_now(const Operand& operand, const Target& target) noexcept;

inline constexpr int64_t kSwapBytesMax = 16;
/// Whether MPI_Compare_and_swap allows elements of this type.
[[nodiscard]] bool may_swap(const Layout& layout) noexcept;

/// Compares and swaps one element of the target's layout. `result` receives its former value.
/// @return whether the memory could be reached
[[nodiscard]] bool
swap_now(const Target& target, char* desired, const void* expected, char* result) noexcept;

} // namespace arauto::mpi
