// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The started requests of a window that wait for matches. Matching follows the order of starts, so
// each test of a request looks for older requests that match the same notifications. Requests are
// kept by tag, so that requests with other tags do not slow this down.
#pragma once

#include "arauto/board.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace arauto::mpi {

/// The source is a rank in the job, or ARAUTO_ANY_SOURCE.
struct Pattern {
    int source;
    int tag;
};

struct Matching;

/// Started requests in order of start.
struct MatchQueue {
    Matching* oldest = nullptr;
    Matching* newest = nullptr;

    inline void append(Matching& request) noexcept;
    inline void remove(const Matching& request) noexcept;
};

/// The part of a request that is about matching.
struct Matching {
    Pattern pattern{};
    uint64_t expected = 0; // matches, or the threshold of a counter
    uint64_t found = 0; // matches that it has taken; kept for the next start when it is cancelled
    uint64_t start = 0; // its number among the starts of the window
    MatchQueue* queue = nullptr; // the queue that it is in; `older` and `newer` are its neighbours
    Matching* older = nullptr;
    Matching* newer = nullptr;

    [[nodiscard]] bool wants(Pattern other) const noexcept;
};

void MatchQueue::append(Matching& request) noexcept {
    request.queue = this;
    request.older = newest;
    request.newer = nullptr;
    (newest != nullptr ? newest->newer : oldest) = &request;
    newest = &request;
}

void MatchQueue::remove(const Matching& request) noexcept {
    (request.older != nullptr ? request.older->newer : oldest) = request.newer;
    (request.newer != nullptr ? request.newer->older : newest) = request.older;
}

class Started {
  public:
    /// Adds the request as the one started last.
    void add(Matching& request) noexcept {
        if (++count_ > count_max_) [[unlikely]] {
            grow();
        }
        request.start = ++starts_;
        queue_of(request.pattern.tag).append(request);
    }
    void remove(Matching& request) noexcept {
        --count_;
        request.queue->remove(request);
    }
    /// Whether a request that was started before this one may match the same notifications.
    [[nodiscard]] bool has_rival(const Matching& request) const noexcept {
        return count_ > 1 && !is_first(request) && look_for_rival(request);
    }
    /// The first started request that matches such a notification; null: none does.
    [[nodiscard]] Matching* find(Pattern arrived) const noexcept;

  private:
    static constexpr size_t kQueuesAtFirst = 16;
    static constexpr size_t kLengthMax = 4; // average length of the queues

    [[nodiscard]] MatchQueue& queue_of(int tag) noexcept {
        return tag == ARAUTO_ANY_TAG ? of_any_tag_ : queues_[bucket_of(tag)];
    }
    [[nodiscard]] size_t bucket_of(int tag) const noexcept {
        constexpr uint32_t kGolden = 2654435761; // spreads tags with a stride, too
        return (static_cast<uint32_t>(tag) * kGolden >> 8) & mask_;
    }
    [[nodiscard]] bool is_first(const Matching& request) const noexcept {
        return of_any_tag_.oldest == nullptr && request.queue->oldest == &request;
    }
    [[nodiscard]] bool look_for_rival(const Matching& request) const noexcept;
    void grow() noexcept;

    MatchQueue of_any_tag_;
    size_t mask_ = kQueuesAtFirst - 1;
    std::unique_ptr<MatchQueue[]> queues_ = std::make_unique<MatchQueue[]>(kQueuesAtFirst);
    size_t count_ = 0;
    size_t count_max_ = kLengthMax * kQueuesAtFirst; // before there are more queues
    uint64_t starts_ = 0;
};

} // namespace arauto::mpi
