// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts of find_matches(), one for each kind of wait.
#pragma once

#include "accesses.hpp"
#include "matches.hpp"

#include <algorithm>

namespace arauto::tools::insight {

struct Matching {
    const Trace& trace;
    const Lines& lines;
    const Accesses& accesses;
    Matches& found;

    /// Adds a part of a wait, if it took time.
    void add(Match match) const {
        if (match.until > match.from) {
            found.all.push_back(match);
        }
    }
    void add_unmatched(const Where& waiter, double from, double until) const {
        add({.pattern = Pattern::unmatched,
             .waiter = waiter,
             .releaser = {},
             .from = from,
             .until = until});
    }
    void add_open(const Where& waiter) const {
        const Event& event = trace.at(waiter);
        add({.pattern = Pattern::open,
             .waiter = waiter,
             .releaser = {},
             .from = event.begin,
             .until = event.end});
    }
};

/// A place in the heap of a rank.
[[nodiscard]] inline uint64_t place_in_heap(uint32_t rank, uint64_t offset) {
    constexpr int kRankShift = 40;
    return static_cast<uint64_t>(rank) << kRankShift | offset;
}

/// The latest of those with this key that is not behind `time`; null: there is none. Numbers begin
/// anew after 2^24: the latest is meant.
/// @param sorted  by `key()` and `time`
template <typename Entry, typename Key>
[[nodiscard]] const Entry*
find_latest(const std::vector<Entry>& sorted, const Key& key, double time) {
    const auto behind =
        std::upper_bound(sorted.begin(), sorted.end(), time, [&key](double at, const Entry& entry) {
            return key < entry.key() || (key == entry.key() && at < entry.time);
        });
    return behind != sorted.begin() && (behind - 1)->key() == key ? &*(behind - 1) : nullptr;
}

template <typename Entry> void sort_by_key(std::vector<Entry>& entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.key() < b.key() || (a.key() == b.key() && a.time < b.time);
    });
}

void match_posts(const Matching& matching);
void match_meetings(const Matching& matching);
void match_pairs(const Matching& matching);
void match_locks(const Matching& matching);

} // namespace arauto::tools::insight
