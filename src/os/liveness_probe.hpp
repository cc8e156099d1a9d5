// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Checks whether a process still listens at a TCP address. The kernel of its host answers: it
// accepts the connection while the process exists, even if the process computes, is stopped or
// waits for a core, and refuses it once the process has ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::os {

/// none: there is no TCP address to probe.
/// unknown: no answer yet, or an answer that proves nothing, such as "no route to host".
enum class ListenerState : uint8_t { none, unknown, open, closed };

/// Probes one address. A connection that succeeds is closed at once, without a byte.
class LivenessProbe {
  public:
    LivenessProbe() = default;
    LivenessProbe(const LivenessProbe&) = delete;
    LivenessProbe& operator=(const LivenessProbe&) = delete;
    ~LivenessProbe() { end(); }

    /// Starts a connection, or looks at the one under way. Gives each answer once. Never waits.
    /// @param address  a sockaddr of IPv4 or IPv6
    [[nodiscard]] ListenerState at(std::span<const std::byte> address) noexcept;

  private:
    [[nodiscard]] ListenerState begin(std::span<const std::byte> address) noexcept;
    [[nodiscard]] ListenerState hear() noexcept;
    [[nodiscard]] ListenerState conclude(int code) noexcept;
    void end() noexcept;

    int socket_ = -1; // while it is under way
};

} // namespace arauto::os
