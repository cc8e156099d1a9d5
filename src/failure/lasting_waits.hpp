// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Decides that waits have lasted for long enough to be told: they are the same in every look for
// that time, the process that looks was not suspended meanwhile, and no other thread of the images
// that wait computes. One thread may wait for work while others compute for minutes.
#pragma once

#include "boot/stuck.hpp"

#include <cstdint>
#include <span>

namespace arauto::core {

class LastingWaits {
  public:
    /// One look. Takes microseconds, and twice in a standstill some 30 us for each thread.
    /// @param number  of these waits, which changes when one of them ends; 0: there are none
    /// @param waits  these waits, with blocks by rank
    void look(uint64_t number,
              int64_t now,
              int64_t hang_ns,
              std::span<const boot::WaitNode> waits,
              const boot::ImageBlock* blocks);

    [[nodiscard]] bool is_confirmed() const noexcept { return is_confirmed_; }
    [[nodiscard]] int64_t lasted_ns(int64_t now) const noexcept { return now - since_ns_; }

  private:
    void begin(uint64_t number, int64_t now) noexcept;

    uint64_t number_ = 0;
    int64_t since_ns_ = 0;
    int64_t looked_ns_ = 0;
    int64_t probed_ns_ = 0; // when `ticks_` was read; 0: not yet
    uint64_t ticks_ = 0; // of other threads
    bool is_confirmed_ = false;
};

} // namespace arauto::core
