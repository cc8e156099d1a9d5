// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The race checker of one image, put together.
#pragma once

#include "arauto/spi/race.h"
#include "boot/check_area.hpp"
#include "check/delays.hpp"
#include "check/epoch_order.hpp"
#include "check/order.hpp"
#include "check/private_uses.hpp"
#include "check/races.hpp"
#include "check/shadow.hpp"
#include "check/sites.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace arauto::check {

class State {
  public:
    /// @param heaps  where this process has the heap of rank 0
    /// @param view  zero; it is filled, for the program's own look
    State(boot::CheckArea& area,
          uint32_t rank,
          const std::byte* heaps,
          const Memory& memory,
          arauto_race_view_t& view);

    [[nodiscard]] bool has_ended() const noexcept {
        // relaxed because it is a hint: nothing worse than a wasted check comes of it
        return area.end.load(std::memory_order_relaxed) != boot::CheckEnd::none;
    }
    /// A place as the shadow counts: from the heap of rank 0.
    [[nodiscard]] uint64_t place_of(int rank, uint64_t offset) const noexcept {
        return static_cast<uint64_t>(rank) * heap_stride + offset;
    }
    /// A piece of an operation, by an address of this process.
    [[nodiscard]] Piece piece_of(const void* memory,
                                 uint64_t bytes,
                                 Access access,
                                 uint32_t site,
                                 bool is_at_target) const noexcept;

    boot::CheckArea& area;
    const std::byte* const heaps;
    const uint64_t heap_stride;
    const uint64_t heap_bytes; // of all of them
    Order order;
    Sites sites;
    Races races;
    Shadow shadow;
    Delays delays;
    arauto_race_view_t& view; // for the archive
    PrivateUses uses;
    EpochOrder epochs;
    void* front_end = nullptr; // state of a front-end that follows messages
};

} // namespace arauto::check
