// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A look at the shadow, and the first access of an epoch to a place that this image alone uses,
// without a call of the library. The words are those of src/check/word.hpp.
#pragma once

#include "arauto/spi/race.h"

#include <cstddef>
#include <cstdint>

namespace arauto::race {

constexpr uint64_t kMaskBits = (uint64_t{1} << ARAUTO_RACE_SITE_SHIFT) - 1;
constexpr uint64_t kStampBits = ~((uint64_t{1} << ARAUTO_RACE_STAMP_SHIFT) - 1);
constexpr uint64_t kCellBytes = 8;

/// Null: the memory lies in no heap of a checked job.
[[gnu::always_inline]] inline arauto_race_view_t* view_of(uint64_t at) noexcept {
    return at >> ARAUTO_RACE_WINDOW_SHIFT == ARAUTO_RACE_WINDOW
               ? reinterpret_cast<arauto_race_view_t*>(uintptr_t{ARAUTO_RACE_VIEW})
               : nullptr;
}

/// Whether an operation of an epoch that is under way may use private memory there. The library
/// knows, before this thread has asked it once.
[[gnu::always_inline]] inline bool may_be_in_use(uint64_t first, uint64_t bytes) noexcept {
    const auto* const seen = static_cast<const arauto_race_view_t*>(arauto_thread.race);
    if (seen == nullptr) [[unlikely]] {
        return true;
    }
    // relaxed because threads of one image count as one
    const uint64_t from = __atomic_load_n(&seen->pending_first, __ATOMIC_RELAXED);
    const uint64_t size = __atomic_load_n(&seen->pending_bytes, __ATOMIC_RELAXED);
    return first + bytes - from < size + bytes && size != 0;
}

[[gnu::always_inline]] inline uint64_t load(const uint64_t& word) noexcept {
    return __atomic_load_n(&word, __ATOMIC_RELAXED); // relaxed because a word stands alone
}
[[gnu::always_inline]] inline void store(uint64_t& word, uint64_t value) noexcept {
    __atomic_store_n(&word, value, __ATOMIC_RELAXED); // relaxed because of the same
}

[[gnu::always_inline]] inline uint64_t&
word_of(const arauto_race_view_t& view, uint64_t at, int plane) noexcept {
    return *reinterpret_cast<uint64_t*>((at & ~(kCellBytes - 1)) + view.to_word[plane]);
}

/// Whether the word tells of this access: the same component and clock, and its bytes.
[[gnu::always_inline]] inline bool
is_known(const arauto_race_view_t& view, uint64_t word, uint64_t mask) noexcept {
    return ((word ^ load(view.now)) & (kStampBits | mask)) == 0;
}

/// Puts the word of an access where all that is known of the cell are accesses of this program,
/// which its own order orders, and one word tells all that is needed. The same rule as
/// Shadow::touch_alone.
/// @return false: the library must look
template <arauto_race_access_t kAccess>
[[gnu::always_inline]] inline bool
put_own(arauto_race_view_t& view, uint64_t at, uint64_t mask, const void* caller) noexcept {
    uint64_t& own = word_of(view, at, kAccess);
    const uint64_t& opposite = word_of(view, at, 1 - kAccess);
    const uint64_t now = load(view.now);
    const uint64_t last = load(own);
    const uint64_t other = load(opposite);
    if (last == 0 || (last ^ now) >> ARAUTO_RACE_COMPONENT_SHIFT != 0) [[unlikely]] {
        return false;
    }
    if (other != 0 && (other ^ now) >> ARAUTO_RACE_COMPONENT_SHIFT != 0) [[unlikely]] {
        return false;
    }
    const auto address = reinterpret_cast<uint64_t>(caller);
    const uint64_t tag = arauto_race_tag(address, kAccess);
    const uint64_t site = load(view.known[address % ARAUTO_RACE_KNOWN]) ^ tag;
    if (site >> ARAUTO_RACE_SITE_BITS != 0) [[unlikely]] {
        return false;
    }
    uint64_t next = (now & kStampBits) | site << ARAUTO_RACE_SITE_SHIFT | mask;
    // The whole cell takes the place of all that this image has accessed.
    if (mask != kMaskBits) {
        if (((last ^ next) & ~kMaskBits) == 0) {
            next |= last; // further bytes, by the same instruction
        } else if ((last & kMaskBits & ~mask) != 0 &&
                   last >> ARAUTO_RACE_STAMP_SHIFT > load(view.met) >> ARAUTO_RACE_STAMP_SHIFT) {
            return false; // images that have not heard of it may conflict with those bytes
        }
    }
    store(view.is_touched, 1);
    store(own, next);
    // An access of the other kind at this instant by another image: it, or this look, sees the
    // first. PAIR check.cell: look again
    return __atomic_load_n(&opposite, __ATOMIC_SEQ_CST) == other;
}

/// One cell of an access.
template <arauto_race_access_t kAccess>
[[gnu::always_inline]] inline bool
touch_cell(arauto_race_view_t& view, uint64_t at, uint64_t mask, const void* caller) noexcept {
    return is_known(view, load(word_of(view, at, kAccess)), mask) ||
           put_own<kAccess>(view, at, mask, caller);
}

/// An access of the program, of at most 16 bytes. Across the border of a cell the library looks at
/// it, but for 16 bytes that are two cells.
/// To be called in the function that the program calls, whose caller is the place.
template <arauto_race_access_t kAccess, unsigned kBytes>
[[gnu::always_inline]] inline void touch(const volatile void* memory) noexcept {
    static_assert(kAccess == ARAUTO_RACE_READ || kAccess == ARAUTO_RACE_WRITE);
    const auto at = reinterpret_cast<uint64_t>(memory);
    arauto_race_view_t* const view = view_of(at);
    const void* const caller = __builtin_return_address(0);
    if (view == nullptr) [[likely]] {
        if (may_be_in_use(at, kBytes)) [[unlikely]] {
            arauto_race_touch(const_cast<const void*>(memory), kBytes, kAccess, caller);
        }
        return;
    }
    if constexpr (kBytes <= kCellBytes) {
        constexpr uint64_t kMask = kMaskBits >> (kCellBytes - kBytes);
        if (at % kCellBytes + kBytes <= kCellBytes &&
            touch_cell<kAccess>(*view, at, kBytes == kCellBytes ? kMask : kMask << at % kCellBytes,
                                caller)) [[likely]] {
            return;
        }
    } else {
        static_assert(kBytes == 2 * kCellBytes);
        if (at % kCellBytes == 0 && touch_cell<kAccess>(*view, at, kMaskBits, caller) &&
            touch_cell<kAccess>(*view, at + kCellBytes, kMaskBits, caller)) [[likely]] {
            return;
        }
    }
    // The last thing that is done, so that the way above needs no stack.
    arauto_race_touch(const_cast<const void*>(memory), kBytes, kAccess, caller);
}

/// Any number of bytes, wherever they begin.
/// @param caller  in the program
inline void touch_range(const void* memory,
                        size_t bytes,
                        arauto_race_access_t access,
                        const void* caller) noexcept {
    const auto at = reinterpret_cast<uint64_t>(memory);
    if (bytes != 0 && (view_of(at) != nullptr || may_be_in_use(at, bytes))) {
        arauto_race_touch(memory, bytes, access, caller);
    }
}
/// To be called in the function that the program calls.
[[gnu::always_inline]] inline void
touch_any(const volatile void* memory, size_t bytes, arauto_race_access_t access) noexcept {
    touch_range(const_cast<const void*>(memory), bytes, access, __builtin_return_address(0));
}

} // namespace arauto::race
