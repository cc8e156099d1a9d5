// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Changes memory of a target by an accumulate or a swap, for a caller that holds the target's lock
// on accumulates (accumulate_lock.hpp).
#pragma once

#include "operate.hpp"
#include "target.hpp"

#include <cstdint>

namespace arauto::mpi {

/// What is combined with the target's memory.
struct Operand {
    AccumulatePlan plan;
    char* address;
    int64_t count;
};
/// @return whether the memory could be reached
[[nodiscard]] bool apply_now(const Operand& operand, const Target& target) noexcept;

/// Whether MPI_Compare_and_swap is for such elements.
inline constexpr int64_t kSwapBytesMax = 16;
[[nodiscard]] bool may_swap(const Layout& layout) noexcept;

/// The element there before is in `result`, as many bytes as the target's
/// layout has. @return whether the memory could be reached
[[nodiscard]] bool
swap_now(const Target& target, char* desired, const void* expected, char* result) noexcept;

} // namespace arauto::mpi
