// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// FNV-1a, which mixes numbers and bytes well enough to tell different ones apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::halo {

class Digest {
  public:
    void add(std::span<const std::byte> bytes) noexcept {
        for (const std::byte each : bytes) {
            constexpr uint64_t kPrime = 1099511628211U;
            value_ ^= static_cast<uint64_t>(each);
            value_ *= kPrime;
        }
    }
    void add(int64_t value) noexcept { add(std::as_bytes(std::span(&value, 1))); }
    [[nodiscard]] uint64_t value() const noexcept { return value_; }

  private:
    uint64_t value_ = 14695981039346656037U;
};

} // namespace arauto::halo
