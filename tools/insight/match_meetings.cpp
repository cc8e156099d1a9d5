// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits in calls of all images of a team: members of one meeting have its number. Of a barrier
// around which each image exchanges data with some others alone, the waits for the rest are told
// apart.
#include "matching.hpp"

#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace arauto::tools::insight {
namespace {

constexpr int kHalf = 32; // bits of a number of which another is in the upper ones

bool has_root(uint16_t op) {
    return op == ARAUTO_RECORDED_BROADCAST || op == ARAUTO_RECORDED_REDUCE;
}

/// Whether no member goes on before all have come, and what they did before is done.
bool separates(uint16_t op) {
    return op == ARAUTO_RECORDED_BARRIER || op == ARAUTO_RECORDED_ALLOCATE ||
           op == ARAUTO_RECORDED_FREE || op == ARAUTO_RECORDED_TEAM;
}

/// A member's part in a meeting.
struct Entry {
    uint64_t meeting; // its number, and the team's
    uint16_t op;
    double begin;
    double end;
    uint32_t above; // how many members there are, or the root
    bool is_open; // it had not ended
    Where where;
    double before = -1; // when the meeting before began for it that separates; negative: not known
    double after = 0; // the same of the one behind
};

using Meeting = std::span<const Entry>;
using Pair = MemberPair;

/// Memory that a member accesses before or behind a meeting.
struct Used {
    uint32_t target;
    uint32_t member;
    bool is_after;
    bool is_write;
    uint64_t first;
    uint64_t end;
};

/// Joins what lies side by side, as of a loop over elements; then sorts by place.
void join(std::vector<Used>& used) {
    const auto group = [](const Used& each) {
        return std::tuple(each.target, each.member, each.is_after, each.is_write);
    };
    std::sort(used.begin(), used.end(), [&group](const Used& a, const Used& b) {
        return std::tuple_cat(group(a), std::tuple(a.first)) <
               std::tuple_cat(group(b), std::tuple(b.first));
    });
    size_t count = 0;
    for (const Used& each : used) {
        if (count > 0 && group(used[count - 1]) == group(each) &&
            each.first <= used[count - 1].end) {
            used[count - 1].end = std::max(used[count - 1].end, each.end);
        } else {
            used[count++] = each;
        }
    }
    used.resize(count);
    std::sort(used.begin(), used.end(), [](const Used& a, const Used& b) {
        return std::tuple(a.target, a.first) < std::tuple(b.target, b.first);
    });
}

/// How many meetings of a line may be of neighbours alone.
struct LineCount {
    uint64_t meetings = 0;
    uint64_t of_neighbours = 0;
    uint32_t most = 0;
    std::set<int> distances;
};

class MeetingMatcher {
  public:
    explicit MeetingMatcher(const Matching& matching)
        : matching_(matching), trace_(matching.trace) {
        collect();
        find_spans();
        for (size_t first = 0; first < entries_.size();) {
            size_t last = first + 1;
            while (last < entries_.size() && entries_[last].meeting == entries_[first].meeting) {
                ++last;
            }
            meetings_.push_back({entries_.data() + first, last - first});
            first = last;
        }
    }

    void match() {
        for (const Meeting& meeting : meetings_) {
            count_neighbours(meeting);
        }
        note_lines();
        for (const Meeting& meeting : meetings_) {
            match(meeting);
        }
    }

  private:
    void collect();
    void find_spans();
    void count_neighbours(Meeting meeting);
    void note_lines();
    void match(Meeting meeting) const;
    void note(Meeting meeting, const Entry* root) const;
    void match_all(Meeting meeting,
                   const Entry& entry,
                   const Entry& last,
                   Pattern pattern,
                   const std::vector<Pair>* neighbours) const;
    [[nodiscard]] bool is_whole(Meeting meeting) const;
    [[nodiscard]] std::vector<Pair> exchanges_of(Meeting meeting) const;
    /// How many members a team has; 0: not known.
    [[nodiscard]] uint64_t members_of(uint64_t meeting) const;
    [[nodiscard]] uint32_t line_of(const Entry& entry) const {
        return matching_.lines.of(trace_.at(entry.where).place);
    }
    [[nodiscard]] uint32_t rank_of(const Entry& entry) const {
        return trace_.images[entry.where.image].rank;
    }

    const Matching& matching_;
    const Trace& trace_;
    std::vector<Entry> entries_;
    std::vector<Meeting> meetings_;
    std::map<uint32_t, uint32_t> members_; // by the number of a team
    std::map<uint32_t, LineCount> counts_; // by line
    std::map<uint64_t, std::vector<Pair>> exchanges_; // by the number of a meeting, where known
};

void MeetingMatcher::collect() {
    trace_.visit_events([this](const Where& where, const Event& event, bool is_open) {
        if (!event.is_of(RecordedText::Kind::meeting) && !event.is_fence()) {
            return;
        }
        const auto above = static_cast<uint32_t>(event.argument >> kHalf);
        entries_.push_back(
            {.meeting = uint64_t{event.peer} << kHalf | (event.argument & UINT32_MAX),
             .op = event.op,
             .begin = event.begin,
             .end = event.end,
             .above = above,
             .is_open = is_open,
             .where = where});
        if (!has_root(event.op)) {
            uint32_t& members = members_[event.peer];
            members = std::max(members, above);
        }
    });
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.meeting < b.meeting; });
}

/// The time of each member from one separating meeting of a team to the next.
void MeetingMatcher::find_spans() {
    std::map<std::pair<uint32_t, uint32_t>, Entry*> latest; // by team and image
    for (Entry& entry : entries_) {
        entry.after = trace_.seconds;
        const auto team = static_cast<uint32_t>(entry.meeting >> kHalf);
        Entry*& before = latest[{team, entry.where.image}];
        if (before != nullptr) {
            entry.before = before->begin;
        } else if (matching_.accesses.is_whole(entry.where.image)) {
            entry.before = 0;
        }
        if (separates(entry.op)) {
            if (before != nullptr) {
                before->after = entry.begin;
            }
            before = &entry;
        }
    }
}

bool MeetingMatcher::is_whole(Meeting meeting) const {
    const Entry& first = meeting.front();
    const uint64_t members = has_root(first.op) ? members_of(first.meeting) : first.above;
    return meeting.size() == members;
}

/// The pairs of members between which data may pass from before a meeting to behind it, the lower
/// one first: one accesses memory of the other, or one before the meeting and one behind it the
/// same memory of a third.
std::vector<Pair> MeetingMatcher::exchanges_of(Meeting meeting) const {
    std::map<uint32_t, uint32_t> members; // by rank
    for (uint32_t i = 0; i < meeting.size(); ++i) {
        members[rank_of(meeting[i])] = i;
    }
    std::vector<Pair> pairs;
    const auto add = [&pairs](uint32_t a, uint32_t b) {
        if (a != b) {
            pairs.emplace_back(std::min(a, b), std::max(a, b));
        }
    };
    std::vector<Used> used;
    for (uint32_t i = 0; i < meeting.size(); ++i) {
        const Entry& entry = meeting[i];
        for (const bool is_after : {false, true}) {
            const Span span{entry.where.image, is_after ? entry.begin : entry.before,
                            is_after ? entry.after : entry.begin};
            matching_.accesses.visit(span, [&](uint32_t target, const Access& access) {
                if (const auto at = members.find(target); at != members.end()) {
                    add(i, at->second);
                }
                used.push_back({target, i, is_after, access.is_write, access.first, access.end});
            });
        }
    }
    join(used);
    for (size_t i = 0; i < used.size(); ++i) {
        for (size_t j = i + 1;
             j < used.size() && used[j].target == used[i].target && used[j].first < used[i].end;
             ++j) {
            if (used[i].is_after != used[j].is_after && (used[i].is_write || used[j].is_write)) {
                add(used[i].member, used[j].member);
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

void MeetingMatcher::count_neighbours(Meeting meeting) {
    const bool is_known = std::all_of(meeting.begin(), meeting.end(), [](const Entry& entry) {
        return entry.op == ARAUTO_RECORDED_BARRIER && entry.before >= 0 && !entry.is_open;
    });
    if (!is_known || meeting.size() < 2 || !is_whole(meeting)) {
        return;
    }
    const std::vector<Pair>& exchanges =
        exchanges_.emplace(meeting.front().meeting, exchanges_of(meeting)).first->second;
    if (meeting.size() == 2) {
        return; // all are neighbours
    }
    std::vector<uint32_t> partners(meeting.size());
    std::set<int> distances;
    const auto size = static_cast<int>(meeting.size());
    for (const auto& [one, other] : exchanges) {
        ++partners[one];
        ++partners[other];
        const int far =
            static_cast<int>(rank_of(meeting[other])) - static_cast<int>(rank_of(meeting[one]));
        for (const int distance : {far, -far}) {
            const int around = (distance % size + size) % size;
            distances.insert(around > size / 2 ? around - size : around);
        }
    }
    const uint32_t most = *std::max_element(partners.begin(), partners.end());
    LineCount& count = counts_[line_of(meeting.front())];
    ++count.meetings;
    if (most > 0 && most < meeting.size() - 1) {
        ++count.of_neighbours;
        count.most = std::max(count.most, most);
        count.distances.merge(distances);
    }
}

/// Notes the lines at which nine of ten meetings, or more, are of neighbours.
void MeetingMatcher::note_lines() {
    constexpr uint64_t kOfTen = 9;
    constexpr size_t kMostDistances = 4; // to be named
    for (const auto& [line, count] : counts_) {
        if (count.of_neighbours * 10 >= count.meetings * kOfTen && count.of_neighbours > 0) {
            Neighbours& neighbours = matching_.found.neighbours[line];
            neighbours.most = count.most;
            if (count.distances.size() <= kMostDistances) {
                neighbours.distances.assign(count.distances.begin(), count.distances.end());
            }
        }
    }
}

uint64_t MeetingMatcher::members_of(uint64_t meeting) const {
    const auto team = static_cast<uint32_t>(meeting >> kHalf);
    if (team == 0) {
        return trace_.images_of_job;
    }
    const auto at = members_.find(team);
    return at != members_.end() ? at->second : 0;
}

/// The wait of a member for all others, of which `last` came last.
/// @param neighbours  the pairs of which each would have been enough; null: all are needed
void MeetingMatcher::match_all(Meeting meeting,
                               const Entry& entry,
                               const Entry& last,
                               Pattern pattern,
                               const std::vector<Pair>* neighbours) const {
    const Entry* late = &last;
    if (neighbours != nullptr) {
        late = &entry;
        const auto at = static_cast<uint32_t>(&entry - meeting.data());
        for (const auto& [one, other] : *neighbours) {
            if (one != at && other != at) {
                continue;
            }
            const Entry& partner = meeting[one == at ? other : one];
            late = partner.begin > late->begin ? &partner : late;
        }
    }
    const double until = std::min(late->begin, entry.end);
    matching_.add({.pattern = pattern,
                   .waiter = entry.where,
                   .releaser = late->where,
                   .from = entry.begin,
                   .until = until,
                   .ends_wait = late == &last});
    if (late != &last) {
        matching_.add({.pattern = Pattern::all_meet,
                       .waiter = entry.where,
                       .releaser = last.where,
                       .from = until,
                       .until = std::min(last.begin, entry.end)});
    }
}

/// Notes which members wait for which.
void MeetingMatcher::note(Meeting meeting, const Entry* root) const {
    const uint16_t op = meeting.front().op;
    const bool is_from_root = op == ARAUTO_RECORDED_BROADCAST;
    if (is_from_root ? root == nullptr : !is_whole(meeting)) {
        return; // calls are not known that members have waited for
    }
    if (op == ARAUTO_RECORDED_REDUCE && root == nullptr) {
        return;
    }
    Gathering& gathering = matching_.found.gatherings.emplace_back();
    if (has_root(op)) {
        gathering.kind = is_from_root ? Gathering::Kind::from_root : Gathering::Kind::to_root;
        gathering.root = static_cast<uint32_t>(root - meeting.data());
    }
    for (const Entry& entry : meeting) {
        gathering.members.push_back(entry.where);
    }
    if (const auto at = exchanges_.find(meeting.front().meeting); at != exchanges_.end()) {
        gathering.exchanges = at->second;
    }
}

void MeetingMatcher::match(Meeting meeting) const {
    const Entry& first = meeting.front();
    const bool is_rooted = has_root(first.op);
    const uint64_t members = is_rooted ? members_of(first.meeting) : first.above;
    const bool is_one = std::all_of(meeting.begin(), meeting.end(), [&first](const Entry& entry) {
        return entry.op == first.op && entry.above == first.above;
    });
    if (!is_one || (members > 0 && meeting.size() > members)) {
        return; // two teams have the same number
    }
    const auto last =
        std::max_element(meeting.begin(), meeting.end(),
                         [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
    const auto at_root = std::find_if(meeting.begin(), meeting.end(), [&](const Entry& entry) {
        return is_rooted && rank_of(entry) == entry.above;
    });
    const Entry* const root = at_root != meeting.end() ? &*at_root : nullptr;
    const auto exchanges = exchanges_.find(first.meeting);
    const bool has_neighbours =
        exchanges != exchanges_.end() && matching_.found.neighbours.contains(line_of(first));
    note(meeting, root);
    for (const Entry& entry : meeting) {
        const bool waits_for_all =
            !is_rooted || (first.op == ARAUTO_RECORDED_REDUCE && &entry == root);
        if (first.op == ARAUTO_RECORDED_BROADCAST && root != nullptr) {
            matching_.add({.pattern = Pattern::late_root,
                           .waiter = entry.where,
                           .releaser = root->where,
                           .from = entry.begin,
                           .until = std::min(root->begin, entry.end)});
        } else if (is_whole(meeting) && waits_for_all) { // else the last may not be known
            match_all(meeting, entry, *last, is_rooted ? Pattern::early_root : Pattern::imbalance,
                      has_neighbours ? &exchanges->second : nullptr);
        } else if (entry.is_open) {
            matching_.add_open(entry.where);
        } else if (&entry == root && trace_.at(entry.where).has_waited()) {
            matching_.add_unmatched(entry.where, entry.begin, entry.end);
        }
    }
}

} // namespace

void match_meetings(const Matching& matching) {
    MeetingMatcher(matching).match();
}

} // namespace arauto::tools::insight
