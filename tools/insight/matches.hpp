// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits, and the calls of other images that ended them: by the tickets of posts, the numbers of
// meetings, of pairs and of the holders of a lock, never by times alone.
#pragma once

#include "lines.hpp"
#include "trace.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace arauto::tools::insight {

/// The reason of a wait. Numbers are names in the file of --json.
enum class Pattern : uint8_t {
    late_post, // W1: the post came late
    late_notified, // W2: the notified put came late
    late_receiver, // W3: the post that makes room for the waiter's next put came late
    imbalance, // W4: a member came last to a meeting of all
    all_meet, // W5: the same, of one with which the waiter exchanges nothing
    late_partner, // a partner came late to `sync images`
    needless, // W6: the same, of one that neither has nor needs data of the waiter
    contention, // W7: another image had the lock
    late_root, // W8: the root of a broadcast came last
    early_root, // W8: the root of a reduction came before the last
    unmatched, // the call that has ended it left no record here
    open, // the wait had not ended when the program did
};

/// A wait, or a part of one, and the call of another image that it was for.
struct Match {
    Pattern pattern = Pattern::unmatched;
    Where waiter;
    Where releaser; // where the pattern is neither `unmatched` nor `open`
    double from = 0;
    double until = 0;
    bool ends_wait = true; // else the waiter waited for another one afterwards
    bool is_update = false; // of a lock: its holder only fetched a number and put it back

    [[nodiscard]] bool is_known() const {
        return pattern != Pattern::unmatched && pattern != Pattern::open;
    }
    /// Whether it is the one by whose call the wait was over.
    [[nodiscard]] bool is_release() const { return is_known() && ends_wait; }
};

/// The images with which each exchanges data around the meetings of a line.
struct Neighbours {
    uint32_t most = 0; // of one image
    // Their ranks less that of the image, modulo the number of members; empty: too many.
    std::vector<int> distances;
};

/// A call that cannot end before one of another image has begun, whether or not it had to wait: a
/// wait and a post that it takes, two partners, a lock and the release before it.
struct Dependency {
    /// Whether data may pass from before the one to behind the other, where that was looked at.
    enum class Need : uint8_t { unknown, data, none };

    Where waiter;
    Where releaser;
    Need need = Need::unknown;
};

using MemberPair = std::pair<uint32_t, uint32_t>; // two members, by their place among all

/// The calls of all members of a team that meet.
struct Gathering {
    /// Which members wait: all for all, all for the root, or the root for all.
    enum class Kind : uint8_t { all, from_root, to_root };

    Kind kind = Kind::all;
    uint32_t root = 0; // by its place in `members`
    std::vector<Where> members;
    // The members between which data may pass from before to behind it; none: it is not known.
    std::optional<std::vector<MemberPair>> exchanges;
};

struct Matches {
    std::vector<Match> all;
    std::vector<Dependency> dependencies;
    std::vector<Gathering> gatherings;
    std::map<uint32_t, Neighbours> neighbours; // by the line of meetings that might be of fewer
};

[[nodiscard]] Matches find_matches(const Trace& trace, const Lines& lines);

} // namespace arauto::tools::insight
