// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See child.hpp.
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

Words with_messages_in(const std::string& log, const Words& command) {
    Words all{"/bin/sh", "-c", "exec \"$@\" 2>\"$0\"", log};
    all.insert(all.end(), command.begin(), command.end());
    return all;
}

const char* become(const Words& command) {
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    execvp(words[0], words.data());
    return std::strerror(errno);
}

EndedChild run_child(const Words& command) {
    hold_endings();
    const pid_t child = fork();
    if (child == 0) {
        set_endings(SIG_UNBLOCK);
        const char* const reason = become(command);
        _exit(complain(kNotFound, "the compiler '%s' cannot be started: %s", command[0].c_str(),
                       reason));
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
