// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See guard.hpp.
#include "guard.hpp"

#include "images.hpp"

#include <csignal>

namespace arauto::gfortran {

namespace {

struct OldHandlers {
    struct sigaction segv;
    struct sigaction bus;
};
OldHandlers g_old{};

/// Calls the handler that was set before this one.
void pass_on(int signal, siginfo_t* info, void* context) noexcept {
    const struct sigaction& old = signal == SIGBUS ? g_old.bus : g_old.segv;
    if ((old.sa_flags & SA_SIGINFO) != 0 && old.sa_sigaction != nullptr) {
        old.sa_sigaction(signal, info, context);
    } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
        old.sa_handler(signal);
    } else {
        static_cast<void>(sigaction(signal, &old, nullptr)); // the fault comes again
    }
}

void take_fault(int signal, siginfo_t* info, void* context) noexcept {
    if (t_state.guard.is_set) {
        t_state.guard.is_set = false;
        siglongjmp(t_state.guard.end, 1);
    }
    pass_on(signal, info, context);
}

bool take_signals() noexcept {
    struct sigaction handler{};
    handler.sa_sigaction = take_fault;
    // The jump does not give the mask back, so that the signal must not be in it.
    handler.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&handler.sa_mask);
    return sigaction(SIGSEGV, &handler, &g_old.segv) == 0 &&
           sigaction(SIGBUS, &handler, &g_old.bus) == 0;
}

} // namespace

bool can_guard() noexcept {
    if (!program_is_running()) {
        return false;
    }
    static const bool can = take_signals();
    return can;
}

} // namespace arauto::gfortran
