// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs a part of a test in a process of its own, so that its limits and signals do not affect the
// test.
#pragma once

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::test {

inline constexpr unsigned kWatchdogSeconds = 60;

/// The wait status of a child that runs `body` and ends with what that returns.
template <typename Body> int wait_status_of(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(kWatchdogSeconds);
        _exit(body());
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

/// Its exit status; 128 + n when signal n ended it.
template <typename Body> int status_of(Body body) {
    const int status = wait_status_of(body);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace arauto::test
