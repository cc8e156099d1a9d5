// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See order.hpp.
#include "check/order.hpp"

#include "check/shared_lock.hpp"

#include <algorithm>

namespace arauto::check {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed; // relaxed because a lock orders the rest

uint64_t pair_name(uint32_t from, uint32_t to) noexcept {
    return uint64_t{from} << 32 | to;
}

} // namespace

void Order::raise_to(Clock& clock, uint64_t value) noexcept {
    if (clock.load(kRelaxed) < value) {
        clock.store(value, kRelaxed);
    }
}

void Order::end_checking(boot::CheckArea& area, boot::CheckEnd why) noexcept {
    boot::CheckEnd none = boot::CheckEnd::none;
    area.end.compare_exchange_strong(none, why, kRelaxed); // relaxed because it stands alone
}

Order::Order(boot::CheckArea& area, uint32_t rank, arauto_race_view_t& view)
    : area_(area), rank_(rank), images_(area.images), components_(3 * area.images),
      clock_(new Clock[components_]()), met_(new Clock[components_]()), base_(components_),
      heard_(new std::atomic<uint32_t>[components_]()), now_(view.now), met_now_(view.met),
      is_touched_(view.is_touched), released_(area.images), acquired_(area.images),
      gathered_(new Clock[components_]()) {
    now_.store(stamp_of(rank, 1) | kMaskMost, kRelaxed);
    met_now_.store(stamp_of(rank, 0), kRelaxed);
    is_touched_.store(0, kRelaxed);
}

uint64_t Order::stamp_of_part(Part part) const noexcept {
    const uint32_t own = component(part, rank_);
    return stamp_of(own, (part == Part::carrier ? clock_[own].load(kRelaxed) : now()) - base_[own]);
}

uint64_t Order::name_of(const Word& word) noexcept {
    constexpr int kOffsetBits = 44;
    return static_cast<uint64_t>(word.rank) << kOffsetBits | word.offset;
}

/// Finds or makes an object of shared memory. Null when there is no room.
/// @param bytes  0: one that is there is found alone
std::byte* Order::find(Kind kind, uint64_t name, size_t bytes) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr size_t kTries = 1024;
    const uint64_t key = static_cast<uint64_t>(kind) << 60 | name;
    auto* const index = boot::part_of<boot::CheckIndex>(area_, area_.index_offset);
    const size_t first = key * kGolden >> 46;
    static_assert(boot::CheckArea::kIndex == uint32_t{1} << 18);
    for (size_t i = 0; i < kTries; ++i) {
        boot::CheckIndex& entry = index[(first + i) % boot::CheckArea::kIndex];
        uint64_t taken = entry.key.load(kRelaxed);
        if (taken == 0 && bytes == 0) {
            return nullptr;
        }
        if (taken == 0 && entry.key.compare_exchange_strong(taken, key, kRelaxed)) {
            constexpr uint64_t kLine = 64;
            const uint64_t rounded = (bytes + kLine - 1) / kLine * kLine;
            const uint64_t at = area_.arena_used.fetch_add(rounded, kRelaxed);
            const bool fits = at + rounded <= area_.arena_bytes;
            if (!fits) {
                end_checking(area_, boot::CheckEnd::arena_full);
            }
            // PAIR check.index: the object is there; it is zero
            entry.offset.store(fits ? area_.arena_offset + at : UINT64_MAX,
                               std::memory_order_release);
            taken = key;
        }
        if (taken == key) {
            uint64_t offset = 0;
            // PAIR check.index: look
            while ((offset = entry.offset.load(std::memory_order_acquire)) == 0) {
                os::yield_core();
            }
            return offset == UINT64_MAX ? nullptr : boot::part_of<std::byte>(area_, offset);
        }
    }
    if (bytes != 0) {
        end_checking(area_, boot::CheckEnd::arena_full);
    }
    return nullptr;
}

void Order::begins(const Word& word) noexcept {
    constexpr size_t kIfThere = 0;
    const uint64_t name = name_of(word);
    if (auto* const queue = reinterpret_cast<Queue*>(find(Kind::queue, name, kIfThere))) {
        const SharedLock lock(queue->lock);
        queue->first = 0;
        queue->used = 0;
    }
    if (auto* const held = reinterpret_cast<Lock*>(find(Kind::lock, name, kIfThere))) {
        const SharedLock lock(held->lock);
        Clock* const clock = clock_in(*held, 0);
        std::for_each(clock, clock + components_, [](Clock& each) { each.store(0, kRelaxed); });
    }
}

void Order::publish(Clock* into, Told told) noexcept {
    const uint64_t last = is_touched_.load(kRelaxed) != 0 ? now() : now() - 1;
    clock_[rank_].store(last, kRelaxed);
    if (told == Told::all) {
        clock_[own_puts()].store(last, kRelaxed);
    }
    for (uint32_t i = 0; into != nullptr && i < components_; ++i) {
        raise_to(into[i], clock_[i].load(kRelaxed));
    }
}

/// Accesses from here on are behind what was published.
void Order::count_up() noexcept {
    if (is_touched_.load(kRelaxed) == 0) {
        return; // there are none with the present stamp
    }
    const uint64_t now = clock_of(stamp());
    if (now == kClockMost) { // images have not met for so long
        end_checking(area_, boot::CheckEnd::clocks_full);
        return;
    }
    is_touched_.store(0, kRelaxed);
    now_.store(stamp_of(rank_, now + 1) | kMaskMost, kRelaxed);
}

void Order::acquire(uint32_t component, uint64_t number, uint32_t site) noexcept {
    if (component != rank_ && component != own_puts() &&
        clock_[component].load(kRelaxed) < number) {
        clock_[component].store(number, kRelaxed);
        heard_[component].store(site, kRelaxed);
    }
}

void Order::acquire(const Clock* from, uint32_t site, uint32_t releaser, Told told) noexcept {
    for (uint32_t i = 0; i < components_; ++i) {
        acquire(i, from[i].load(kRelaxed), site);
    }
    // An image that has accessed nothing since was heard of all the same.
    for (uint32_t i = 0; i < components_; ++i) {
        const bool is_told = told == Told::all || i < component(Part::puts, 0);
        if (is_told && (releaser == kAll || i % images_ == releaser)) {
            heard_[i].store(site, kRelaxed);
        }
    }
}

void Order::next_carried() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (can_carry_on()) {
        clock_[images_ + rank_].store(++last_carried_, kRelaxed);
    }
}

/// Under mutex_. Whether words can have the number of a further carried operation.
bool Order::can_carry_on() noexcept {
    const bool fits = last_carried_ + 1 - base_[images_ + rank_] < kClockMost;
    if (!fits) {
        end_checking(area_, boot::CheckEnd::clocks_full);
    }
    return fits;
}

void Order::step() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    count_up();
}

void Order::enter_meeting(uint32_t team, uint32_t instance) noexcept {
    auto* const place = object<Turns>(Kind::meeting, team, 2);
    if (place == nullptr) {
        return;
    }
    const uint32_t turn = instance & 1;
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock lock(place->lock);
    Clock* const clock = clock_in(*place, turn);
    const uint64_t number = uint64_t{instance} + 1;
    if (place->number[turn] != number) { // all have left the one before the last
        std::for_each(clock, clock + components_, [](Clock& each) { each.store(0, kRelaxed); });
        place->number[turn] = number;
    }
    publish(clock, Told::all);
    count_up();
}

void Order::leave_meeting(uint32_t site,
                          uint32_t team,
                          uint32_t instance,
                          bool is_of_world) noexcept {
    auto* const place = object<Turns>(Kind::meeting, team, 2);
    if (place == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock lock(place->lock);
    const Clock* const clock = clock_in(*place, instance & 1);
    acquire(clock, site, is_of_world ? kAll : kNone, Told::all);
    for (uint32_t i = 0; is_of_world && i < components_; ++i) {
        met_[i].store(clock[i].load(kRelaxed), kRelaxed);
    }
    if (is_of_world) {
        met_now_.store(stamp_of(rank_, met_[rank_].load(kRelaxed) - base_[rank_]), kRelaxed);
        is_late_ = false;
        for (uint32_t i = 0; i < components_; ++i) {
            is_late_ = is_late_ || met_[i].load(kRelaxed) - base_[i] >= area_.options.clock_limit;
        }
    }
}

void Order::start_words_anew() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    const uint64_t present = now();
    std::transform(met_.get(), met_.get() + components_, base_.begin(),
                   [](const Clock& each) { return each.load(kRelaxed); });
    now_.store(stamp_of(rank_, present - base_[rank_]) | kMaskMost, kRelaxed);
    met_now_.store(stamp_of(rank_, 0), kRelaxed);
    is_late_ = false;
}

void Order::release_to(uint32_t rank) noexcept {
    auto* const pair = object<Turns>(Kind::pair, pair_name(rank_, rank), 2);
    if (pair == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock lock(pair->lock);
    publish(clock_in(*pair, released_[rank]++ & 1), Told::all);
    count_up();
}

void Order::acquire_from(uint32_t site, uint32_t rank) noexcept {
    auto* const pair = object<Turns>(Kind::pair, pair_name(rank, rank_), 2);
    if (pair == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock lock(pair->lock);
    acquire(clock_in(*pair, acquired_[rank]++ & 1), site, rank, Told::all);
}

/// Makes one of the two oldest posts, so that there is room for another.
void Order::merge_oldest(Queue& queue) noexcept {
    const uint32_t second = (queue.first + 1) % kPosts;
    const Clock* const from = clock_in(queue, queue.first);
    Clock* const into = clock_in(queue, second);
    for (uint32_t i = 0; i < components_; ++i) {
        raise_to(into[i], from[i].load(kRelaxed));
    }
    queue.posts[second].count += queue.posts[queue.first].count;
    queue.first = second;
    --queue.used;
}

void Order::begin_post(const Word& word, By by, uint64_t count) noexcept {
    auto* const queue = object<Queue>(Kind::queue, name_of(word), kPosts);
    if (queue == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    take_shared(queue->lock);
    if (queue->used == kPosts) {
        merge_oldest(*queue);
    }
    const uint32_t at = (queue->first + queue->used) % kPosts;
    queue->posts[at] = {count, rank_, by == By::carrier ? 1U : 0U};
    Clock* const clock = clock_in(*queue, at);
    std::for_each(clock, clock + components_, [](Clock& each) { each.store(0, kRelaxed); });
    publish(clock, by == By::carrier ? Told::all_but_puts : Told::all);
    count_up();
    ++queue->used;
}

void Order::end_post(const Word& word) noexcept {
    if (auto* const queue = object<Queue>(Kind::queue, name_of(word), kPosts)) {
        give_shared(queue->lock);
    }
}

void Order::taken(uint32_t site, const Word& word, uint64_t count) noexcept {
    auto* const queue = object<Queue>(Kind::queue, name_of(word), kPosts);
    if (queue == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    const SharedLock lock(queue->lock);
    while (count > 0 && queue->used > 0) {
        Post& post = queue->posts[queue->first];
        acquire(clock_in(*queue, queue->first), site, post.releaser,
                post.is_of_carrier != 0 ? Told::all_but_puts : Told::all);
        const uint64_t part = std::min(count, post.count);
        post.count -= part;
        count -= part;
        if (post.count == 0) {
            queue->first = queue->used > 1 ? (queue->first + 1) % kPosts : 0;
            --queue->used;
        }
    }
}

void Order::acquired(uint32_t site, const Word& word) noexcept {
    auto* const lock = object<Lock>(Kind::lock, name_of(word), 1);
    if (lock != nullptr) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const SharedLock held(lock->lock);
        acquire(clock_in(*lock, 0), site, static_cast<uint32_t>(lock->releaser), Told::all);
    }
}

void Order::releases(const Word& word) noexcept {
    auto* const lock = object<Lock>(Kind::lock, name_of(word), 1);
    if (lock != nullptr) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const SharedLock held(lock->lock);
        publish(clock_in(*lock, 0), Told::all);
        lock->releaser = rank_;
        count_up();
    }
}

void Order::sync_memory(uint32_t site) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    publish(nullptr, Told::all);
    armed_.resize(components_);
    std::transform(clock_.get(), clock_.get() + components_, armed_.begin(),
                   [](const Clock& each) { return each.load(kRelaxed); });
    count_up();
    acquire(gathered_.get(), site, kNone, Told::all);
}

void Order::atomic_writes(const Word& word) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (armed_.empty()) {
        return;
    }
    if (auto* const place = object<Object>(Kind::atomic, name_of(word), 1)) {
        const SharedLock held(place->lock);
        Clock* const clock = clock_in(*place, 0);
        for (uint32_t i = 0; i < components_; ++i) {
            raise_to(clock[i], armed_[i]);
        }
    }
}

void Order::atomic_has_read(const Word& word) noexcept {
    if (auto* const place = object<Object>(Kind::atomic, name_of(word), 1)) {
        const std::lock_guard<std::mutex> guard(mutex_);
        const SharedLock held(place->lock);
        const Clock* const clock = clock_in(*place, 0);
        for (uint32_t i = 0; i < components_; ++i) {
            raise_to(gathered_[i], clock[i].load(kRelaxed));
        }
    }
}

} // namespace arauto::check
