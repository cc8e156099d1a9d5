// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Processes: images that end with their launcher, the permission of others to access their memory
// (ptrace), the signals that a launcher gets, whether a process lives, and whether valgrind runs
// it.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace arauto::os {

/// In a fresh child: has the signal mask and handlers of before open_launcher_signals, and the bond
/// of bind_to_parent_within(). Ends the process when the parent is dead already.
void bind_to_parent(pid_t parent) noexcept;

/// Dies when its parent dies; descendants of `launcher` may read it by cross-memory attach. Called
/// again by a program that another process (a shell, a debugger) has started, since the bond does
/// not survive a fork.
void bind_to_parent_within(pid_t launcher) noexcept;

/// Lets all descendants of its parent read this process by cross-memory attach. Used where the
/// parent is the starter of the job.
void admit_siblings() noexcept;

/// From now on a descendant whose parent dies becomes a child of this process.
void adopt_orphans() noexcept;

/// The death of the parent is reported by a SIGCHLD, which a launcher takes anyway.
void hear_of_parents_death() noexcept;

/// The processes that run and whose parent this one is.
[[nodiscard]] std::vector<pid_t> living_children();

/// False once the process is dead, whether or not its parent has collected it.
[[nodiscard]] bool process_exists(int64_t pid) noexcept;

/// This program runs under valgrind.
[[nodiscard]] bool is_under_valgrind() noexcept;

/// Signals that a launcher takes through a descriptor instead of a handler: of children, and what
/// it passes on. A signal that was ignored stays ignored (nohup, shells' background jobs).
[[nodiscard]] int open_launcher_signals() noexcept;

/// Undoes it, for a launcher that could not start.
void close_launcher_signals(int descriptor) noexcept;

/// The next pending signal of that descriptor; 0: none.
[[nodiscard]] int next_signal(int descriptor) noexcept;

/// Waits at most `timeout_ms` (-1: without end) until the descriptor can be read.
void wait_readable(int descriptor, int timeout_ms) noexcept;

/// How a child ended.
struct EndedChild {
    pid_t pid = 0; // 0: none has
    int exit_code = 0; // when signal is 0
    int signal = 0;
    bool dumped_core = false;
};
[[nodiscard]] EndedChild next_ended_child() noexcept;

/// Waits until this child has ended.
void wait_for_end(pid_t child) noexcept;

/// "Segmentation fault" for 11.
[[nodiscard]] const char* signal_text(int signal) noexcept;

/// Makes descriptor 0 read from nothing.
void detach_standard_input() noexcept;

/// Starts this process's program anew in this process: with the same words, in an address space of
/// its own layout. Returns only where the system refuses.
void execute_this_program_again() noexcept;

} // namespace arauto::os
