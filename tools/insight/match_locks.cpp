// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits for locks: each acquisition has the next number, so that the release with the number before
// is the one that ended the wait, and that of its holder's wait the one before.
#include "matching.hpp"

#include <tuple>

namespace arauto::tools::insight {
namespace {

constexpr uint32_t kNumberMask = (1 << 24) - 1;

/// An acquisition or a release.
struct Use {
    uint64_t place;
    uint32_t number;
    double time;
    Where where;

    [[nodiscard]] auto key() const { return std::tuple(place, number); }
};

class LockMatcher {
  public:
    explicit LockMatcher(const Matching& matching) : matching_(matching) {
        matching.trace.visit_events([this](const Where& where, const Event& event, bool is_open) {
            const bool is_lock = event.op == ARAUTO_RECORDED_LOCK;
            if ((!is_lock && event.op != ARAUTO_RECORDED_UNLOCK) || event.above() == 0 ||
                (event.flags & kRecordFailed) != 0 || is_open) {
                return;
            }
            // An acquisition is sought before its release, a release before the next acquisition.
            (is_lock ? acquired_ : released_)
                .push_back(
                    {place_in_heap(event.peer, event.offset()), event.above(), event.begin, where});
        });
        sort_by_key(acquired_);
        sort_by_key(released_);
    }

    void match() const {
        for (const Use& use : acquired_) {
            const Event& call = matching_.trace.at(use.where);
            const Use* const released = find_latest(released_, before(use), call.end);
            if (released != nullptr) {
                matching_.found.dependencies.push_back({use.where, released->where});
            }
            if (call.has_waited()) {
                match(use, released);
            }
        }
    }

  private:
    [[nodiscard]] static std::tuple<uint64_t, uint32_t> before(const Use& use) {
        return {use.place, (use.number - 1) & kNumberMask};
    }

    /// @param holder  the release before; null: it is not known
    void match(const Use& waiter, const Use* holder) const {
        const Event& wait = matching_.trace.at(waiter.where);
        if (holder == nullptr) {
            matching_.add_unmatched(waiter.where, wait.begin, wait.end);
            return;
        }
        // Back through the queue: each holder from the release before its own acquisition on.
        double until = std::min(holder->time, wait.end);
        for (bool ends_wait = true; until > wait.begin; ends_wait = false) {
            const Use* const acquired = find_latest(acquired_, holder->key(), holder->time);
            const Use* const previous = find_latest(released_, before(*holder), holder->time);
            const bool is_first = holder->number == 1;
            double from = wait.begin;
            if (previous != nullptr) {
                from = std::max(previous->time, wait.begin);
            } else if (!is_first && acquired != nullptr) {
                from = std::max(matching_.trace.at(acquired->where).end, wait.begin);
            }
            matching_.add({.pattern = Pattern::contention,
                           .waiter = waiter.where,
                           .releaser = holder->where,
                           .from = from,
                           .until = until,
                           .ends_wait = ends_wait,
                           .is_update = acquired != nullptr && is_update(*acquired, *holder)});
            until = from;
            if (previous == nullptr) {
                matching_.add_unmatched(waiter.where, wait.begin, until);
                return;
            }
            holder = previous;
        }
    }

    /// Whether a holder has fetched a number of 8 bytes at most, and put it back, and no more.
    [[nodiscard]] bool is_update(const Use& acquired, const Use& released) const {
        const Where& from = acquired.where;
        if (from.image != released.where.image || from.thread != released.where.thread ||
            from.event + 3 != released.where.event) {
            return false;
        }
        const Event& get = matching_.trace.at({from.image, from.thread, from.event + 1});
        const Event& put = matching_.trace.at({from.image, from.thread, from.event + 2});
        return get.op == ARAUTO_RECORDED_GET && put.op == ARAUTO_RECORDED_PUT &&
               get.peer == put.peer && get.offset() == put.offset() && get.bytes() == put.bytes() &&
               get.bytes() <= sizeof(uint64_t);
    }

    const Matching& matching_;
    std::vector<Use> acquired_;
    std::vector<Use> released_;
};

} // namespace

void match_locks(const Matching& matching) {
    LockMatcher(matching).match();
}

} // namespace arauto::tools::insight
