// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The shadow of all heaps of this node: for each 8 bytes a word on its last write and one on its
// last read. Where several accesses must be kept, the word is the number of a list. So nothing is
// forgotten that a later access could conflict with.
//
// A load or store of the program that finds its own word of the same clock there has nothing to do;
// the program sees that without a call. An access of the program, also by a call, whose
// predecessors are ordered puts its word there without a lock. All others hold the lock of the
// cells. Each puts its word first and then looks once more at the accesses of the other kind, so
// that of two at one instant one sees the other; only a load or store that replaces a word of its
// own image may miss a call of that instant.
#pragma once

#include "boot/check_area.hpp"
#include "check/call.hpp"
#include "check/order.hpp"
#include "check/races.hpp"
#include "check/sites.hpp"
#include "check/word.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace arauto::check {

class Shadow {
  public:
    Shadow(boot::CheckArea& area, Order& order, Sites& sites, Races& races) noexcept;

    [[nodiscard]] std::atomic<uint64_t>* written() const noexcept { return plane_[0]; }
    [[nodiscard]] std::atomic<uint64_t>* read() const noexcept { return plane_[1]; }

    /// A load or store of the program within one cell.
    void touch(Access access, uint32_t site, uint64_t cell, uint64_t mask) noexcept {
        if (!touch_alone({order_.stamp(), site, access}, cell, mask, Told::often)) [[unlikely]] {
            touch_range(access, Part::program, site, cell * boot::kCellBytes + first_of(mask),
                        static_cast<uint64_t>(__builtin_popcountll(mask)),
                        static_cast<uint32_t>(__builtin_popcountll(mask)));
        }
    }
    /// Bytes from `place` on, which counts from the heap of rank 0.
    /// @param width  of one access of the program; 0: not known
    void touch_range(Access access,
                     Part part,
                     uint32_t site,
                     uint64_t place,
                     uint64_t bytes,
                     uint32_t width) noexcept;

    /// The same as any access, also one of an operation that is under way.
    void touch_as(const Toucher& who, uint64_t place, uint64_t bytes, uint32_t width) noexcept;
    /// Those accesses of `who` there get another stamp. No conflict is looked for.
    /// @param adds  they may not be there yet
    void
    restamp(const Toucher& who, uint64_t stamp, uint64_t place, uint64_t bytes, bool adds) noexcept;
    /// Notes a read of cells to which nothing was written since they were allocated.
    void find_unwritten(uint32_t site, uint64_t place, uint64_t bytes, uint32_t width) noexcept;

    /// Forgets what was accessed there.
    void forget(uint64_t place, uint64_t bytes) noexcept;
    /// Accesses from here on are to memory that was deallocated. Long memory is watched in part.
    void mark_freed(uint32_t site, uint64_t place, uint64_t bytes) noexcept;

  private:
    [[nodiscard]] static constexpr bool is_write(Access access) noexcept {
        return access == Access::write || access == Access::atomic_write;
    }
    [[nodiscard]] static constexpr bool is_atomic(Access access) noexcept {
        return access == Access::atomic_read || access == Access::atomic_write;
    }
    [[nodiscard]] static uint64_t first_of(uint64_t mask) noexcept {
        return static_cast<uint64_t>(__builtin_ctzll(mask));
    }
    [[nodiscard]] std::atomic<uint64_t>* own_plane(Access access) const noexcept {
        return plane_[is_write(access) ? 0 : 1];
    }
    /// Whether the word is empty, or of one access that lies before the present.
    [[nodiscard]] bool is_behind(uint64_t word) const noexcept {
        return word == 0 || (component_of(word) < kPending && order_.has_seen(word));
    }
    /// A load or store of the program, which must be quick, or all else.
    enum class Told : uint8_t { often, seldom };
    /// Puts the word of an access of the program where that needs no lock: all accesses that are
    /// there lie before it, and one word tells of those to come all that they need.
    /// @return false: the lock is needed
    [[nodiscard]] bool
    touch_alone(const Toucher& who, uint64_t cell, uint64_t mask, Told told) noexcept {
        std::atomic<uint64_t>& own = own_plane(who.access)[cell];
        // relaxed because words stand alone; see the head of this file
        const uint64_t last = own.load(std::memory_order_relaxed);
        const std::atomic<uint64_t>& opposite = plane_[is_write(who.access) ? 1 : 0][cell];
        // relaxed because words stand alone
        const uint64_t other = opposite.load(std::memory_order_relaxed);
        if (!is_behind(other) || !is_behind(last) || !is_covered(who, last, mask) ||
            component_of(last) == order_.own_puts()) {
            return false;
        }
        order_.touch();
        const uint64_t rest = have_same_stamp(last, who.stamp) ? mask_of(last) : 0;
        if (!put_word(own, last, make_word(who.stamp, who.site, mask | rest), told)) {
            return false;
        }
        // PAIR check.cell: look again
        const uint64_t now = opposite.load(std::memory_order_seq_cst);
        return now == other || is_behind(now);
    }
    /// Replaces a word of this image, or another if it is still there.
    [[nodiscard]] bool
    put_word(std::atomic<uint64_t>& word, uint64_t last, uint64_t next, Told told) const noexcept {
        if (told == Told::often && component_of(last) == order_.rank() && last != 0) {
            word.store(next, std::memory_order_relaxed); // relaxed because words stand alone
            return true;
        }
        // Others may access the cell for the first time at this instant.
        // PAIR check.cell: put
        return word.compare_exchange_strong(last, next, std::memory_order_seq_cst);
    }
    /// Whether an access may take the place of one that lies before it.
    [[nodiscard]] bool is_covered(const Toucher& who, uint64_t word, uint64_t mask) const noexcept {
        if (have_same_stamp(word, who.stamp) && site_of(word) == who.site) {
            return true;
        }
        return (mask_of(word) & ~mask) == 0 || order_.have_all_seen(word);
    }

    /// Accesses to one cell, with room on the stack.
    struct List {
        static constexpr size_t kMost = 1024;
        uint64_t words[kMost];
        size_t count = 0;
        void add(uint64_t word) noexcept {
            if (count < kMost) {
                words[count++] = word;
            }
        }
    };

    void restamp_locked(const Toucher& who, uint64_t stamp, uint64_t cell, uint64_t added) noexcept;
    [[nodiscard]] bool
    are_compatible(const Toucher& who, uint64_t word, uint64_t mask) const noexcept;
    void touch_locked(const Toucher& who, uint64_t cell, uint64_t mask, RaceFound& found) noexcept;
    [[nodiscard]] bool conflicts(const Toucher& who, uint64_t word, uint64_t mask) const noexcept;
    [[nodiscard]] bool is_needless(const Toucher& who, uint64_t word, uint64_t mask) const noexcept;
    void read_list(uint64_t word, List& list) const noexcept;
    [[nodiscard]] bool
    write_list(std::atomic<uint64_t>& word, uint64_t old, const List& list) noexcept;
    [[nodiscard]] uint64_t make_list(const List& list) noexcept;
    [[nodiscard]] uint64_t
    find_conflict(const Toucher& who, uint64_t word, uint64_t mask) const noexcept;
    void free_list(uint64_t word) noexcept;
    [[nodiscard]] uint64_t take_chunk() noexcept;
    void give_chunk(uint64_t number) noexcept;
    [[nodiscard]] std::atomic<uint64_t>* chunk(uint64_t number) const noexcept;
    [[nodiscard]] std::atomic<uint32_t>& stripe_of(uint64_t cell) const noexcept;

    boot::CheckArea& area_;
    Order& order_;
    Sites& sites_;
    Races& races_;
    std::atomic<uint64_t>* plane_[2];
    std::mutex mutex_; // of the next
    std::vector<uint64_t> free_chunks_; // of this image; many of them become free for all
};

} // namespace arauto::check
