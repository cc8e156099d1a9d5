// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The common part of the notified operations, for both widths of counts. It checks the
// notification's arguments. Then the operation checks its own arguments, moves the data and is
// complete. Then the target is notified, so that a process that sees the notification sees the
// data. Where the target cannot be accessed yet, operation and notification are recorded, and this
// process carries them out later.
#pragma once

#include "accumulate.hpp"
#include "rma.hpp"

namespace arauto::mpi {

/// Adds one to the target's counter `index`.
[[nodiscard]] int move_counted(MPI_Win win, const Transfer& transfer, int index) noexcept;
[[nodiscard]] int accumulate_counted(MPI_Win win, const Combination& wanted, int index) noexcept;

/// Adds one to the counter `index` of the target, and makes a request. All operations that count
/// need a passive target epoch.
[[nodiscard]] int
rmove_counted(MPI_Win win, const Transfer& transfer, int index, MPI_Request* request) noexcept;
[[nodiscard]] int raccumulate_counted(MPI_Win win,
                                      const Combination& wanted,
                                      int index,
                                      MPI_Request* request) noexcept;

/// The target is notified with `tag` and the number of bytes.
[[nodiscard]] int move_tagged(MPI_Win win, const Transfer& transfer, int tag) noexcept;
[[nodiscard]] int accumulate_tagged(MPI_Win win, const Combination& wanted, int tag) noexcept;

/// Notifies the target with `tag` and the number of bytes, and makes a request. Of the operations
/// with tags, only these need a passive target epoch.
[[nodiscard]] int
rmove_tagged(MPI_Win win, const Transfer& transfer, int tag, MPI_Request* request) noexcept;
[[nodiscard]] int
raccumulate_tagged(MPI_Win win, const Combination& wanted, int tag, MPI_Request* request) noexcept;

} // namespace arauto::mpi
