// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See connections.hpp.
#include "os/connections.hpp"

#include "base/clock.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

namespace arauto::os {
namespace {

constexpr int64_t kBetweenLooksNs = 10'000'000; // a look takes some 30 us
constexpr int kQuestionsMax = 127; // the kernel's limit: it is not to end a connection for them
constexpr int kUnansweredMin = 2; // one may be under way
constexpr int64_t kShareOfLooks = 100; // it is no more than one part in so many of the time

sockaddr_storage address_of(int file, decltype(&getsockname) side) noexcept {
    sockaddr_storage address{}; // of family 0 when there is none
    socklen_t bytes = sizeof address;
    return side(file, reinterpret_cast<sockaddr*>(&address), &bytes) == 0 ? address
                                                                          : sockaddr_storage{};
}

bool is_same(const sockaddr_storage& a, const sockaddr_storage& b) noexcept {
    if (a.ss_family != b.ss_family) {
        return false;
    }
    if (a.ss_family == AF_INET) {
        const auto& left = reinterpret_cast<const sockaddr_in&>(a);
        const auto& right = reinterpret_cast<const sockaddr_in&>(b);
        return left.sin_port == right.sin_port && left.sin_addr.s_addr == right.sin_addr.s_addr;
    }
    const auto& left = reinterpret_cast<const sockaddr_in6&>(a);
    const auto& right = reinterpret_cast<const sockaddr_in6&>(b);
    return a.ss_family == AF_INET6 && left.sin6_port == right.sin6_port &&
           std::memcmp(&left.sin6_addr, &right.sin6_addr, sizeof left.sin6_addr) == 0;
}

bool is_same_host(sockaddr_storage a, sockaddr_storage b) noexcept {
    for (sockaddr_storage* const each : {&a, &b}) { // the port is at one offset in both
        reinterpret_cast<sockaddr_in*>(each)->sin_port = 0;
    }
    return is_same(a, b);
}

template <typename Visit> void visit_files(Visit visit) {
    const std::unique_ptr<DIR, int (*)(DIR*)> files(opendir("/proc/self/fd"), closedir);
    while (const dirent* const entry = files != nullptr ? readdir(files.get()) : nullptr) {
        if (entry->d_name[0] != '.') {
            visit(std::atoi(entry->d_name)); // 0 for what is no number: no socket, or found
        }
    }
}

/// Such a connection does not have the address yet to which it leads.
bool is_being_made(int file) noexcept {
    tcp_info info{};
    socklen_t bytes = sizeof info;
    return getsockopt(file, IPPROTO_TCP, TCP_INFO, &info, &bytes) == 0 &&
           info.tcpi_state == TCP_SYN_SENT;
}

void set_option(int file, int option, int value) noexcept {
    int now = 0;
    socklen_t bytes = sizeof now;
    if (getsockopt(file, IPPROTO_TCP, option, &now, &bytes) == 0 && now != value) {
        setsockopt(file, IPPROTO_TCP, option, &value, sizeof value);
    }
}

sockaddr_storage socket_address(std::span<const std::byte> address) noexcept {
    sockaddr_storage wanted{};
    std::memcpy(&wanted, address.data(), std::min(address.size(), sizeof wanted));
    return wanted;
}

bool listens(int file) noexcept {
    int answer = 0;
    socklen_t bytes = sizeof answer;
    return getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &answer, &bytes) == 0 && answer != 0;
}

} // namespace

void Connections::add(std::span<const std::byte> address) {
    addresses_.push_back(socket_address(address));
    is_stale_.store(true, std::memory_order_relaxed); // relaxed because find() comes after add()
}

bool Connections::is_known(const sockaddr_storage& address) const noexcept {
    return std::any_of(addresses_.begin(), addresses_.end(),
                       [&](const sockaddr_storage& known) { return is_same(known, address); });
}

/// Accepted here, or made to a known address.
bool Connections::leads_somewhere(int file) const noexcept {
    const sockaddr_storage here = address_of(file, getsockname);
    return (here.ss_family == AF_INET || here.ss_family == AF_INET6) &&
           (is_known(here) || is_known(address_of(file, getpeername)));
}

bool Connections::counts(int file) noexcept {
    const sockaddr_storage here = address_of(file, getsockname);
    if (here.ss_family != AF_INET && here.ss_family != AF_INET6) {
        return false;
    }
    if (is_known(here)) {
        listener_ = listens(file) ? file : listener_;
        return true;
    }
    return is_known(address_of(file, getpeername)) || is_being_made(file);
}

std::vector<int> Connections::cut(std::span<const std::byte> address, bool with_host) {
    const sockaddr_storage wanted = socket_address(address);
    std::erase_if(addresses_,
                  [&](const sockaddr_storage& known) { return is_same(known, wanted); });
    const bool is_shared =
        std::any_of(addresses_.begin(), addresses_.end(),
                    [&](const sockaddr_storage& known) { return is_same_host(known, wanted); });
    std::vector<int> files;
    visit_files([&](int file) {
        const sockaddr_storage there = address_of(file, getpeername);
        const bool is_accepted = with_host && !is_shared && is_same_host(there, wanted) &&
                                 is_known(address_of(file, getsockname));
        if (is_accepted || is_same(there, wanted)) {
            shutdown(file, SHUT_RDWR);
            files.push_back(file);
        }
    });
    return files;
}

bool Connections::SilentConnection::is_of(std::span<const std::byte> address) const noexcept {
    return is_same_host(other, socket_address(address));
}

std::vector<Connections::SilentConnection>
Connections::silent_connections(int64_t milliseconds) const {
    constexpr int64_t kQuestionsInTime = 4;
    constexpr int64_t kMillisecondsOfSecond = 1000;
    const auto seconds = static_cast<int>(
        std::max(int64_t{1}, milliseconds / (kQuestionsInTime * kMillisecondsOfSecond)));
    std::vector<SilentConnection> found;
    visit_files([&](int file) {
        tcp_info info{};
        socklen_t bytes = sizeof info;
        if (getsockopt(file, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) {
            return;
        }
        if (info.tcpi_state == TCP_SYN_SENT) {
            set_option(file, TCP_USER_TIMEOUT, static_cast<int>(milliseconds));
        } else if (info.tcpi_state == TCP_ESTABLISHED && leads_somewhere(file)) {
            set_option(file, TCP_USER_TIMEOUT, 0); // a silence requested here does not end it
            set_option(file, TCP_KEEPIDLE, seconds);
            set_option(file, TCP_KEEPINTVL, seconds);
            set_option(file, TCP_KEEPCNT, kQuestionsMax);
            const int yes = 1;
            setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
            // Without questions there are no answers: a process that was stopped before the first
            // look had asked for none.
            const int unanswered = info.tcpi_probes + info.tcpi_retransmits;
            if (info.tcpi_last_ack_recv >= milliseconds && unanswered >= kUnansweredMin) {
                found.push_back({address_of(file, getpeername), info.tcpi_last_ack_recv});
            }
        }
    });
    return found;
}

size_t Connections::find(size_t expected) {
    const int64_t start = now_ns();
    // relaxed because marks are of this thread, or come with an add() before
    const bool is_stale = is_stale_.exchange(false, std::memory_order_relaxed);
    if (!is_stale && (sockets_.size() >= expected || start < next_ns_)) {
        return sockets_.size();
    }
    sockets_.clear();
    listener_ = -1;
    visit_files([this](int file) {
        if (counts(file)) {
            sockets_.push_back({file, POLLIN, 0});
        }
    });
    const int64_t end = now_ns();
    next_ns_ = end + std::max(kBetweenLooksNs, kShareOfLooks * (end - start));
    return sockets_.size();
}

void Connections::note_full() noexcept {
    for (pollfd& socket : sockets_) {
        socket.events = POLLOUT;
    }
    poll(sockets_.data(), sockets_.size(), 0);
    for (pollfd& socket : sockets_) {
        const bool is_full = (socket.revents & POLLOUT) == 0;
        socket.events = static_cast<short>(is_full ? POLLIN | POLLOUT : POLLIN);
    }
}

bool Connections::wait(int milliseconds) noexcept {
    if (poll(sockets_.data(), sockets_.size(), milliseconds) <= 0) {
        return false;
    }
    for (const pollfd& socket : sockets_) {
        // One more will be there soon, or one less.
        if ((socket.fd == listener_ && socket.revents != 0) ||
            (socket.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
            is_stale_.store(true, std::memory_order_relaxed); // relaxed because of the same thread
        }
    }
    return true;
}

bool have_unread(std::span<const int> files) noexcept {
    return std::any_of(files.begin(), files.end(), [](int file) {
        int bytes = 0;
        return ioctl(file, FIONREAD, &bytes) == 0 && bytes > 0;
    });
}

} // namespace arauto::os
