// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Short delays ahead of releases and locks, by chance, so that images come to locks and to each
// other in orders that are rare otherwise. The same seed gives an image the same delays.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace arauto::check {

class Delays {
  public:
    static constexpr uint64_t kMostNs = 200'000;

    /// @param seed  0: there are none
    Delays(uint64_t seed, uint32_t rank) noexcept : seed_(seed), rank_(rank) {}

    /// The next one; half of them are 0.
    [[nodiscard]] uint64_t next_ns() noexcept {
        if (seed_ == 0) {
            return 0;
        }
        // relaxed because it is a number of its own
        const uint64_t number = count_.fetch_add(1, std::memory_order_relaxed);
        const uint64_t chance = mix(seed_ ^ mix(uint64_t{rank_} << 32 ^ number));
        return chance % 2 == 0 ? 0 : (chance >> 1) % (kMostNs + 1);
    }
    void pass() noexcept {
        if (const uint64_t delay = next_ns(); delay > 0) {
            const timespec nap = {0, static_cast<long>(delay)};
            nanosleep(&nap, nullptr);
        }
    }

  private:
    /// splitmix64.
    [[nodiscard]] static constexpr uint64_t mix(uint64_t value) noexcept {
        value += 0x9e3779b97f4a7c15;
        value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
        value = (value ^ value >> 27) * 0x94d049bb133111eb;
        return value ^ value >> 31;
    }

    const uint64_t seed_;
    const uint32_t rank_;
    std::atomic<uint64_t> count_{0};
};

} // namespace arauto::check
