// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the TCP connections that a library of this process keeps to itself, by their addresses
// among the process's file descriptors. A thread can then sleep until data for the library arrives,
// and the connections of one peer can be cut. Nothing is read or written here. One thread finds and
// waits; other threads may call add() and cut() while it waits, but not while it finds.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <span>
#include <sys/socket.h>
#include <vector>

namespace arauto::os {

class Connections {
  public:
    /// From now on these count: connections that were accepted at this address or lead to it, and
    /// the socket that listens there.
    /// @param address  a sockaddr of IPv4 or IPv6
    void add(std::span<const std::byte> address);

    /// Ends those that lead to an address, which counts no more: nothing is sent or comes by them
    /// from now on, and data that have arrived can still be read. Also those that were accepted
    /// from its host, if `with_host` and no other address that counts is of that host.
    /// @return the files, which are the library's to close
    std::vector<int> cut(std::span<const std::byte> address, bool with_host);

    struct SilentConnection {
        sockaddr_storage other;
        int64_t milliseconds;
        /// Whether the other end is on the host of an address.
        [[nodiscard]] bool is_of(std::span<const std::byte> address) const noexcept;
    };
    /// The connections whose other end has acknowledged nothing for at least so long, although the
    /// kernel has asked it repeatedly. Where there is nothing to acknowledge, the kernel probes the
    /// other end: for that this must be called a few times in such a time. Connections that are
    /// being made for so long are given up.
    [[nodiscard]] std::vector<SilentConnection> silent_connections(int64_t milliseconds) const;

    /// Looks for them where that may find more: not when all that can be expected are known, nor
    /// right after it has looked. @return how many are known
    size_t find(size_t expected);

    /// From now on wait() also waits for connections that take no more bytes now, until they do.
    void note_full() noexcept;

    /// Sleeps until one has something to be read, has room again, or is made, at most so long.
    /// @return whether that was so
    bool wait(int milliseconds) noexcept;

  private:
    [[nodiscard]] bool is_known(const sockaddr_storage& address) const noexcept;
    [[nodiscard]] bool leads_somewhere(int file) const noexcept;
    [[nodiscard]] bool counts(int file) noexcept;

    std::vector<sockaddr_storage> addresses_;
    std::vector<pollfd> sockets_;
    int listener_ = -1;
    std::atomic<bool> is_stale_{true};
    int64_t next_ns_ = 0; // no look before
};

/// Whether something has come by one of these files that has not been read.
[[nodiscard]] bool have_unread(std::span<const int> files) noexcept;

} // namespace arauto::os
