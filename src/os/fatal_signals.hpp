// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The signals by which the system ends a program for a fault of its own: a last look at the program
// before it is gone.
#pragma once

namespace arauto::os {

/// Has `note` called in the thread that a fault ends (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT),
/// before the signal ends the process. Signals for which a handler is set, or that are ignored, are
/// left alone: their faults may be mended, and a handler may report them. `note` may call what is
/// safe in a signal handler. It may also call find_program_frames(), which takes the loader's lock:
/// a fault while another thread loads a library that waits for this thread would not end.
void watch_fatal_signals(void (*note)(int signal)) noexcept;

} // namespace arauto::os
