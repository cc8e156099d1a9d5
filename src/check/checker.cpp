// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checker.hpp.
#include "check/checker.hpp"

#include "check/state.hpp"
#include "plan/plan.hpp"

namespace arauto::check {
namespace {

/// In place of a rank, of words that stand for the collectives of a team.
constexpr int kOfCollectives = 0xffff;
static_assert(kOfCollectives > boot::kCheckedImagesMax);

/// Calls visit(displacement, bytes) for each contiguous piece of a section.
template <typename Visit> void visit_runs(const arauto_section_t& section, Visit visit) noexcept {
    plan::for_each_run(plan::make_plan(section, section), [&](int64_t at, int64_t, size_t bytes) {
        visit(at, static_cast<uint64_t>(bytes));
    });
}

/// A write to another image's memory may be under way when the call has returned.
Part part_of_call(const State& state, Access access, By by, int rank) noexcept {
    const bool writes = access == Access::write || access == Access::atomic_write;
    const bool is_far = static_cast<uint32_t>(rank) != state.order.rank();
    return by == By::carrier ? Part::carrier : writes && is_far ? Part::puts : Part::program;
}

/// Whether it is told when nothing was written there. Where a part of the program is not seen, that
/// cannot be known.
bool reports_initial(const State& state, Access access, int rank) noexcept {
    constexpr auto kRelaxed = std::memory_order_relaxed; // relaxed because images add at the start
    return state.area.options.reports_initial != 0 && access == Access::read &&
           static_cast<uint32_t>(rank) != state.order.rank() &&
           state.area.instrumented.load(kRelaxed) == state.area.images;
}

Part part_of_own(By by) noexcept {
    return by == By::carrier ? Part::carrier : Part::program;
}

} // namespace

void Checker::access(
    Access access, By by, const Call& call, int rank, uint64_t offset, uint64_t bytes) noexcept {
    State& state = *state_;
    if (state.has_ended()) {
        return;
    }
    const uint32_t site = state.sites.of_call(call, access);
    const uint64_t place = state.place_of(rank, offset);
    if (reports_initial(state, access, rank)) {
        state.shadow.find_unwritten(site, place, bytes, 0);
    }
    state.shadow.touch_range(access, part_of_call(state, access, by, rank), site, place, bytes, 0);
}

void Checker::access(Access access,
                     By by,
                     const Call& call,
                     int rank,
                     uint64_t offset,
                     const arauto_section_t& section) noexcept {
    State& state = *state_;
    if (state.has_ended()) {
        return;
    }
    const uint32_t site = state.sites.of_call(call, access);
    const auto width = static_cast<uint32_t>(section.element_bytes);
    visit_runs(section, [&](int64_t at, uint64_t bytes) {
        const uint64_t place = state.place_of(rank, offset) + static_cast<uint64_t>(at);
        if (reports_initial(state, access, rank)) {
            state.shadow.find_unwritten(site, place, bytes, width);
        }
        state.shadow.touch_range(access, part_of_call(state, access, by, rank), site, place, bytes,
                                 width);
    });
}

void Checker::access_memory(
    Access access, By by, const Call& call, const void* memory, uint64_t bytes) noexcept {
    State& state = *state_;
    const uint64_t place =
        static_cast<uint64_t>(static_cast<const std::byte*>(memory) - state.heaps);
    const auto first = reinterpret_cast<uint64_t>(memory);
    if (state.has_ended()) {
        return;
    }
    if (place < state.heap_bytes) {
        state.shadow.touch_range(access, part_of_own(by), state.sites.of_call(call, access), place,
                                 bytes, 0);
    } else if (state.uses.may_touch(first, bytes)) {
        state.uses.touch({state.order.stamp(), state.sites.of_call(call, access), access}, first,
                         bytes);
    }
}

void Checker::access_memory(Access access,
                            By by,
                            const Call& call,
                            const void* memory,
                            const arauto_section_t& section) noexcept {
    State& state = *state_;
    const uint64_t base =
        static_cast<uint64_t>(static_cast<const std::byte*>(memory) - state.heaps);
    if (state.has_ended()) {
        return;
    }
    uint32_t site = 0;
    visit_runs(section, [&](int64_t at, uint64_t bytes) {
        const uint64_t place = base + static_cast<uint64_t>(at);
        if (place < state.heap_bytes) {
            site = site != 0 ? site : state.sites.of_call(call, access);
            state.shadow.touch_range(access, part_of_own(by), site, place, bytes,
                                     static_cast<uint32_t>(section.element_bytes));
        }
    });
}

void Checker::next_carried() noexcept {
    if (!state_->has_ended()) {
        state_->order.next_carried();
    }
}

void Checker::enter_meeting(uint32_t team, uint32_t instance) noexcept {
    if (!state_->has_ended()) {
        state_->order.enter_meeting(team, instance);
    }
}

void Checker::leave_meeting(const Call& call,
                            uint32_t team,
                            uint32_t instance,
                            bool is_of_world) noexcept {
    if (!state_->has_ended()) {
        state_->order.leave_meeting(state_->sites.of_call(call), team, instance, is_of_world);
    }
}

bool Checker::is_late() const noexcept {
    return !state_->has_ended() && state_->order.is_late();
}

void Checker::forget_all() noexcept {
    State& state = *state_;
    state.shadow.forget(state.place_of(static_cast<int>(state.order.rank()), 0), state.heap_stride);
    state.order.start_words_anew();
}

void Checker::release_to(int rank) noexcept {
    if (!state_->has_ended()) {
        state_->order.release_to(static_cast<uint32_t>(rank));
    }
}

void Checker::acquire_from(const Call& call, int rank) noexcept {
    if (!state_->has_ended()) {
        state_->order.acquire_from(state_->sites.of_call(call), static_cast<uint32_t>(rank));
    }
}

// Both ends of a post, whether or not the checker has ended meanwhile: the queue is held.
void Checker::begin_post(const Word& word, By by, uint64_t count) noexcept {
    state_->order.begin_post(word, by, count);
}

void Checker::end_post(const Word& word) noexcept {
    state_->order.end_post(word);
}

void Checker::taken(const Call& call, uint64_t offset, uint64_t count) noexcept {
    if (!state_->has_ended()) {
        const Word word{static_cast<int>(state_->order.rank()), offset};
        state_->order.taken(state_->sites.of_call(call), word, count);
    }
}

void Checker::acquired(const Call& call, const Word& word) noexcept {
    if (!state_->has_ended()) {
        state_->order.acquired(state_->sites.of_call(call), word);
    }
}

void Checker::releases(const Word& word) noexcept {
    if (!state_->has_ended()) {
        state_->order.releases(word);
    }
}

void Checker::begins(const Word& word) noexcept {
    if (!state_->has_ended()) {
        state_->order.begins(word);
    }
}

void Checker::sync_memory(const Call& call) noexcept {
    if (!state_->has_ended()) {
        state_->order.sync_memory(state_->sites.of_call(call));
    }
}

void Checker::atomic_writes(const Word& word) noexcept {
    if (!state_->has_ended()) {
        state_->order.atomic_writes(word);
    }
}

void Checker::atomic_has_read(const Word& word) noexcept {
    if (!state_->has_ended()) {
        state_->order.atomic_has_read(word);
    }
}

bool Checker::orders_collectives() const noexcept {
    return state_->area.options.orders_collectives != 0;
}

void Checker::enter_collective(uint32_t team) noexcept {
    releases({kOfCollectives, team});
}

void Checker::leave_collective(const Call& call, uint32_t team) noexcept {
    acquired(call, {kOfCollectives, team});
}

void Checker::delay() noexcept {
    if (!state_->has_ended()) {
        state_->delays.pass();
    }
}

void Checker::allocated(uint64_t offset, uint64_t bytes) noexcept {
    State& state = *state_;
    if (!state.has_ended()) {
        state.shadow.forget(state.place_of(static_cast<int>(state.order.rank()), offset), bytes);
    }
}

void Checker::freed(const Call& call, uint64_t offset, uint64_t bytes) noexcept {
    State& state = *state_;
    if (!state.has_ended()) {
        state.shadow.mark_freed(state.sites.of_call(call),
                                state.place_of(static_cast<int>(state.order.rank()), offset),
                                bytes);
    }
}

} // namespace arauto::check
