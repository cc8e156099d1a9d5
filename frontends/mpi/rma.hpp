// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put and get on windows of ours.
#pragma once

#include "move.hpp"

namespace arauto::mpi {

/// Complete on return.
[[nodiscard]] int move_checked(Window& window,
                               Direction direction,
                               const Buffer& origin,
                               const Goal& goal,
                               const char* call) noexcept;

/// A request of the MPI that is complete already; `status` is what the operation returned.
[[nodiscard]] int finished_request(int status, MPI_Request* request) noexcept;

/// Request forms belong to passive target epochs, unless they go to MPI_PROC_NULL.
[[nodiscard]] int check_passive(const Window& window, int member, const char* call) noexcept;
[[nodiscard]] int check_passive(const Window& window, const char* call) noexcept;

} // namespace arauto::mpi
