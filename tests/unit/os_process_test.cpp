// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests signals, children and their ends.
#include "in_child.hpp"

#include "os/process.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>

namespace arauto::os {
namespace {

constexpr int kWaitMs = 10'000;

bool is_blocked(int signal) {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, nullptr, &mask);
    return sigismember(&mask, signal) == 1;
}

/// True when the other end of a pipe is closed within the watchdog.
bool ends_in_time(int read_end) {
    pollfd polled{read_end, POLLIN, 0};
    return poll(&polled, 1, kWaitMs) == 1;
}

TEST(Process, signals_come_through_the_descriptor_and_no_handler_runs) {
    EXPECT_EQ(test::status_of([] {
                  const int signals = open_launcher_signals();
                  if (next_signal(signals) != 0) {
                      return 1;
                  }
                  raise(SIGTERM);
                  wait_readable(signals, kWaitMs);
                  return next_signal(signals) == SIGTERM && next_signal(signals) == 0 ? 0 : 2;
              }),
              0);
}

TEST(Process, an_ignored_signal_stays_ignored) {
    EXPECT_EQ(test::status_of([] {
                  signal(SIGHUP, SIG_IGN);
                  const int signals = open_launcher_signals();
                  raise(SIGHUP);
                  raise(SIGINT);
                  return next_signal(signals) == SIGINT && next_signal(signals) == 0 ? 0 : 1;
              }),
              0);
}

TEST(Process, children_are_heard_of_although_sigchld_was_ignored) {
    EXPECT_EQ(test::status_of([] {
                  signal(SIGCHLD, SIG_IGN);
                  const int signals = open_launcher_signals();
                  const pid_t child = fork();
                  if (child == 0) {
                      _exit(6);
                  }
                  wait_readable(signals, kWaitMs);
                  const EndedChild ended = next_ended_child();
                  return ended.pid == child && ended.exit_code == 6 ? 0 : 1;
              }),
              0);
}

TEST(Process, children_get_mask_and_handlers_of_before) {
    EXPECT_EQ(test::status_of([] {
                  sigset_t mine;
                  sigemptyset(&mine);
                  sigaddset(&mine, SIGUSR2);
                  sigprocmask(SIG_BLOCK, &mine, nullptr);
                  signal(SIGCHLD, SIG_IGN);
                  [[maybe_unused]] const int signals = open_launcher_signals();
                  const pid_t launcher = getpid();
                  return test::status_of([launcher] {
                      bind_to_parent(launcher);
                      struct sigaction on_child{};
                      sigaction(SIGCHLD, nullptr, &on_child);
                      const bool is_restored = !is_blocked(SIGINT) && !is_blocked(SIGCHLD) &&
                                               is_blocked(SIGUSR2) &&
                                               on_child.sa_handler == SIG_IGN;
                      return is_restored ? 0 : 1;
                  });
              }),
              0);
}

TEST(Process, close_undoes_open) {
    EXPECT_EQ(test::status_of([] {
                  close_launcher_signals(open_launcher_signals());
                  return is_blocked(SIGINT) || is_blocked(SIGCHLD) ? 1 : 0;
              }),
              0);
}

TEST(Process, a_child_dies_with_its_parent) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const int status = test::status_of([&] {
        const pid_t parent = getpid();
        int ready[2];
        if (pipe(ready) != 0) {
            return 1;
        }
        if (fork() == 0) {
            alarm(test::kWatchdogSeconds);
            bind_to_parent(parent);
            close(ready[1]);
            for (;;) {
                pause(); // holds the write end of `ends` as long as it lives
            }
        }
        close(ready[1]);
        char nothing = 0;
        return read(ready[0], &nothing, 1) == 0 ? 0 : 2; // the child has bound itself
    });
    EXPECT_EQ(status, 0);
    close(ends[1]);
    EXPECT_TRUE(ends_in_time(ends[0]));
    close(ends[0]);
}

TEST(Process, a_child_whose_parent_is_gone_already_ends) {
    EXPECT_EQ(test::status_of([] {
                  bind_to_parent(1'000'000'000); // not our parent
                  return 0;
              }),
              1);
}

TEST(Process, how_a_child_ended_is_told) {
    EXPECT_EQ(test::status_of([] {
                  if (next_ended_child().pid != 0) {
                      return 1;
                  }
                  const pid_t child = fork();
                  if (child == 0) {
                      raise(SIGKILL);
                  }
                  EndedChild ended;
                  while (ended.pid == 0) {
                      ended = next_ended_child();
                  }
                  return ended.pid == child && ended.signal == SIGKILL && !ended.dumped_core ? 0
                                                                                             : 2;
              }),
              0);
}

TEST(Process, wait_for_end_buries) {
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    wait_for_end(child);
    EXPECT_EQ(kill(child, 0), -1);
}

TEST(Process, signals_have_names) {
    EXPECT_STREQ(signal_text(SIGSEGV), "Segmentation fault");
    EXPECT_STREQ(signal_text(SIGKILL), "Killed");
}

TEST(Process, detached_standard_input_is_empty) {
    EXPECT_EQ(test::status_of([] {
                  detach_standard_input();
                  char byte = 0;
                  return read(STDIN_FILENO, &byte, 1) == 0 ? 0 : 1;
              }),
              0);
}

} // namespace
} // namespace arauto::os
