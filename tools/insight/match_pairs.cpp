// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits in `sync images`: the n-th call of one image with another meets the n-th of that one.
#include "matching.hpp"

#include <span>
#include <tuple>

namespace arauto::tools::insight {
namespace {

constexpr int kHalf = 32;

/// An image's part in the meeting of a pair.
struct Arrival {
    uint32_t image; // its index
    uint32_t partner; // rank
    uint32_t turn; // of this pair, counted from 1
    double time;
    Where where;

    [[nodiscard]] auto key() const { return std::tuple(image, partner, turn); }
};

struct Call {
    Where where;
    size_t first; // of its arrivals, in the order of the trace
    size_t count;
    uint32_t partners; // more than `count` where arrivals are not known
};

class PairMatcher {
  public:
    explicit PairMatcher(const Matching& matching) : matching_(matching) {
        matching.trace.visit_events([this](const Where& where, const Event& event, bool is_open) {
            if (event.op == ARAUTO_RECORDED_SYNC_RANKS) {
                collect(where, event, is_open);
            }
        });
        sorted_ = arrivals_;
        sort_by_key(sorted_);
        for (uint32_t i = 0; i < matching.trace.images.size(); ++i) {
            index_of_[matching.trace.images[i].rank] = i;
        }
    }

    void match() const {
        for (const Call& call : calls_) {
            match(call);
        }
    }

  private:
    void collect(const Where& where, const Event& event, bool is_open) {
        const auto turn = static_cast<uint32_t>(event.argument >> kHalf);
        if (!event.is_behind() && !is_open && (event.flags & kRecordFailed) == 0) {
            calls_.push_back({where, arrivals_.size(), 0, static_cast<uint32_t>(event.argument)});
        }
        if (event.peer == kNoPeer || turn == 0) {
            return;
        }
        Where at = where;
        if (Call* const call = call_of(where, event); call != nullptr) {
            ++call->count;
            at = call->where; // its parts have its time
        }
        arrivals_.push_back({where.image, event.peer, turn, event.begin, at});
    }

    /// The call of which an event is a part; null: it is not known.
    [[nodiscard]] Call* call_of(const Where& where, const Event& event) {
        if (calls_.empty()) {
            return nullptr;
        }
        Call& call = calls_.back();
        const bool is_of_thread =
            call.where.image == where.image && call.where.thread == where.thread;
        const size_t behind = event.is_behind() ? call.count + 1 : 0;
        return is_of_thread && call.where.event + behind == where.event ? &call : nullptr;
    }

    void match(const Call& call) const {
        const Event& wait = matching_.trace.at(call.where);
        const Arrival* last = nullptr; // of the partners
        const Arrival* last_needed = nullptr;
        for (size_t i = call.first; i < call.first + call.count; ++i) {
            const Arrival& mine = arrivals_[i];
            const Arrival* const theirs = meets(mine, wait.end);
            if (theirs == nullptr) {
                last = nullptr;
                break;
            }
            last = last == nullptr || theirs->time > last->time ? theirs : last;
            Dependency::Need need = Dependency::Need::unknown;
            if (theirs->time > wait.begin) {
                need = is_needed(mine, *theirs) ? Dependency::Need::data : Dependency::Need::none;
            }
            matching_.found.dependencies.push_back({call.where, theirs->where, need});
            if (need == Dependency::Need::data) {
                last_needed = last_needed == nullptr || theirs->time > last_needed->time
                                  ? theirs
                                  : last_needed;
            }
        }
        if (last == nullptr || call.count < call.partners) {
            if (wait.has_waited()) {
                matching_.add_unmatched(call.where, wait.begin, wait.end);
            }
            return;
        }
        double from = wait.begin;
        if (last_needed != nullptr) {
            const double until = std::min(last_needed->time, wait.end);
            matching_.add({.pattern = Pattern::late_partner,
                           .waiter = call.where,
                           .releaser = last_needed->where,
                           .from = from,
                           .until = until,
                           .ends_wait = last_needed == last});
            from = until;
        }
        matching_.add({.pattern = Pattern::needless,
                       .waiter = call.where,
                       .releaser = last->where,
                       .from = from,
                       .until = std::min(last->time, wait.end)});
    }

    /// The partner's part in the same meeting; null: it left no record.
    [[nodiscard]] const Arrival* meets(const Arrival& mine, double until) const {
        const auto partner = index_of_.find(mine.partner);
        return partner == index_of_.end()
                   ? nullptr
                   : find_latest(sorted_,
                                 std::tuple(partner->second,
                                            matching_.trace.images[mine.image].rank, mine.turn),
                                 until);
    }

    /// Whether data may pass from before the partner's call to behind this one.
    [[nodiscard]] bool is_needed(const Arrival& mine, const Arrival& theirs) const {
        const Arrival* const before = find_latest(
            sorted_, std::tuple(theirs.image, theirs.partner, theirs.turn - 1), theirs.time);
        if (before == nullptr && (theirs.turn > 1 || !matching_.accesses.is_whole(theirs.image))) {
            return true; // not known
        }
        const auto next = std::lower_bound(
            sorted_.begin(), sorted_.end(),
            std::tuple(mine.image, mine.partner, mine.turn + 1, mine.time),
            [](const Arrival& entry, const auto& key) {
                return std::tuple(entry.image, entry.partner, entry.turn, entry.time) < key;
            });
        const bool has_next = next != sorted_.end() &&
                              next->key() == std::tuple(mine.image, mine.partner, mine.turn + 1);
        return matching_.accesses.may_pass(
            {theirs.image, before != nullptr ? before->time : 0, theirs.time},
            {mine.image, mine.time, has_next ? next->time : matching_.trace.seconds});
    }

    const Matching& matching_;
    std::vector<Arrival> arrivals_; // in the order of the trace
    std::vector<Arrival> sorted_;
    std::vector<Call> calls_;
    std::map<uint32_t, uint32_t> index_of_; // of an image, by its rank
};

} // namespace

void match_pairs(const Matching& matching) {
    PairMatcher(matching).match();
}

} // namespace arauto::tools::insight
