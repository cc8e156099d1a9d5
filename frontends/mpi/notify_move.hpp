// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the notified operations share, whatever the width of their counts. First the notification's
// arguments are checked, then the operation checks and moves, complete on return, then the target
// is notified: a process that sees the notification sees the data. Where the target cannot be
// accessed yet, all of that is recorded, to be done by this process.
#pragma once

#include "accumulate.hpp"
#include "rma.hpp"

namespace arauto::mpi {

/// The target's counter `index` grows by one.
[[nodiscard]] int move_counted(MPI_Win win, const Transfer& transfer, int index) noexcept;
[[nodiscard]] int accumulate_counted(MPI_Win win, const Combination& wanted, int index) noexcept;

/// The same with a request: these are for passive target epochs, as all that counts.
[[nodiscard]] int
rmove_counted(MPI_Win win, const Transfer& transfer, int index, MPI_Request* request) noexcept;
[[nodiscard]] int raccumulate_counted(MPI_Win win,
                                      const Combination& wanted,
                                      int index,
                                      MPI_Request* request) noexcept;

/// The target is notified with `tag` and the number of bytes.
[[nodiscard]] int move_tagged(MPI_Win win, const Transfer& transfer, int tag) noexcept;
[[nodiscard]] int accumulate_tagged(MPI_Win win, const Combination& wanted, int tag) noexcept;

/// The forms of matching with a request: they belong to passive target epochs; counters all do.
[[nodiscard]] int
rmove_tagged(MPI_Win win, const Transfer& transfer, int tag, MPI_Request* request) noexcept;
[[nodiscard]] int
raccumulate_tagged(MPI_Win win, const Combination& wanted, int tag, MPI_Request* request) noexcept;

} // namespace arauto::mpi
