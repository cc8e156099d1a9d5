// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The vector clock of this image, and the objects in shared memory by which images order their
// accesses. The rules are in checker.hpp.
#pragma once

#include "boot/check_area.hpp"
#include "check/call.hpp"
#include "check/word.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace arauto::check {

class Order {
  public:
    Order(boot::CheckArea& area, uint32_t rank);

    [[nodiscard]] uint32_t images() const noexcept { return images_; }
    [[nodiscard]] uint32_t rank() const noexcept { return rank_; }

    /// The program's component and clock now, as words have them.
    [[nodiscard]] uint64_t stamp() const noexcept {
        return stamp_.load(std::memory_order_relaxed); // relaxed because it is all in one word
    }
    [[nodiscard]] const std::atomic<uint64_t>& stamp_word() const noexcept { return stamp_; }
    /// The same of a part of this image: of the operation that next_carried() began, or of a put.
    [[nodiscard]] uint64_t stamp_of_part(Part part) const noexcept;
    [[nodiscard]] uint32_t component(Part part, uint32_t rank) const noexcept {
        return static_cast<uint32_t>(part) * images_ + rank;
    }
    [[nodiscard]] uint32_t own_puts() const noexcept { return component(Part::puts, rank_); }
    /// An access with the present stamp is in the shadow. To be said before the next release.
    void touch() noexcept {
        // relaxed because threads of one image count as one
        if (!is_touched_.load(std::memory_order_relaxed)) {
            is_touched_.store(true, std::memory_order_relaxed); // relaxed because of the same
        }
    }
    /// Whether the access of this word lies before the present.
    [[nodiscard]] bool has_seen(uint64_t word) const noexcept {
        const uint32_t component = component_of(word);
        // relaxed because threads of one image count as one
        const uint64_t seen = clock_[component].load(std::memory_order_relaxed);
        return clock_of(word) <= seen || component == rank_ || component == own_puts();
    }
    /// Whether all images have seen it, since they have met.
    [[nodiscard]] bool have_all_seen(uint64_t word) const noexcept {
        // relaxed because threads of one image count as one
        return clock_of(word) <= met_[component_of(word)].load(std::memory_order_relaxed);
    }
    /// The site of the call by which this image has last heard of a component; 0: it never has.
    [[nodiscard]] uint32_t heard(uint32_t component) const noexcept {
        return heard_[component].load(std::memory_order_relaxed); // relaxed because of the report
    }

    void next_carried() noexcept;
    void enter_meeting(uint32_t team, uint32_t instance) noexcept;
    void leave_meeting(uint32_t site, uint32_t team, uint32_t instance, bool is_of_world) noexcept;
    void release_to(uint32_t rank) noexcept;
    void acquire_from(uint32_t site, uint32_t rank) noexcept;
    void begin_post(const Word& word, By by, uint64_t count) noexcept;
    void end_post(const Word& word) noexcept;
    void taken(uint32_t site, const Word& word, uint64_t count) noexcept;
    void acquired(uint32_t site, const Word& word) noexcept;
    void releases(const Word& word) noexcept;
    void begins(const Word& word) noexcept;
    void sync_memory(uint32_t site) noexcept;
    void atomic_writes(const Word& word) noexcept;
    void atomic_has_read(const Word& word) noexcept;

  private:
    enum class Kind : uint8_t { meeting = 1, pair, queue, lock, atomic };
    using Clock = std::atomic<uint64_t>; // relaxed throughout, since it is written under a lock
    /// The start of each object.
    struct Object {
        std::atomic<uint32_t> lock; // of the object
        uint32_t spare;
    };
    /// Two meetings, or two calls of a pair, by parity: neither image can be two ahead.
    struct Turns : Object {
        uint64_t number[2];
    };
    struct Lock : Object {
        uint64_t releaser; // the last one
    };
    struct Post {
        uint64_t count; // not taken
        uint32_t releaser;
        uint32_t is_of_carrier; // 1: it tells of all but the puts
    };
    static constexpr uint32_t kPosts = 64;
    static constexpr uint32_t kAll = UINT32_MAX;
    static constexpr uint32_t kNone = UINT32_MAX - 1;
    struct Queue : Object {
        uint32_t first;
        uint32_t used;
        Post posts[kPosts];
    };

    [[nodiscard]] std::byte* find(Kind kind, uint64_t name, size_t bytes) noexcept;
    [[nodiscard]] static uint64_t name_of(const Word& word) noexcept;
    template <typename Whole>
    [[nodiscard]] Whole* object(Kind kind, uint64_t name, size_t clocks) noexcept;
    template <typename Whole> [[nodiscard]] Clock* clock_in(Whole& whole, size_t which) noexcept;

    // Under mutex_.
    enum class Told : uint8_t { all, all_but_puts };
    void publish(Clock* into, Told told) noexcept; // maximum
    void count_up() noexcept;
    /// @param releaser  the image that has come itself; kAll: all have, kNone: not known
    void acquire(const Clock* from, uint32_t site, uint32_t releaser, Told told) noexcept;
    void acquire(uint32_t component, uint64_t number, uint32_t site) noexcept;
    void merge_oldest(Queue& queue) noexcept;

    boot::CheckArea& area_;
    const uint32_t rank_;
    const uint32_t images_;
    const uint32_t components_;
    std::mutex mutex_; // of changes of this image's clock
    std::unique_ptr<Clock[]> clock_; // that has been published, or heard of
    std::unique_ptr<Clock[]> met_; // when all images have last met
    std::unique_ptr<std::atomic<uint32_t>[]> heard_;
    std::atomic<uint64_t> stamp_;
    std::atomic<bool> is_touched_{false};
    std::vector<uint64_t> released_; // by partner: calls
    std::vector<uint64_t> acquired_;
    std::vector<uint64_t> armed_; // the clock of the latest SYNC MEMORY; empty: there was none
    std::unique_ptr<Clock[]> gathered_; // by atomic references since
};

} // namespace arauto::check
