// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See unexpected.hpp. Queues are found by a chained hash table, and exist only while they are not
// empty.
#include "sync/unexpected.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

constexpr size_t kFirstBuckets = 64;

uint64_t key_of(Pattern pattern) noexcept {
    return static_cast<uint64_t>(static_cast<uint32_t>(pattern.source)) << 32 |
           static_cast<uint32_t>(pattern.tag);
}

/// The queues that an arrival is in: index `which` of its links.
Pattern pattern_of(const Arrival& arrival, int which) noexcept {
    return {(which & 1) != 0 ? kAny : arrival.source, (which & 2) != 0 ? kAny : arrival.tag};
}

} // namespace

Unexpected::~Unexpected() {
    std::free(buckets_);
}

bool Unexpected::add(const Arrival& arrival) noexcept {
    const uint32_t item = items_.take();
    if (item == kNobody) {
        return false;
    }
    uint32_t queue[kQueuesOfItem];
    for (int which = 0; which < kQueuesOfItem; ++which) {
        queue[which] = find_or_make(key_of(pattern_of(arrival, which)));
        if (queue[which] == kNobody) {
            std::for_each(queue, queue + which, [this](uint32_t made) { drop_if_empty(made); });
            items_.give_back(item);
            return false;
        }
    }
    items_[item].arrival = arrival;
    for (int which = 0; which < kQueuesOfItem; ++which) {
        append(queue[which], item, which);
    }
    return true;
}

uint64_t Unexpected::count(Pattern pattern) const noexcept {
    const uint32_t queue = find(key_of(pattern));
    return queue == kNobody ? 0 : queues_[queue].count;
}

const Arrival* Unexpected::first(Pattern pattern) const noexcept {
    const uint32_t queue = find(key_of(pattern));
    return queue == kNobody ? nullptr : &items_[queues_[queue].first].arrival;
}

Arrival Unexpected::take(Pattern pattern) noexcept {
    const uint32_t item = queues_[find(key_of(pattern))].first;
    for (int which = 0; which < kQueuesOfItem; ++which) {
        unlink(item, which);
    }
    const Arrival arrival = items_[item].arrival;
    items_.give_back(item);
    return arrival;
}

uint32_t& Unexpected::bucket(uint64_t key) const noexcept {
    constexpr uint64_t kOdd = 0x9e3779b97f4a7c15; // spreads consecutive tags
    const uint64_t mixed = key * kOdd;
    return buckets_[(mixed ^ mixed >> 32) & (bucket_count_ - 1)];
}

uint32_t Unexpected::find(uint64_t key) const noexcept {
    if (bucket_count_ == 0) {
        return kNobody;
    }
    uint32_t queue = bucket(key);
    while (queue != kNobody && queues_[queue].key != key) {
        queue = queues_[queue].next_in_bucket;
    }
    return queue;
}

uint32_t Unexpected::find_or_make(uint64_t key) noexcept {
    uint32_t queue = find(key);
    if (queue != kNobody) {
        return queue;
    }
    if (queue_count_ >= bucket_count_ && !grow_buckets()) {
        return kNobody;
    }
    queue = queues_.take();
    if (queue != kNobody) {
        uint32_t& head = bucket(key);
        queues_[queue] = {key, 0, kNobody, kNobody, head};
        head = queue;
        ++queue_count_;
    }
    return queue;
}

bool Unexpected::grow_buckets() noexcept {
    const size_t count = bucket_count_ == 0 ? kFirstBuckets : 2 * bucket_count_;
    auto* const buckets = static_cast<uint32_t*>(std::malloc(count * sizeof(uint32_t)));
    if (buckets == nullptr) {
        return bucket_count_ > 0; // longer chains, but nothing is lost
    }
    uint32_t* const old = buckets_;
    const size_t old_count = bucket_count_;
    buckets_ = buckets;
    bucket_count_ = count;
    std::fill(buckets, buckets + count, kNobody);
    for (size_t i = 0; i < old_count; ++i) {
        for (uint32_t queue = old[i]; queue != kNobody;) {
            const uint32_t next = queues_[queue].next_in_bucket;
            uint32_t& head = bucket(queues_[queue].key);
            queues_[queue].next_in_bucket = head;
            head = queue;
            queue = next;
        }
    }
    std::free(old);
    return true;
}

void Unexpected::append(uint32_t queue, uint32_t item, int which) noexcept {
    Queue& q = queues_[queue];
    items_[item].queue[which] = queue;
    items_[item].link[which] = {q.last, kNobody};
    (q.last == kNobody ? q.first : items_[q.last].link[which].next) = item;
    q.last = item;
    ++q.count;
}

void Unexpected::unlink(uint32_t item, int which) noexcept {
    const Link link = items_[item].link[which];
    const uint32_t queue = items_[item].queue[which];
    Queue& q = queues_[queue];
    (link.previous == kNobody ? q.first : items_[link.previous].link[which].next) = link.next;
    (link.next == kNobody ? q.last : items_[link.next].link[which].previous) = link.previous;
    --q.count;
    drop_if_empty(queue);
}

void Unexpected::drop_if_empty(uint32_t queue) noexcept {
    if (queues_[queue].count > 0) {
        return;
    }
    uint32_t* link = &bucket(queues_[queue].key);
    while (*link != queue) {
        link = &queues_[*link].next_in_bucket;
    }
    *link = queues_[queue].next_in_bucket;
    queues_.give_back(queue);
    --queue_count_;
}

} // namespace arauto::core
