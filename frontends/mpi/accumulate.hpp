// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulates on Arauto's windows. Each holds the lock of the process whose memory it changes.
// There is one lock for a process, not for a window, so that accumulates are also atomic towards
// each other through windows that overlap. All operations take it, so that none depends on atomics
// that the hardware lacks.
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

/// Does the accumulate before it returns; if the target cannot be accessed yet, records it.
[[nodiscard]] int
accumulate(Window& window, const Combination& wanted, Deferral& deferral) noexcept;
[[nodiscard]] int accumulate(Window& window, const Combination& wanted) noexcept;

} // namespace arauto::mpi
