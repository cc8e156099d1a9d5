// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The store of unexpected notifications: they have arrived, and no wait has taken them yet. Each is
// in four queues in order of arrival: of its source and tag, of its source, of its tag, of all. The
// oldest match of any pattern is the head of one of them, so that a match costs the same among ten
// as among 100,000. Pure data; no communication.
#pragma once

#include "base/pool.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::core {

inline constexpr int kAny = -1;

/// One notification.
struct Arrival {
    int source;
    int tag;
    uint64_t bytes;
    uint64_t where; // offset of the data in the heap of the rank that is notified; 0: not known
};

/// A request for notifications: kAny matches every source, or every tag.
struct Pattern {
    int source;
    int tag;

    [[nodiscard]] bool matches(const Arrival& arrival) const noexcept {
        return (source == kAny || source == arrival.source) && (tag == kAny || tag == arrival.tag);
    }
};

inline constexpr Pattern kEverything{kAny, kAny};

class Unexpected {
  public:
    Unexpected() = default;
    Unexpected(const Unexpected&) = delete;
    Unexpected& operator=(const Unexpected&) = delete;
    ~Unexpected();

    /// False, and nothing changed, when memory is exhausted.
    [[nodiscard]] bool add(const Arrival& arrival) noexcept;

    [[nodiscard]] uint64_t count(Pattern pattern) const noexcept;

    /// The oldest that matches; null: there is none. Valid until the next change.
    [[nodiscard]] const Arrival* first(Pattern pattern) const noexcept;

    /// Takes the oldest that matches; there must be one.
    Arrival take(Pattern pattern) noexcept;

  private:
    static constexpr int kQueuesOfItem = 4;
    struct Link {
        uint32_t previous;
        uint32_t next;
    };
    struct Item {
        Arrival arrival;
        Link link[kQueuesOfItem];
        uint32_t queue[kQueuesOfItem];
    };
    struct Queue {
        uint64_t key;
        uint64_t count;
        uint32_t first;
        uint32_t last;
        uint32_t next_in_bucket;
    };

    [[nodiscard]] uint32_t find(uint64_t key) const noexcept;
    [[nodiscard]] uint32_t find_or_make(uint64_t key) noexcept;
    [[nodiscard]] bool grow_buckets() noexcept;
    void append(uint32_t queue, uint32_t item, int which) noexcept;
    void unlink(uint32_t item, int which) noexcept;
    void drop_if_empty(uint32_t queue) noexcept;
    [[nodiscard]] uint32_t& bucket(uint64_t key) const noexcept;

    Pool<Item> items_;
    Pool<Queue> queues_;
    uint32_t* buckets_ = nullptr;
    size_t bucket_count_ = 0; // a power of two
    size_t queue_count_ = 0;
};

} // namespace arauto::core
