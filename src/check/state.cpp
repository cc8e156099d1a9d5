// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state.hpp.
#include "check/state.hpp"

#include <atomic>

namespace arauto::check {

State::State(boot::CheckArea& area_in,
             uint32_t rank,
             const std::byte* heaps_in,
             const Memory& memory)
    : area(area_in), heaps(heaps_in), heap_stride(memory.heap_stride), order(area, rank),
      sites(area), races(area, order, memory), shadow(area, order, sites, races), uses(races, view),
      epochs(order, shadow, uses) {
    static_assert(sizeof(std::atomic<uint64_t>) == sizeof(uint64_t));
    view.first = reinterpret_cast<uint64_t>(heaps);
    view.bytes = area.cells * boot::kCellBytes;
    view.written = reinterpret_cast<const uint64_t*>(shadow.written());
    view.read = reinterpret_cast<const uint64_t*>(shadow.read());
    view.stamp = reinterpret_cast<const uint64_t*>(&order.stamp_word());
}

Piece State::piece_of(const void* memory,
                      uint64_t bytes,
                      Access access,
                      uint32_t site,
                      bool is_at_target) const noexcept {
    const auto place = static_cast<uint64_t>(static_cast<const std::byte*>(memory) - heaps);
    const bool is_private = place >= view.bytes;
    return {.first = is_private ? reinterpret_cast<uint64_t>(memory) : place,
            .bytes = bytes,
            .site = site,
            .access = access,
            .width = 0,
            .is_private = is_private,
            .is_at_target = is_at_target};
}

} // namespace arauto::check
