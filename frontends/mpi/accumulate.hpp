// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulates on windows of ours. Every one holds the lock of the process whose memory it changes,
// whatever the window: so they are atomic towards each other also through windows that overlap, and
// an operation that the hardware could do is atomic towards one that it could not.
#pragma once

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

} // namespace arauto::mpi
