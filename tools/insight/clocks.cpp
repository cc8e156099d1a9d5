// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See clocks.hpp.
#include "clocks.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr int kHalf = 32;

/// A release, and the end of a wait for it on another node. Times as the clocks have them.
struct Bond {
    uint32_t from; // node
    uint32_t to;
    double released;
    double ended;
};

class Bonds {
  public:
    explicit Bonds(Trace& trace) : trace_(trace) {
        for (uint32_t i = 0; i < trace.images.size(); ++i) {
            index_of_[trace.images[i].rank] = i;
        }
    }

    void find() {
        find_tickets();
        find_meetings();
        find_pairs();
        find_locks();
        std::stable_sort(bonds_.begin(), bonds_.end(),
                         [](const Bond& a, const Bond& b) { return a.ended < b.ended; });
    }
    [[nodiscard]] std::span<const Bond> all() const { return bonds_; }

  private:
    void find_tickets();
    void find_meetings();
    void find_pairs();
    void find_locks();

    void add(uint32_t from, double released, uint32_t to, double ended) {
        const uint32_t node = trace_.images[from].node;
        const uint32_t other = trace_.images[to].node;
        if (node != other) {
            bonds_.push_back({node, other, released, ended});
        }
    }
    /// Whether its end was measured.
    [[nodiscard]] static bool is_whole(const Event& event, bool is_open) {
        return !is_open && (event.flags & kRecordFailed) == 0 && event.end > event.begin;
    }

    Trace& trace_;
    std::unordered_map<uint32_t, uint32_t> index_of_; // of an image, by its rank
    std::vector<Bond> bonds_;
};

/// A post, and the arrival that the target has noted under the same number: the arrival has the
/// ticket. A number is that of the origin's posts to one slot, so that it names one of them.
void Bonds::find_tickets() {
    using Key = std::tuple<uint32_t, uint32_t, uint64_t, uint32_t>; // origin, target, slot, number
    constexpr uint32_t kNumberMask = (1 << 24) - 1;
    std::map<Key, const Arrival*> arrivals;
    for (const Image& image : trace_.images) {
        for (const Arrival& arrival : image.arrivals) {
            if (arrival.number != 0) { // the latest, where numbers have begun anew
                arrivals[{arrival.source, image.rank, arrival.offset,
                          arrival.number & kNumberMask}] = &arrival;
            }
        }
    }
    if (arrivals.empty()) {
        return;
    }
    for (uint32_t origin = 0; origin < trace_.images.size(); ++origin) {
        for (Thread& thread : trace_.images[origin].threads) {
            for (Event& event : thread.events) {
                if ((event.op != ARAUTO_RECORDED_POST && event.op != ARAUTO_RECORDED_EVENT_POST) ||
                    (event.flags & kRecordFar) == 0) {
                    continue;
                }
                const auto found = arrivals.find(
                    {trace_.images[origin].rank, event.peer, event.offset(), event.above()});
                const auto target = index_of_.find(event.peer);
                if (found == arrivals.end() || target == index_of_.end()) {
                    continue;
                }
                const Arrival& arrival = *found->second;
                event.argument = record_argument(event.offset(), arrival.ticket);
                event.flags |= kTicketIsKnown;
                add(origin, event.begin, target->second, arrival.time);
            }
        }
    }
}

/// Calls that end when all members have come: the last one of another node releases the others.
void Bonds::find_meetings() {
    struct Member {
        uint32_t image;
        uint16_t op;
        uint32_t members;
        double begin;
        double end; // negative: not known
    };
    std::map<uint64_t, std::vector<Member>> meetings; // by team and number
    trace_.visit_events([&](const Where& where, const Event& event, bool is_open) {
        if (event.is_of(RecordedText::Kind::meeting)) {
            meetings[uint64_t{event.peer} << kHalf | (event.argument & UINT32_MAX)].push_back(
                {where.image, event.op, static_cast<uint32_t>(event.argument >> kHalf), event.begin,
                 is_whole(event, is_open) ? event.end : -1});
        }
    });
    for (const auto& [number, members] : meetings) {
        const Member& one = members.front();
        const bool is_for_all =
            one.op != ARAUTO_RECORDED_BROADCAST && one.op != ARAUTO_RECORDED_REDUCE &&
            members.size() == one.members &&
            std::all_of(members.begin(), members.end(), [&](const Member& each) {
                return each.op == one.op && each.members == one.members;
            });
        if (!is_for_all) {
            continue;
        }
        std::map<uint32_t, const Member*> last; // of each node
        for (const Member& member : members) {
            const Member*& of_node = last[trace_.images[member.image].node];
            of_node = of_node == nullptr || member.begin > of_node->begin ? &member : of_node;
        }
        for (const Member& member : members) {
            for (const auto& [node, other] : last) {
                if (member.end >= 0) {
                    add(other->image, other->begin, member.image, member.end);
                }
            }
        }
    }
}

/// The calls of two partners in `sync images` of the same turn.
void Bonds::find_pairs() {
    struct Turn {
        double begin;
        double end; // of the whole call; negative: not known
    };
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Turn> turns; // image, partner, turn
    Turn call{0, -1}; // of which the events behind it are parts
    trace_.visit_events([&](const Where& where, const Event& event, bool is_open) {
        if (event.op != ARAUTO_RECORDED_SYNC_RANKS) {
            return;
        }
        if (!event.is_behind()) {
            call = {event.begin, is_whole(event, is_open) ? event.end : -1};
        }
        const auto turn = static_cast<uint32_t>(event.argument >> kHalf);
        if (event.peer != kNoPeer && turn != 0) {
            turns[{trace_.images[where.image].rank, event.peer, turn}] = call;
        }
    });
    for (const auto& [key, mine] : turns) {
        const auto& [rank, partner, turn] = key;
        const auto theirs = turns.find({partner, rank, turn});
        if (mine.end >= 0 && theirs != turns.end()) {
            add(index_of_.at(partner), theirs->second.begin, index_of_.at(rank), mine.end);
        }
    }
}

/// The release of the holder before, and the acquisition with the next number.
void Bonds::find_locks() {
    using Key = std::tuple<uint32_t, uint64_t, uint32_t>; // rank and offset of the lock, number
    constexpr uint32_t kNumberMask = (1 << 24) - 1;
    std::map<Key, std::pair<uint32_t, double>> released; // the image, and when
    trace_.visit_events([&](const Where& where, const Event& event, bool is_open) {
        if (event.op == ARAUTO_RECORDED_UNLOCK && event.above() != 0 && !is_open) {
            released[{event.peer, event.offset(), event.above()}] = {where.image, event.begin};
        }
    });
    if (released.empty()) {
        return;
    }
    trace_.visit_events([&](const Where& where, const Event& event, bool is_open) {
        if (event.op != ARAUTO_RECORDED_LOCK || event.above() == 0 || !is_whole(event, is_open)) {
            return;
        }
        const auto before =
            released.find({event.peer, event.offset(), (event.above() - 1) & kNumberMask});
        if (before != released.end()) {
            add(before->second.first, before->second.second, where.image, event.end);
        }
    });
}

/// The shifts of one node, each of all that is not before its time.
class Shifts {
  public:
    [[nodiscard]] double at(double time) const {
        const auto behind =
            std::upper_bound(steps_.begin(), steps_.end(), time,
                             [](double limit, const auto& step) { return limit < step.first; });
        return behind == steps_.begin() ? 0 : (behind - 1)->second;
    }
    void add(double time, double by) {
        auto at =
            std::lower_bound(steps_.begin(), steps_.end(), time,
                             [](const auto& step, double limit) { return step.first < limit; });
        if (at == steps_.end() || at->first > time) {
            const double before = at == steps_.begin() ? 0 : (at - 1)->second;
            at = steps_.insert(at, {time, before});
        }
        std::for_each(at, steps_.end(), [by](auto& step) { step.second += by; });
    }
    [[nodiscard]] bool is_empty() const { return steps_.empty(); }

  private:
    std::vector<std::pair<double, double>> steps_; // time, and the sum of shifts from there on
};

using ShiftsOfNodes = std::map<uint32_t, Shifts>;

/// By how much a release lies behind the end of its wait.
double lateness(const Bond& bond, ShiftsOfNodes& shifts) {
    return bond.released + shifts[bond.from].at(bond.released) -
           (bond.ended + shifts[bond.to].at(bond.ended));
}

constexpr double kLeast = 1e-9; // of a shift: less is rounding

void apply(Trace& trace, ShiftsOfNodes& shifts) {
    for (Image& image : trace.images) {
        const Shifts& of_node = shifts[image.node];
        if (of_node.is_empty()) {
            continue;
        }
        const auto move = [&of_node](double& time) { time += of_node.at(time); };
        move(image.begin);
        move(image.end);
        for (Thread& thread : image.threads) {
            for (Event& event : thread.events) {
                move(event.begin);
                move(event.end);
            }
        }
        for (Arrival& arrival : image.arrivals) {
            move(arrival.time);
        }
    }
}

} // namespace

void join_clocks(Trace& trace) {
    if (trace.clocks.nodes < 2) {
        return;
    }
    Bonds bonds(trace);
    bonds.find();
    ShiftsOfNodes shifts;
    // One pass does where no release that lies too late has been shifted itself behind it.
    constexpr int kMostPasses = 8;
    bool has_shifted = true;
    for (int pass = 0; has_shifted && pass < kMostPasses; ++pass) {
        has_shifted = false;
        for (const Bond& bond : bonds.all()) {
            const double late = lateness(bond, shifts);
            if (late > kLeast) {
                shifts[bond.to].add(bond.ended, late);
                ++trace.clocks.shifts;
                trace.clocks.longest_shift = std::max(trace.clocks.longest_shift, late);
                has_shifted = true;
            }
        }
    }
    for (const Bond& bond : bonds.all()) {
        trace.clocks.late += lateness(bond, shifts) > kLeast ? 1U : 0U;
    }
    apply(trace, shifts);
    for (const Image& image : trace.images) {
        trace.seconds = std::max(trace.seconds, image.end);
    }
}

} // namespace arauto::tools::insight
