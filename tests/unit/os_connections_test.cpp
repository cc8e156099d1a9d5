// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests that a thread can wait for the TCP connections of a library, found by their addresses.
#include "in_child.hpp"

#include "os/connections.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <netinet/in.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

constexpr int kLongMs = 10'000; // it comes long before

struct Listener {
    int file = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};

    Listener() {
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t bytes = sizeof address;
        EXPECT_EQ(bind(file, reinterpret_cast<sockaddr*>(&address), bytes), 0);
        EXPECT_EQ(listen(file, 8), 0);
        EXPECT_EQ(getsockname(file, reinterpret_cast<sockaddr*>(&address), &bytes), 0);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener() { close(file); }

    [[nodiscard]] std::span<const std::byte> name() const {
        return std::as_bytes(std::span(&address, 1));
    }
};

/// A process that connects, and does its part when it gets a byte.
class Peer {
  public:
    template <typename Part> Peer(const Listener& listener, Part part) {
        EXPECT_EQ(pipe(pipe_), 0);
        child_ = fork();
        if (child_ == 0) {
            alarm(test::kWatchdogSeconds);
            close(listener.file);
            const int file = socket(AF_INET, SOCK_STREAM, 0);
            const auto* const there = reinterpret_cast<const sockaddr*>(&listener.address);
            char go = 0;
            if (connect(file, there, sizeof listener.address) == 0 && read(pipe_[0], &go, 1) == 1) {
                part(file);
            }
            pause();
        }
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        close(pipe_[0]);
        close(pipe_[1]);
    }
    void go_on() const { EXPECT_EQ(write(pipe_[1], "", 1), 1); }

  private:
    int pipe_[2]{};
    pid_t child_ = 0;
};

TEST(Connections, AreKnownByTheirAddresses) {
    const Listener ours;
    const Listener other;
    Connections connections;
    connections.add(ours.name());
    EXPECT_EQ(connections.find(3), 1U); // the listener
    const Peer peer(ours, [](int) {});
    const Peer elsewhere(other, [](int) {});
    EXPECT_TRUE(connections.wait(kLongMs));
    const int accepted = accept(ours.file, nullptr, nullptr);
    EXPECT_EQ(connections.find(3), 2U); // at once, since somebody has connected
    const int outgoing = socket(AF_INET, SOCK_STREAM, 0);
    const auto* const there = reinterpret_cast<const sockaddr*>(&other.address);
    EXPECT_EQ(connect(outgoing, there, sizeof other.address), 0);
    connections.add(other.name());
    EXPECT_EQ(connections.find(4), 4U); // the other listener, and the way to it
    close(accepted);
    close(outgoing);
}

TEST(Connections, WakeForDataAndForAnEnd) {
    const Listener ours;
    const Peer peer(ours, [](int file) {
        static_cast<void>(!write(file, "x", 1));
        close(file);
    });
    const int accepted = accept(ours.file, nullptr, nullptr);
    Connections connections;
    connections.add(ours.name());
    EXPECT_EQ(connections.find(2), 2U);
    connections.note_full();
    EXPECT_FALSE(connections.wait(0));
    peer.go_on();
    EXPECT_TRUE(connections.wait(kLongMs));
    char byte = 0;
    EXPECT_EQ(read(accepted, &byte, 1), 1);
    EXPECT_TRUE(connections.wait(kLongMs)); // it is closed
    close(accepted);
    EXPECT_TRUE(connections.wait(0)); // no file any more
    EXPECT_EQ(connections.find(2), 1U);
    EXPECT_FALSE(connections.wait(0));
}

TEST(Connections, WakeWhenThereIsRoomAgain) {
    const Listener ours;
    const Peer peer(ours, [](int file) {
        static char sink[1 << 16];
        while (read(file, sink, sizeof sink) > 0) {
        }
    });
    const int accepted = accept4(ours.file, nullptr, nullptr, SOCK_NONBLOCK);
    Connections connections;
    connections.add(ours.name());
    EXPECT_EQ(connections.find(2), 2U);
    static const char load[1 << 16] = {};
    while (write(accepted, load, sizeof load) > 0) {
    }
    connections.note_full();
    EXPECT_FALSE(connections.wait(0));
    peer.go_on();
    EXPECT_TRUE(connections.wait(kLongMs));
    close(accepted);
}

} // namespace
} // namespace arauto::os
