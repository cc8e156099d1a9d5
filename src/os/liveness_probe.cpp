// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See liveness_probe.hpp.
#include "os/liveness_probe.hpp"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace arauto::os {

void LivenessProbe::end() noexcept {
    if (socket_ >= 0) {
        close(socket_);
        socket_ = -1;
    }
}

ListenerState LivenessProbe::conclude(int code) noexcept {
    end();
    return code == 0              ? ListenerState::open
           : code == ECONNREFUSED ? ListenerState::closed
                                  : ListenerState::unknown;
}

ListenerState LivenessProbe::hear() noexcept {
    pollfd answer{socket_, POLLOUT, 0};
    if (poll(&answer, 1, 0) == 0) {
        return ListenerState::unknown;
    }
    int code = 0;
    socklen_t bytes = sizeof code;
    return conclude(getsockopt(socket_, SOL_SOCKET, SO_ERROR, &code, &bytes) == 0 ? code : errno);
}

ListenerState LivenessProbe::begin(std::span<const std::byte> address) noexcept {
    sockaddr_storage listener{};
    if (address.size() > sizeof listener) {
        return ListenerState::unknown;
    }
    std::memcpy(&listener, address.data(), address.size());
    socket_ = socket(listener.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket_ < 0) {
        return ListenerState::unknown;
    }
    // Closed by a reset: the listener learns of an error, rather than of an end before the
    // beginning, and nothing of the connection stays behind.
    const linger not_at_all{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &not_at_all, sizeof not_at_all);
    const auto bytes = static_cast<socklen_t>(address.size());
    const int code =
        connect(socket_, reinterpret_cast<const sockaddr*>(&listener), bytes) == 0 ? 0 : errno;
    return code == EINPROGRESS ? hear() : conclude(code);
}

ListenerState LivenessProbe::at(std::span<const std::byte> address) noexcept {
    return socket_ >= 0 ? hear() : begin(address);
}

} // namespace arauto::os
