// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "in_child.hpp"

#include "os/knock.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

sockaddr_in any_door() {
    sockaddr_in door{};
    door.sin_family = AF_INET;
    door.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return door;
}

/// A process that listens, and never accepts.
class Listener {
  public:
    explicit Listener(int backlog) : door_(any_door()) {
        const int listening = socket(AF_INET, SOCK_STREAM, 0);
        socklen_t bytes = sizeof door_;
        EXPECT_EQ(bind(listening, reinterpret_cast<sockaddr*>(&door_), bytes), 0);
        EXPECT_EQ(listen(listening, backlog), 0);
        EXPECT_EQ(getsockname(listening, reinterpret_cast<sockaddr*>(&door_), &bytes), 0);
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
    [[nodiscard]] std::span<const std::byte> door() const {
        return std::as_bytes(std::span(&door_, 1));
    }

  private:
    sockaddr_in door_;
    pid_t child_ = 0;
};

Door answer_of(Knock& knock, std::span<const std::byte> door) {
    Door answer = Door::unknown;
    while (answer == Door::unknown) { // the watchdog would bark
        answer = knock.at(door);
        usleep(1000);
    }
    return answer;
}

TEST(Knock, a_door_is_open_while_its_process_is_stopped_and_closed_when_it_is_dead) {
    Listener listener(1000);
    Knock knock;
    EXPECT_EQ(answer_of(knock, listener.door()), Door::open);
    listener.send(SIGSTOP);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(answer_of(knock, listener.door()), Door::open);
    }
    listener.end();
    EXPECT_EQ(answer_of(knock, listener.door()), Door::closed);
}

TEST(Knock, a_door_where_many_wait_is_not_closed) {
    Listener listener(0);
    Knock knocks[8];
    for (int round = 0; round < 3; ++round) {
        for (Knock& knock : knocks) {
            EXPECT_NE(knock.at(listener.door()), Door::closed);
        }
    }
}

TEST(Knock, what_is_no_address_tells_nothing) {
    Knock knock;
    const std::byte nonsense[16] = {std::byte{0xff}, std::byte{0xff}};
    EXPECT_EQ(knock.at(nonsense), Door::unknown);
    EXPECT_EQ(knock.at({}), Door::unknown);
    const std::byte long_one[256] = {};
    EXPECT_EQ(knock.at(long_one), Door::unknown);
}

} // namespace
} // namespace arauto::os
