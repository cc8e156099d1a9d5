// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state.hpp.
#include "check/state.hpp"

#include <atomic>

namespace arauto::check {

State::State(boot::CheckArea& area_in,
             uint32_t rank,
             const std::byte* heaps_in,
             const Memory& memory,
             arauto_race_view_t& view_in)
    : area(area_in), heaps(heaps_in), heap_stride(memory.heap_stride),
      heap_bytes(area.cells * boot::kCellBytes), order(area, rank, view_in), sites(area),
      races(area, order, memory), shadow(area, order, sites, races),
      delays(area.options.shuffle_seed, rank), view(view_in), uses(races, view),
      epochs(order, shadow, uses) {
    static_assert(sizeof(std::atomic<uint64_t>) == sizeof(uint64_t));
    static_assert(boot::kCellBytes == sizeof(uint64_t)); // so a word is as far on as its cell
    const auto first = reinterpret_cast<uint64_t>(heaps);
    view.to_word[ARAUTO_RACE_READ] = reinterpret_cast<uint64_t>(shadow.read()) - first;
    view.to_word[ARAUTO_RACE_WRITE] = reinterpret_cast<uint64_t>(shadow.written()) - first;
    view.known = sites.of_instructions();
}

Piece State::piece_of(const void* memory,
                      uint64_t bytes,
                      Access access,
                      uint32_t site,
                      bool is_at_target) const noexcept {
    const auto place = static_cast<uint64_t>(static_cast<const std::byte*>(memory) - heaps);
    const bool is_private = place >= heap_bytes;
    return {.first = is_private ? reinterpret_cast<uint64_t>(memory) : place,
            .bytes = bytes,
            .site = site,
            .access = access,
            .width = 0,
            .is_private = is_private,
            .is_at_target = is_at_target};
}

} // namespace arauto::check
