// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Loads and stores of programs that were compiled with `arauto fc --check=race`.
#include "arauto/spi/race.h"

#include "check/checker.hpp"
#include "check/state.hpp"
#include "runtime/rank.hpp"

using namespace arauto;

namespace {

constexpr arauto_race_view_t kUnchecked{};

} // namespace

void arauto_race_touch(const void* memory,
                       size_t bytes,
                       arauto_race_access_t access,
                       const void* caller) noexcept {
    const core::Rank& self = core::this_rank();
    if (self.current_phase() == core::Phase::before) {
        return;
    }
    arauto_thread.race = self.checker != nullptr ? &self.checker->state().view : &kUnchecked;
    if (self.checker == nullptr) {
        return;
    }
    check::State& state = self.checker->state();
    const auto first = reinterpret_cast<uint64_t>(memory);
    const uint64_t place = first - reinterpret_cast<uint64_t>(state.heaps);
    const bool is_private = place >= state.heap_bytes;
    if (state.has_ended() || (is_private && !state.uses.may_touch(first, bytes))) {
        return;
    }
    const auto kind = static_cast<check::Access>(access);
    constexpr size_t kWidest = 16;
    const uint64_t width = bytes <= kWidest ? bytes : 0;
    const uint32_t site = state.sites.of_instruction(caller, kind, width);
    if (is_private) {
        state.uses.touch({state.order.stamp(), site, kind}, first, bytes);
        return;
    }
    const uint64_t within = place % boot::kCellBytes;
    if (within + bytes <= boot::kCellBytes && access <= ARAUTO_RACE_WRITE) {
        const uint64_t mask = ((uint64_t{1} << bytes) - 1) << within;
        state.shadow.touch(kind, site, place / boot::kCellBytes, mask);
        return;
    }
    state.shadow.touch_range(kind, check::Part::program, site, place, bytes,
                             static_cast<uint32_t>(width));
}

void arauto_race_note_program(void) noexcept {
    core::this_rank().is_instrumented = true;
}
