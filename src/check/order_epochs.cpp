// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The part of order.hpp that is about epochs: stages of which images count how often they have
// reached them, and locks that several may hold.
#include "check/order.hpp"
#include "check/shared_lock.hpp"

#include <algorithm>

namespace arauto::check {
namespace {

/// 60 bits, which differ for different objects but by a chance of 2 to the power of -58.
uint64_t mixed(uint64_t id, uint64_t a, uint64_t b, uint64_t c) noexcept {
    constexpr uint64_t kFirst = 0x9e3779b97f4a7c15;
    constexpr uint64_t kSecond = 0xbf58476d1ce4e5b9;
    uint64_t name = id;
    for (const uint64_t part : {a, b, c}) {
        name = (name ^ (part + 1) * kFirst) * kSecond;
        name ^= name >> 29;
    }
    return name & ((uint64_t{1} << 60) - 1);
}

} // namespace

uint64_t Order::name_of(const Stage& stage) noexcept {
    return mixed(stage.id, static_cast<uint64_t>(stage.kind), stage.from, stage.to);
}

uint64_t Order::name_of(const MemberLock& lock) noexcept {
    return mixed(lock.id, lock.rank, 0, 0);
}

uint64_t Order::next_under_way() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    return can_carry_on() ? ++last_carried_ : last_carried_;
}

uint64_t Order::stamp_under_way(uint64_t under_way) const noexcept {
    const uint32_t carrier = component(Part::carrier, rank_);
    return stamp_of(carrier, under_way - std::min(under_way, base_[carrier]));
}

void Order::is_complete(uint64_t under_way) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    raise_to(clock_[images_ + rank_], under_way);
}

/// Under mutex_.
void Order::tell_under_way(Clock* into, uint64_t under_way) const noexcept {
    if (under_way != 0) {
        raise_to(into[images_ + rank_], under_way);
    }
}

void Order::reach(const Stage& stage, uint64_t count, uint64_t under_way) noexcept {
    auto* const stages = object<Stages>(Kind::stage, name_of(stage), Stages::kKept);
    if (stages == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock held(stages->lock);
    const uint32_t at = count % Stages::kKept;
    if (stages->count[at] != count) {
        stages->count[at] = count;
        stages->images[at] = 0;
    }
    ++stages->images[at];
    stages->releaser = rank_;
    Clock* const clock = clock_in(*stages, at);
    publish(clock, Told::all);
    tell_under_way(clock, under_way);
    count_up();
}

bool Order::is_reached(const Stage& stage, uint64_t count, uint32_t images) noexcept {
    constexpr size_t kIfThere = 0;
    auto* const stages = reinterpret_cast<Stages*>(find(Kind::stage, name_of(stage), kIfThere));
    if (stages == nullptr) {
        return false;
    }
    const SharedLock held(stages->lock);
    const uint32_t at = count % Stages::kKept;
    return stages->count[at] > count ||
           (stages->count[at] == count && stages->images[at] >= images);
}

void Order::acquire_stage(uint32_t site, const Stage& stage, uint64_t count) noexcept {
    auto* const stages = object<Stages>(Kind::stage, name_of(stage), Stages::kKept);
    if (stages == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock held(stages->lock);
    acquire(clock_in(*stages, count % Stages::kKept), site,
            stage.kind >= Stage::Kind::fence ? kNone : stage.from, Told::all);
}

void Order::acquire_lock(uint32_t site, const MemberLock& lock) noexcept {
    auto* const locks = object<SharedLocks>(Kind::member_lock, name_of(lock), 2);
    if (locks == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock held(locks->lock);
    acquire(clock_in(*locks, 0), site, kNone, Told::all);
    if (lock.is_exclusive) {
        acquire(clock_in(*locks, 1), site, kNone, Told::all);
    }
}

void Order::release_lock(const MemberLock& lock, uint64_t under_way) noexcept {
    auto* const locks = object<SharedLocks>(Kind::member_lock, name_of(lock), 2);
    if (locks == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock held(locks->lock);
    Clock* const clock = clock_in(*locks, lock.is_exclusive ? 0 : 1);
    publish(clock, Told::all);
    tell_under_way(clock, under_way);
    locks->releaser = rank_;
    count_up();
}

} // namespace arauto::check
