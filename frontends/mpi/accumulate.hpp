// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulates on windows of ours. Every one holds the lock of the process whose memory it changes,
// whatever the window: so they are atomic towards each other also through windows that overlap, and
// an operation that the hardware could do is atomic towards one that it could not.
#pragma once

#include "operate.hpp"
#include "record.hpp"

namespace arauto::mpi {

/// The arguments of an accumulate; without a result when `result.address` and its count are null.
struct Combination {
    Buffer origin;
    Buffer result;
    Goal goal;
    MPI_Op op;
    bool wants_result;
    bool is_single = false; // MPI_Fetch_and_op
    const char* call;
};

/// Complete on return, unless the target cannot be accessed yet: then it is recorded.
[[nodiscard]] int
accumulate(Window& window, const Combination& wanted, Deferral& deferral) noexcept;
[[nodiscard]] int accumulate(Window& window, const Combination& wanted) noexcept;

/// What is combined with the target's memory.
struct Operand {
    AccumulatePlan plan;
    char* address;
    int64_t count;
};
/// By whoever has the turn. @return whether the memory could be reached
[[nodiscard]] bool apply_now(const Operand& operand, const Target& target) noexcept;

/// Whether MPI_Compare_and_swap is for such elements.
inline constexpr int64_t kSwapBytesMax = 16;
[[nodiscard]] bool may_swap(const Layout& layout) noexcept;

/// By whoever has the turn. The element there before is in `result`, as many bytes as the target's
/// layout has. @return whether the memory could be reached
[[nodiscard]] bool
swap_now(const Target& target, char* desired, const void* expected, char* result) noexcept;

} // namespace arauto::mpi
