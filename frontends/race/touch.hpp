// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A look at the shadow, without a call where the access is known there already.
#pragma once

#include "arauto/spi/race.h"
#include "arauto/spi/trace.h"

#include <cstddef>
#include <cstdint>

namespace arauto::race {

/// Null: this thread has accessed nothing yet, or the job has not begun.
[[gnu::always_inline]] inline const arauto_race_view_t* view() noexcept {
    return static_cast<const arauto_race_view_t*>(arauto_thread.race);
}

/// Whether an operation of an epoch that is under way may use private memory there.
[[gnu::always_inline]] inline bool
may_be_in_use(const arauto_race_view_t& seen, uint64_t first, uint64_t bytes) noexcept {
    // relaxed because threads of one image count as one
    const uint64_t from = __atomic_load_n(&seen.pending_first, __ATOMIC_RELAXED);
    const uint64_t size = __atomic_load_n(&seen.pending_bytes, __ATOMIC_RELAXED);
    return first + bytes - from < size + bytes && size != 0;
}

/// An access of the program, of at most 8 bytes, aligned to its width.
/// To be called in the function that the program calls, whose caller is the place.
template <arauto_race_access_t kAccess, unsigned kBytes>
[[gnu::always_inline]] inline void touch(const volatile void* memory) noexcept {
    static_assert(kBytes <= 8 && (kAccess == ARAUTO_RACE_READ || kAccess == ARAUTO_RACE_WRITE));
    constexpr uint64_t kMask = (uint64_t{1} << kBytes) - 1;
    const arauto_race_view_t* const seen = view();
    if (seen != nullptr) [[likely]] {
        const uint64_t place = reinterpret_cast<uint64_t>(memory) - seen->first;
        if (place >= seen->bytes) [[likely]] {
            if (!may_be_in_use(*seen, reinterpret_cast<uint64_t>(memory), kBytes)) [[likely]] {
                return;
            }
            arauto_race_touch(const_cast<const void*>(memory), kBytes, kAccess,
                              __builtin_return_address(0));
            return;
        }
        const uint64_t* const plane = kAccess == ARAUTO_RACE_READ ? seen->read : seen->written;
        // relaxed because a word stands alone
        const uint64_t word = __atomic_load_n(&plane[place / 8], __ATOMIC_RELAXED);
        const uint64_t stamp = __atomic_load_n(seen->stamp, __ATOMIC_RELAXED);
        const uint64_t mask = kMask << place % 8;
        if ((word ^ stamp) >> ARAUTO_RACE_STAMP_SHIFT == 0 && (word & mask) == mask) [[likely]] {
            return;
        }
    }
    // The last thing that is done, so that the way above needs no stack.
    arauto_race_touch(const_cast<const void*>(memory), kBytes, kAccess,
                      __builtin_return_address(0));
}

/// Any number of bytes, wherever they begin.
[[gnu::always_inline]] inline void
touch_any(const volatile void* memory, size_t bytes, arauto_race_access_t access) noexcept {
    const arauto_race_view_t* const seen = view();
    const auto first = reinterpret_cast<uint64_t>(memory);
    const bool is_outside = seen != nullptr && first - seen->first >= seen->bytes &&
                            !may_be_in_use(*seen, first, bytes);
    if (bytes != 0 && !is_outside) {
        arauto_race_touch(const_cast<const void*>(memory), bytes, access,
                          __builtin_return_address(0));
    }
}

} // namespace arauto::race
