// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fatal_signals.hpp.
#include "os/fatal_signals.hpp"

#include <csignal>
#include <initializer_list>

namespace arauto::os {
namespace {

using Note = void (*)(int signal);
constinit Note g_note = nullptr;

/// Lets the signal end the process, as it would have without this handler.
void on_fatal_signal(int signal, siginfo_t* info, void*) noexcept {
    g_note(signal);
    struct sigaction by_default{};
    by_default.sa_handler = SIG_DFL;
    sigemptyset(&by_default.sa_mask);
    static_cast<void>(sigaction(signal, &by_default, nullptr));
    if (info->si_code <= 0) { // a process has sent it; a fault comes again by itself
        static_cast<void>(raise(signal)); // delivered when this handler returns
    }
}

} // namespace

void watch_fatal_signals(void (*note)(int signal)) noexcept {
    g_note = note;
    struct sigaction handler{};
    handler.sa_sigaction = on_fatal_signal;
    // On the stack that the program keeps for signals, if it keeps one: it may have left its own
    // none.
    handler.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&handler.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        struct sigaction before{};
        // The handler shares its place with that of SA_SIGINFO, whose flag a default may keep.
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
            static_cast<void>(sigaction(signal, &handler, nullptr));
        }
    }
}

} // namespace arauto::os
