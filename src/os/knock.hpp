// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether anybody still listens at an address of TCP. The kernel of that host answers, so that a
// process which computes, is stopped or is not let run need not: a connection is taken for it, and
// refused once it has ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::os {

/// none: nobody listens at an address of TCP there.
/// unknown: no answer yet, or one that proves nothing, such as that there is no way there.
enum class Door : uint8_t { none, unknown, open, closed };

/// At one address. What is opened is closed at once, without a byte.
class Knock {
  public:
    Knock() = default;
    Knock(const Knock&) = delete;
    Knock& operator=(const Knock&) = delete;
    ~Knock() { end(); }

    /// Begins, or hears what has come of it; each answer is given once. Never waits.
    /// @param address  a sockaddr of IPv4 or IPv6
    [[nodiscard]] Door at(std::span<const std::byte> address) noexcept;

  private:
    [[nodiscard]] Door begin(std::span<const std::byte> address) noexcept;
    [[nodiscard]] Door hear() noexcept;
    [[nodiscard]] Door conclude(int code) noexcept;
    void end() noexcept;

    int socket_ = -1; // while it is under way
};

} // namespace arauto::os
