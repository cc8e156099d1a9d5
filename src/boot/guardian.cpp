// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See guardian.hpp.
#include "boot/guardian.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <csignal>
#include <unistd.h>
#include <vector>

namespace arauto::boot {
namespace {

constexpr int kLookAgainMs = 1000; // a thread of the program may take a SIGCHLD
constexpr int kSignalBase = 128; // exit status of a process that was ended by signal n: 128 + n
constexpr int64_t kPatienceNs = 2'000'000'000; // with processes that even SIGKILL does not end
constexpr int kNapUs = 2000;

/// Ends all descendants but those that the program had before it became a guardian.
void end_descendants(const std::vector<pid_t>& before) {
    for (const int64_t until = now_ns() + kPatienceNs; now_ns() < until; usleep(kNapUs)) {
        std::vector<pid_t> left = os::living_children();
        std::erase_if(left, [&](pid_t pid) {
            return std::find(before.begin(), before.end(), pid) != before.end();
        });
        for (const pid_t pid : left) {
            kill(pid, SIGKILL);
        }
        if (left.empty()) {
            return;
        }
    }
}

/// Until the launcher has ended; its exit status.
int guard(pid_t launcher, int signals, const std::vector<pid_t>& before) {
    for (;;) {
        os::wait_readable(signals, kLookAgainMs);
        for (int signal = os::next_signal(signals); signal != 0;
             signal = os::next_signal(signals)) {
            if (signal != SIGCHLD) {
                kill(launcher, signal);
            }
        }
        for (os::EndedChild ended = os::next_ended_child(); ended.pid != 0;
             ended = os::next_ended_child()) {
            if (ended.pid != launcher) {
                continue;
            }
            if (ended.signal == 0) {
                return ended.exit_code;
            }
            if (ended.signal != SIGPIPE) { // arauto run --label a.out | head -1
                log(LogLevel::error, "the launcher was killed by signal %d (%s), and the job ends",
                    ended.signal, os::signal_text(ended.signal));
            }
            end_descendants(before);
            return kSignalBase + ended.signal;
        }
    }
}

} // namespace

pid_t leave_guardian(int signals) noexcept {
    const pid_t guardian = getpid();
    const std::vector<pid_t> before = os::living_children();
    const pid_t launcher = fork();
    if (launcher < 0) {
        return -1;
    }
    os::adopt_orphans();
    if (launcher > 0) {
        _exit(guard(launcher, signals, before));
    }
    os::hear_of_parents_death();
    return guardian;
}

} // namespace arauto::boot
