// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Errors of calls on Arauto's windows, raised as the MPI raises its own.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// The error raised when an awaited process has ended.
#if defined(MPIX_ERR_PROC_FAILED)
inline constexpr int kProcessEnded = MPIX_ERR_PROC_FAILED;
#else
inline constexpr int kProcessEnded = MPI_ERR_OTHER;
#endif

/// Raises it: a process of the window has ended, so that the call cannot complete.
int fail_ended(const Window& window, const char* call) noexcept;

/// Raises an error of the class at the window's error handler. @return an error code, for which
/// MPI_Error_string gives the sentence
[[gnu::format(printf, 3, 4)]] int
fail(const Window& window, int error_class, const char* format, ...) noexcept;

/// Raises an error when the address of an output argument is null.
/// @param what  the name of the argument, for the message
[[nodiscard]] int
check_output(const Window& window, const void* output, const char* call, const char* what) noexcept;

/// As fail(), at the communicator's error handler.
[[gnu::format(printf, 3, 4)]] int
fail_on(MPI_Comm comm, int error_class, const char* format, ...) noexcept;

/// Forgets the error codes that the MPI has given this library; called when the MPI has ended.
void forget_error_codes() noexcept;

} // namespace arauto::mpi
