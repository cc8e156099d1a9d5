// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs a function that may touch unmapped memory, and returns whether it did. For accessors, which
// follow pointers of another image: a pointer into that image's private memory faults here.
#pragma once

#include <csetjmp>

namespace arauto::gfortran {

/// The state of one thread's guard.
struct GuardState {
    bool is_set;
    sigjmp_buf end;
};
extern constinit thread_local GuardState guard_state __attribute__((tls_model("initial-exec")));

/// Takes the signals of faults, once; those outside guards are passed on to the handlers before.
/// libgfortran sets its own when main begins, so that there are no guards before that.
[[nodiscard]] bool can_guard() noexcept;

/// @param work  begins nothing that must be ended: a fault leaves it at once
/// @return false: it has faulted
/// @cost  2 ns; 1.5 us when it faults
template <typename Work> [[nodiscard, gnu::noinline]] bool run_guarded(const Work& work) noexcept {
    if (sigsetjmp(guard_state.end, 0) != 0) {
        return false;
    }
    guard_state.is_set = true;
    asm volatile("" ::: "memory"); // nothing of the work moves out
    work();
    asm volatile("" ::: "memory");
    guard_state.is_set = false;
    return true;
}

} // namespace arauto::gfortran
