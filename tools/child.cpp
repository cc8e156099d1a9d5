// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "child.hpp"

#include "command.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

constexpr int kEnding[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr int kSignalBase = 128; // of the status of a command that a signal has ended

/// The command, for the signal handler.
volatile std::sig_atomic_t running = 0;
volatile std::sig_atomic_t ending_signal = 0;

void pass_on(int signal) {
    ending_signal = signal;
    if (running > 0) {
        kill(static_cast<pid_t>(running), signal);
    }
}

void set_endings(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kEnding) {
        sigaddset(&signals, signal);
    }
    sigprocmask(how, &signals, nullptr);
}

} // namespace

void hold_endings() {
    set_endings(SIG_BLOCK);
}

EndedChild run_child(const Words& command) {
    hold_endings();
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        set_endings(SIG_UNBLOCK);
        execvp(words[0], words.data());
        _exit(complain(kNotFound, "the compiler '%s' cannot be started: %s", words[0],
                       std::strerror(errno)));
    }
    running = child;
    struct sigaction action = {};
    action.sa_handler = pass_on;
    for (const int signal : kEnding) {
        sigaction(signal, &action, nullptr);
    }
    set_endings(SIG_UNBLOCK);
    int status = 1 << 8;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status),
            ending_signal};
}

void end_by(int signal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace arauto::tools
