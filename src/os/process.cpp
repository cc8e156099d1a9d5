// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See process.hpp.
#include "os/process.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

sigset_t g_mask_before; // written once, by the launcher before it makes children
bool g_mask_is_saved = false;

sigset_t launcher_signals() noexcept {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal :
         {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT}) {
        sigaddset(&set, signal);
    }
    return set;
}

} // namespace

void bind_to_parent(pid_t parent) noexcept {
    if (g_mask_is_saved) {
        sigprocmask(SIG_SETMASK, &g_mask_before, nullptr);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1); // it died before we asked to be told
    }
    prctl(PR_SET_PTRACER, static_cast<unsigned long>(parent)); // its descendants are our siblings
}

int open_launcher_signals() noexcept {
    const sigset_t set = launcher_signals();
    sigprocmask(SIG_BLOCK, &set, &g_mask_before);
    g_mask_is_saved = true;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int next_signal(int descriptor) noexcept {
    signalfd_siginfo info{};
    return read(descriptor, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                               : 0;
}

void wait_readable(std::span<const int> descriptors, int timeout_ms) noexcept {
    pollfd polled[2] = {};
    const size_t count = std::min(descriptors.size(), std::size(polled));
    for (size_t i = 0; i < count; ++i) {
        polled[i] = {descriptors[i], POLLIN, 0};
    }
    poll(polled, count, timeout_ms);
}

Ended next_ended_child() noexcept {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) {
        return {};
    }
    if (WIFSIGNALED(status)) {
        return {pid, 0, WTERMSIG(status), WCOREDUMP(status)};
    }
    return {pid, WEXITSTATUS(status), 0, false};
}

const char* signal_text(int signal) noexcept {
    return strsignal(signal);
}

void detach_standard_input() noexcept {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
}

} // namespace arauto::os
