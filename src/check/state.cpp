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
      sites(area), races(area, order, memory), shadow(area, order, sites, races) {
    static_assert(sizeof(std::atomic<uint64_t>) == sizeof(uint64_t));
    view.first = reinterpret_cast<uint64_t>(heaps);
    view.bytes = area.cells * boot::kCellBytes;
    view.written = reinterpret_cast<const uint64_t*>(shadow.written());
    view.read = reinterpret_cast<const uint64_t*>(shadow.read());
    view.stamp = reinterpret_cast<const uint64_t*>(&order.stamp_word());
}

} // namespace arauto::check
