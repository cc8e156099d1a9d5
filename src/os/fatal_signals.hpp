// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The signals by which the system ends a program for a fault of its own: a last look at the program
// before it is gone.
#pragma once

namespace arauto::os {

/// Has `note` called in the thread that a fault ends (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT),
/// before the handler that was set for that signal until now, or before the signal ends the
/// process. `note` may call what is safe in a signal handler, and find_program_frames(). Signals
/// that are ignored stay so. Only the first call in a process has an effect.
void watch_fatal_signals(void (*note)(int signal)) noexcept;

} // namespace arauto::os
