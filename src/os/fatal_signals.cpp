// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fatal_signals.hpp.
#include "os/fatal_signals.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <iterator>

namespace arauto::os {
namespace {

constexpr int kFatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct Watch {
    void (*note)(int signal);
    struct sigaction before[std::size(kFatal)]; // the handlers that were set by others
};
constinit Watch g_watch{};

const struct sigaction& handler_before(int signal) noexcept {
    size_t i = 0;
    while (kFatal[i] != signal) { // our handler is set for these alone
        ++i;
    }
    return g_watch.before[i];
}

void on_fatal_signal(int signal, siginfo_t* info, void* context) noexcept {
    const int error = errno;
    g_watch.note(signal);
    errno = error;
    const struct sigaction& before = handler_before(signal);
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL) {
        before.sa_handler(signal);
    } else {
        static_cast<void>(sigaction(signal, &before, nullptr));
        if (info->si_code <= 0) { // a process has sent it; a fault comes again by itself
            static_cast<void>(raise(signal)); // delivered when this handler returns
        }
    }
}

} // namespace

void watch_fatal_signals(void (*note)(int signal)) noexcept {
    if (g_watch.note != nullptr) {
        return;
    }
    g_watch.note = note;
    struct sigaction handler{};
    handler.sa_sigaction = on_fatal_signal;
    // On the stack that the program keeps for signals, if it keeps one: it may have left its own
    // none.
    handler.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&handler.sa_mask);
    for (size_t i = 0; i < std::size(kFatal); ++i) {
        struct sigaction& before = g_watch.before[i];
        const bool is_known = sigaction(kFatal[i], nullptr, &before) == 0;
        if (is_known && ((before.sa_flags & SA_SIGINFO) != 0 || before.sa_handler != SIG_IGN)) {
            static_cast<void>(sigaction(kFatal[i], &handler, nullptr));
        }
    }
}

} // namespace arauto::os
