// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The vector clock of this image, and the objects in shared memory by which images order their
// accesses. The rules are in checker.hpp.
#pragma once

#include "arauto/spi/race.h"
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
    /// @param view  where the program's stamp is kept
    Order(boot::CheckArea& area, uint32_t rank, arauto_race_view_t& view);

    [[nodiscard]] uint32_t images() const noexcept { return images_; }
    [[nodiscard]] uint32_t rank() const noexcept { return rank_; }

    /// The program's component and clock now, as words have them.
    [[nodiscard]] uint64_t stamp() const noexcept {
        // relaxed because it is all in one word
        return now_.load(std::memory_order_relaxed) & ~kMaskMost;
    }
    /// The same of a part of this image: of the operation that next_carried() began, or of a put.
    [[nodiscard]] uint64_t stamp_of_part(Part part) const noexcept;
    [[nodiscard]] uint32_t component(Part part, uint32_t rank) const noexcept {
        return static_cast<uint32_t>(part) * images_ + rank;
    }
    [[nodiscard]] uint32_t own_puts() const noexcept { return component(Part::puts, rank_); }
    /// An access with the present stamp is in the shadow. To be said before the next release.
    void touch() noexcept {
        // relaxed because threads of one image count as one
        if (is_touched_.load(std::memory_order_relaxed) == 0) {
            is_touched_.store(1, std::memory_order_relaxed); // relaxed because of the same
        }
    }
    /// Whether the access of this word lies before the present.
    [[nodiscard]] bool has_seen(uint64_t word) const noexcept {
        const uint32_t component = component_of(word);
        // relaxed because threads of one image count as one
        const uint64_t seen = clock_[component].load(std::memory_order_relaxed);
        return base_[component] + clock_of(word) <= seen || component == rank_ ||
               component == own_puts();
    }
    /// Whether all images have seen it, since they have met.
    [[nodiscard]] bool have_all_seen(uint64_t word) const noexcept {
        // relaxed because threads of one image count as one
        const uint32_t component = component_of(word);
        return base_[component] + clock_of(word) <= met_[component].load(std::memory_order_relaxed);
    }
    /// The site of the call by which this image has last heard of a component; 0: it never has.
    [[nodiscard]] uint32_t heard(uint32_t component) const noexcept {
        return heard_[component].load(std::memory_order_relaxed); // relaxed because of the report
    }

    void next_carried() noexcept;
    /// Accesses from here on have another stamp than those before.
    void step() noexcept;

    // Epochs, of one object that images share under a number `id`. Counts begin with 1.

    /// The end of an epoch that a partner waits for by its count.
    struct Stage {
        enum class Kind : uint8_t { post, complete, fence, end };
        Kind kind;
        uint64_t id;
        uint32_t from; // a fence and the end: kEverybody
        uint32_t to;
    };
    static constexpr uint32_t kEverybody = 0;
    /// A number for operations that are complete later than the program goes on: theirs is the
    /// carrier's component with it.
    [[nodiscard]] uint64_t next_under_way() noexcept;
    /// The stamp of these operations once they are complete.
    [[nodiscard]] uint64_t stamp_under_way(uint64_t under_way) const noexcept;
    void is_complete(uint64_t under_way) noexcept;
    /// @param under_way  of next_under_way(): it tells of these too; 0: there are none
    void reach(const Stage& stage, uint64_t count, uint64_t under_way) noexcept;
    /// Whether so many images have reached it.
    [[nodiscard]] bool is_reached(const Stage& stage, uint64_t count, uint32_t images) noexcept;
    void acquire_stage(uint32_t site, const Stage& stage, uint64_t count) noexcept;

    /// A lock of a member's memory. Holders that share it are ordered with exclusive ones alone.
    struct MemberLock {
        uint64_t id;
        uint32_t rank;
        bool is_exclusive;
    };
    void acquire_lock(uint32_t site, const MemberLock& lock) noexcept;
    void release_lock(const MemberLock& lock, uint64_t under_way) noexcept;

    void enter_meeting(uint32_t team, uint32_t instance) noexcept;
    void leave_meeting(uint32_t site, uint32_t team, uint32_t instance, bool is_of_world) noexcept;
    /// Whether words have little room for further clocks. Behind a meeting of all images it is the
    /// same for all of them.
    [[nodiscard]] bool is_late() const noexcept { return is_late_; }
    /// Words count from the last meeting of all images on. To be called when no image accesses
    /// anything, and no words are left.
    void start_words_anew() noexcept;
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
    enum class Kind : uint8_t { meeting = 1, pair, queue, lock, atomic, stage, member_lock };
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
    /// The latest counts of a stage. A clock only grows: what an earlier count has told is true of
    /// a later one too.
    struct Stages : Object {
        static constexpr uint32_t kKept = 4;
        uint64_t count[kKept];
        uint64_t images[kKept]; // that have reached it
        uint64_t releaser;
    };
    /// Two clocks: of those that had it alone, and of those that shared it.
    struct SharedLocks : Object {
        uint64_t releaser;
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
    [[nodiscard]] Whole* object(Kind kind, uint64_t name, size_t clocks) noexcept {
        return reinterpret_cast<Whole*>(
            find(kind, name, sizeof(Whole) + clocks * components_ * sizeof(Clock)));
    }
    template <typename Whole> [[nodiscard]] Clock* clock_in(Whole& whole, size_t which) noexcept {
        return reinterpret_cast<Clock*>(&whole + 1) + which * components_;
    }
    static void raise_to(Clock& clock, uint64_t value) noexcept;
    static void end_checking(boot::CheckArea& area, boot::CheckEnd why) noexcept;

    [[nodiscard]] uint64_t now() const noexcept { return base_[rank_] + clock_of(stamp()); }

    // Under mutex_.
    enum class Told : uint8_t { all, all_but_puts };
    [[nodiscard]] bool can_carry_on() noexcept;
    void publish(Clock* into, Told told) noexcept; // maximum
    void count_up() noexcept;
    /// @param releaser  the image that has come itself; kAll: all have, kNone: not known
    void acquire(const Clock* from, uint32_t site, uint32_t releaser, Told told) noexcept;
    void acquire(uint32_t component, uint64_t number, uint32_t site) noexcept;
    [[nodiscard]] static uint64_t name_of(const Stage& stage) noexcept;
    [[nodiscard]] static uint64_t name_of(const MemberLock& lock) noexcept;
    void tell_under_way(Clock* into, uint64_t under_way) const noexcept;
    void merge_oldest(Queue& queue) noexcept;

    boot::CheckArea& area_;
    const uint32_t rank_;
    const uint32_t images_;
    const uint32_t components_;
    std::mutex mutex_; // of changes of this image's clock
    std::unique_ptr<Clock[]> clock_; // that has been published, or heard of
    uint64_t last_carried_ = 0; // what is complete of it is in the clock
    std::unique_ptr<Clock[]> met_; // when all images have last met
    std::vector<uint64_t> base_; // words have clocks less this
    bool is_late_ = false;
    std::unique_ptr<std::atomic<uint32_t>[]> heard_;
    // In the view, which the program reads by itself.
    std::atomic_ref<uint64_t> now_;
    std::atomic_ref<uint64_t> met_now_;
    std::atomic_ref<uint64_t> is_touched_;
    std::vector<uint64_t> released_; // by partner: calls
    std::vector<uint64_t> acquired_;
    std::vector<uint64_t> armed_; // the clock of the latest SYNC MEMORY; empty: there was none
    std::unique_ptr<Clock[]> gathered_; // by atomic references since
};

} // namespace arauto::check
