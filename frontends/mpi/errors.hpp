// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Errors of calls on windows of ours, raised as the MPI raises its own.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// What is raised when a process ended that is waited for.
#if defined(MPIX_ERR_PROC_FAILED)
inline constexpr int kProcessEnded = MPIX_ERR_PROC_FAILED;
#else
inline constexpr int kProcessEnded = MPI_ERR_OTHER;
#endif

/// Raises it: one of the window's processes ended while the call waited.
int fail_ended(const Window& window, const char* call) noexcept;

/// Raises an error of the class at the window's error handler; the MPI gives the sentence as the
/// text of the code that is returned.
[[gnu::format(printf, 3, 4)]] int
fail(const Window& window, int error_class, const char* format, ...) noexcept;

/// For a place of the caller that something is to be stored at. @return an error that has been
/// raised when it is a null pointer
[[nodiscard]] int
check_output(const Window& window, const void* place, const char* call, const char* what) noexcept;

/// The same at a communicator's.
[[gnu::format(printf, 3, 4)]] int
fail_on(MPI_Comm comm, int error_class, const char* format, ...) noexcept;

/// The MPI has gone, and with it the codes that it gave for our errors.
void forget_error_codes() noexcept;

} // namespace arauto::mpi
