// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Private memory of this image that operations under way read or write. There is no shadow of it:
// a list of its pieces, and one range around all of them, by which the program's own accesses are
// told apart at once.
#pragma once

#include "arauto/spi/race.h"
#include "check/races.hpp"

#include <cstdint>
#include <map>
#include <mutex>

namespace arauto::check {

class PrivateUses {
  public:
    /// @param view  is given the range around all pieces
    PrivateUses(Races& races, arauto_race_view_t& view) noexcept : races_(races), view_(view) {}

    /// An operation that is under way from here on.
    void add(const Toucher& who, uint64_t first, uint64_t bytes);
    /// The piece that add() has added of this operation there.
    void remove(const Toucher& who, uint64_t first) noexcept;

    [[nodiscard]] bool may_touch(uint64_t first, uint64_t bytes) const noexcept;
    /// An access of the program.
    void touch(const Toucher& who, uint64_t first, uint64_t bytes) noexcept;

  private:
    struct Use {
        uint64_t end;
        uint64_t stamp;
        uint32_t site;
        Access access;
    };
    /// Under mutex_.
    [[nodiscard]] RaceFound
    find_conflict(const Toucher& who, uint64_t first, uint64_t end) const noexcept;
    void show_range() noexcept;

    Races& races_;
    arauto_race_view_t& view_;
    mutable std::mutex mutex_; // of what follows
    std::multimap<uint64_t, Use> uses_; // by their first addresses
    uint64_t longest_ = 0; // bytes of the longest one so far
    uint64_t end_ = 0; // of all so far
};

} // namespace arauto::check
