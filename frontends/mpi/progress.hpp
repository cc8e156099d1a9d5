// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress for peers while this process is in a call of the MPI. Two kinds of work need it:
// recorded operations of a nonblocking epoch that only this process can do, and accesses to private
// memory, which need its owner's help where the system forbids cross-memory attach. The epochs are
// served by a hook in the MPI's own progress, where the MPI has such hooks. For all other work the
// runtime's duty thread takes steps from time to time.
#pragma once

#include "thread_state.hpp"
#include "wait.hpp"

namespace arauto::mpi {

/// Makes progress for peers, in the MPI too, in one of 256 calls. Every call of a program that it
/// may repeat until a peer has done something comes here, also one that has nothing to wait for: in
/// such a loop a send that the program began before has to go on (MPI 4.1, section 2.9). No lock of
/// this library may be held. It takes 0.3 of 11 ns of a put and a flush, and 1.3 of 19 of an atomic
/// operation, whose locked instruction waits for the store. Counting up, with a test of the low
/// bits, took 2.
[[gnu::always_inline]] inline void let_mpi_work_at_times() noexcept {
    if (--t_state.calls_left == 0) [[unlikely]] {
        t_state.calls_left = kCallsBetween;
        work_for_others();
    }
}

/// Adds the hook, if the MPI allows it. Called once, before the first window is used.
void hook_progress() noexcept;

/// Asks for such steps if epochs need them. Every call on nonblocking epochs calls this, so that
/// programs without them have no thread.
void progress_in_calls_of_mpi() noexcept;

/// Asks for them if private memory needs them. Called by a process that exposes such memory.
void help_others() noexcept;

/// Whether accesses to private memory need its owner's help on this machine.
[[nodiscard]] bool reaches_private_by_help() noexcept;

/// Ends these steps. Called before arauto_finalize.
void end_progress() noexcept;

} // namespace arauto::mpi
