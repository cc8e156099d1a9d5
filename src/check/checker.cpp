// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checker.hpp.
#include "check/checker.hpp"

#include "check/state.hpp"
#include "plan/plan.hpp"

namespace arauto::check {
namespace {

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

Part part_of_own(By by) noexcept {
    return by == By::carrier ? Part::carrier : Part::program;
}

} // namespace

void Checker::access(
    Access access, By by, const Call& call, int rank, uint64_t offset, uint64_t bytes) noexcept {
    State& state = *state_;
    if (!state.has_ended()) {
        state.shadow.touch_range(access, part_of_call(state, access, by, rank),
                                 state.sites.of_call(call, access), state.place_of(rank, offset),
                                 bytes, 0);
    }
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
    visit_runs(section, [&](int64_t at, uint64_t bytes) {
        state.shadow.touch_range(access, part_of_call(state, access, by, rank), site,
                                 state.place_of(rank, offset) + static_cast<uint64_t>(at), bytes,
                                 static_cast<uint32_t>(section.element_bytes));
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
    if (place < state.view.bytes) {
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
        if (place < state.view.bytes) {
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
