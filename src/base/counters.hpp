// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Counts the operations of each process of a job by kind: calls, messages, bytes. Off by default,
// and then `tally` is one branch. A process counts in its own block of the job's memory, so that a
// launcher can report at the end, also for processes that died.
//
// A message is one access to memory that another process owns, of any length: a put, a get, an
// atomic operation, a word of a protocol written or read. A wait is no message, however often it
// looks; a wait on the memory of another process is one.
#pragma once

#include "arauto/spi/counters.h"
#include "base/settings.hpp"

#include <atomic>
#include <cstdint>

namespace arauto {

inline constexpr Setting kCountersSetting{
    "ARAUTO_COUNTERS", "off", SettingKind::text, "off|on|FILE",
    "on: count calls, messages and bytes, and print them when the job ends; a name with a dot or "
    "a slash: into that file, as JSON when it ends in .json (%h in it becomes the name of the "
    "host)"};
inline constexpr Setting kCounterSettings[] = {kCountersSetting};

/// Several threads of its process may add at a time.
struct Tally {
    std::atomic<uint64_t> calls;
    std::atomic<uint64_t> messages;
    std::atomic<uint64_t> bytes;
};

/// The counters of one process, in the memory of the job; zero at first.
struct alignas(64) TallyBlock {
    static constexpr size_t kRoom = 84;
    Tally of[kRoom];
};
static_assert(sizeof(TallyBlock) == 2048 && ARAUTO_COUNTERS <= TallyBlock::kRoom);

/// Null: nothing is counted. Set once, before the process communicates.
extern TallyBlock* g_tallies;

[[nodiscard]] inline bool is_counting() noexcept {
    return g_tallies != nullptr;
}

void add_to_tally(arauto_counter_t counter, arauto_count_t more) noexcept;

/// One call.
inline void tally(arauto_counter_t counter, uint64_t messages = 0, uint64_t bytes = 0) noexcept {
    if (is_counting()) [[unlikely]] {
        add_to_tally(counter, {1, messages, bytes});
    }
}

/// The counts of this process so far.
[[nodiscard]] arauto_count_t counted(int counter) noexcept;

/// Several calls, or none.
inline void tally_more(arauto_counter_t counter, arauto_count_t more) noexcept {
    if (is_counting()) [[unlikely]] {
        add_to_tally(counter, more);
    }
}

struct CounterText {
    const char* name;
    const char* help;
};
[[nodiscard]] CounterText counter_text(int counter) noexcept;

} // namespace arauto
