// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests whether a probe finds that the process behind a listener has ended.
#include "in_child.hpp"

#include "os/liveness_probe.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

sockaddr_in any_address() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A process that listens, and never accepts.
class Listener {
  public:
    explicit Listener(int backlog) : address_(any_address()) {
        const int listening = socket(AF_INET, SOCK_STREAM, 0);
        socklen_t bytes = sizeof address_;
        EXPECT_EQ(bind(listening, reinterpret_cast<sockaddr*>(&address_), bytes), 0);
        EXPECT_EQ(listen(listening, backlog), 0);
        EXPECT_EQ(getsockname(listening, reinterpret_cast<sockaddr*>(&address_), &bytes), 0);
        child_ = fork();
        if (child_ == 0) {
            alarm(test::kWatchdogSeconds);
            for (;;) {
                pause();
            }
        }
        close(listening);
    }
    ~Listener() { end(); }

    void send(int signal) const { kill(child_, signal); }
    void end() {
        if (child_ > 0) {
            kill(child_, SIGKILL);
            waitpid(child_, nullptr, 0);
            child_ = 0;
        }
    }
    [[nodiscard]] std::span<const std::byte> address() const {
        return std::as_bytes(std::span(&address_, 1));
    }

  private:
    sockaddr_in address_;
    pid_t child_ = 0;
};

ListenerState answer_of(LivenessProbe& probe, std::span<const std::byte> address) {
    ListenerState answer = ListenerState::unknown;
    while (answer == ListenerState::unknown) { // the watchdog would bark
        answer = probe.at(address);
        usleep(1000);
    }
    return answer;
}

TEST(LivenessProbe, a_listener_is_open_while_its_process_is_stopped_and_closed_when_it_is_dead) {
    Listener listener(1000);
    LivenessProbe probe;
    EXPECT_EQ(answer_of(probe, listener.address()), ListenerState::open);
    listener.send(SIGSTOP);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(answer_of(probe, listener.address()), ListenerState::open);
    }
    listener.end();
    EXPECT_EQ(answer_of(probe, listener.address()), ListenerState::closed);
}

TEST(LivenessProbe, a_listener_where_many_wait_is_not_closed) {
    Listener listener(0);
    LivenessProbe probes[8];
    for (int round = 0; round < 3; ++round) {
        for (LivenessProbe& probe : probes) {
            EXPECT_NE(probe.at(listener.address()), ListenerState::closed);
        }
    }
}

TEST(LivenessProbe, what_is_no_address_tells_nothing) {
    LivenessProbe probe;
    const std::byte nonsense[16] = {std::byte{0xff}, std::byte{0xff}};
    EXPECT_EQ(probe.at(nonsense), ListenerState::unknown);
    EXPECT_EQ(probe.at({}), ListenerState::unknown);
    const std::byte long_one[256] = {};
    EXPECT_EQ(probe.at(long_one), ListenerState::unknown);
}

} // namespace
} // namespace arauto::os
