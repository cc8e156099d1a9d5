// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See replay.hpp. Each thread goes on until it comes to a call whose release is not known yet. The
// time from a release to the end of its wait stays as it was measured: the way of the news, and
// waking up. It passes unnoticed where an image comes to its wait later than that.
#include "replay.hpp"

#include "operations.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace arauto::tools::insight {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kClockError = 1e-5;

/// The edits, by line and by image.
class Edits {
  public:
    Edits(const Schedule& schedule, const std::vector<Edit>& edits)
        : kinds_(schedule.lines.count()), factors_(schedule.trace.images.size(), 1) {
        for (const Edit& edit : edits) {
            if (edit.kind == Edit::Kind::scaled) {
                factors_[edit.image] *= edit.factor;
            } else if (edit.kind == Edit::Kind::even) {
                make_even(schedule);
            } else {
                kinds_[edit.line] |= bit(edit.kind);
            }
        }
    }

    [[nodiscard]] bool has(Edit::Kind kind, uint32_t line) const {
        return (kinds_[line] & bit(kind)) != 0;
    }
    [[nodiscard]] bool has_any(Edit::Kind kind) const {
        return std::any_of(kinds_.begin(), kinds_.end(),
                           [kind](uint16_t kinds) { return (kinds & bit(kind)) != 0; });
    }
    [[nodiscard]] double factor_of(uint32_t image) const { return factors_[image]; }

  private:
    static constexpr uint16_t bit(Edit::Kind kind) {
        return static_cast<uint16_t>(1U << static_cast<unsigned>(kind));
    }

    /// Scales the computation of each image, in its first thread, to the mean of all.
    void make_even(const Schedule& schedule) {
        std::vector<double> computed(factors_.size());
        for (const ReplayRow& row : schedule.rows) {
            if (row.thread != 0) {
                continue;
            }
            double now = row.count > 0 ? schedule.measured[row.first].end : row.begin;
            for (uint32_t call = row.first; call < row.first + row.count; ++call) {
                computed[row.image] += std::max(0.0, schedule.measured[call].begin - now);
                now = std::max(now, schedule.measured[call].end);
            }
            computed[row.image] += row.rest;
        }
        const double mean = std::accumulate(computed.begin(), computed.end(), 0.0) /
                            static_cast<double>(computed.size());
        for (size_t i = 0; i < computed.size(); ++i) {
            factors_[i] *= computed[i] > 0 ? mean / computed[i] : 1;
        }
    }

    std::vector<uint16_t> kinds_; // bits, by line
    std::vector<double> factors_;
};

class Player {
  public:
    Player(const Schedule& schedule, const std::vector<Edit>& edits)
        : schedule_(schedule), edits_(schedule, edits), threads_(schedule.rows.size()),
          meetings_(schedule.matches.gatherings.size()) {
        result_.calls.resize(schedule.measured.size());
        result_.released_by.resize(schedule.measured.size(), {0, Schedule::kNone});
        for (uint32_t row = 0; row < schedule.rows.size(); ++row) {
            threads_[row].next = schedule.rows[row].first;
            threads_[row].now = schedule.rows[row].begin;
            ready_.push_back(row);
        }
        for (uint32_t i = 0; i < meetings_.size(); ++i) {
            prepare(i);
        }
        std::sort(partners_.begin(), partners_.end());
        find_needless();
    }

    Replayed run() {
        for (;;) {
            while (!ready_.empty()) {
                const uint32_t row = ready_.back();
                ready_.pop_back();
                go_on(row);
            }
            if (!free_one()) {
                break;
            }
        }
        finish();
        return std::move(result_);
    }

  private:
    struct Thread {
        uint32_t next = 0; // call
        bool has_arrived = false; // at that one
        bool is_freed = false; // it does not wait there: the trace contradicts itself
        double now = 0;
        double saved = 0; // of the time until the next call
        // Calls that have to begin, and the threads that wait for these; the first is the lowest.
        std::vector<std::pair<uint32_t, uint32_t>> waiters;
        std::map<uint64_t, uint32_t> last_wait; // by slot, where there shall be a second buffer
    };
    struct Meeting {
        bool is_off = false; // no member waits for all, but for partners if at all
        uint32_t arrived = 0;
        double measured = kNever; // the last has begun
        double last = kNever; // the same, replayed
        ReplaySource last_by;
        std::vector<uint32_t> waiters; // threads
    };
    /// The latest release of a call: as measured, and as replayed.
    struct Latest {
        double measured = kNever;
        double replayed = kNever;
        ReplaySource by{0, Schedule::kNone};

        void add(double time, const ReplaySource& source) {
            if (time > replayed) {
                replayed = time;
                by = source;
            }
        }
    };

    void prepare(uint32_t index);
    void find_needless();
    void go_on(uint32_t row);
    void arrive(uint32_t row);
    void note_early_post(const ReplayRow& row, uint32_t call);
    [[nodiscard]] bool waits_for(uint32_t row, const ReplaySource& source);
    [[nodiscard]] bool is_held(uint32_t row, uint32_t call);
    [[nodiscard]] bool is_kept(uint32_t row, uint32_t call, const ReplaySource& source) const;
    [[nodiscard]] double release_of(const ReplaySource& source) const;
    [[nodiscard]] Latest latest_of(uint32_t row, uint32_t call);
    void add_meeting(uint32_t call, Latest& latest) const;
    [[nodiscard]] bool is_free(const ReplayRow& row, uint32_t call) const;
    void end_call(uint32_t row);
    [[nodiscard]] bool free_one();
    void finish();

    [[nodiscard]] bool has_begun(const ReplaySource& source) const {
        const Thread& thread = threads_[source.row];
        return source.call < thread.next || (source.call == thread.next && thread.has_arrived);
    }
    /// Whether a member has not waited for all, as in a fence that nothing precedes.
    [[nodiscard]] bool is_left_early(uint32_t meeting, uint32_t call) const {
        return schedule_.matches.gatherings[meeting].kind == Gathering::Kind::all &&
               meetings_[meeting].measured > schedule_.measured[call].end + kClockError;
    }
    [[nodiscard]] bool has(Edit::Kind kind, uint32_t call) const {
        return edits_.has(kind, schedule_.line_of[call]);
    }
    /// `visit(source)` for each call that a call waits for, until it returns true.
    template <typename Visit> bool visit_sources(uint32_t row, uint32_t call, Visit visit) const;

    const Schedule& schedule_;
    Edits edits_;
    std::vector<Thread> threads_; // by row
    std::vector<Meeting> meetings_;
    std::vector<std::tuple<uint32_t, uint32_t, uint32_t>> partners_; // call; row and call
    std::map<uint32_t, double> early_; // when posts may be made, by call
    std::set<std::tuple<uint32_t, uint32_t, uint32_t>> needless_; // line; image and partner
    std::vector<uint32_t> ready_; // threads
    Replayed result_;
};

/// Whether a meeting is one still, and who waits for whom else.
void Player::prepare(uint32_t index) {
    const Gathering& gathering = schedule_.matches.gatherings[index];
    Meeting& meeting = meetings_[index];
    bool is_for_partners = false;
    for (const Where& member : gathering.members) {
        const uint32_t call = schedule_.number_of(member);
        meeting.measured = std::max(meeting.measured, schedule_.measured[call].begin);
        meeting.is_off = meeting.is_off || has(Edit::Kind::none, call);
        is_for_partners = is_for_partners || has(Edit::Kind::pairs, call);
    }
    if (meeting.is_off || !is_for_partners || !gathering.exchanges) {
        return;
    }
    meeting.is_off = true;
    for (const auto& [one, other] : *gathering.exchanges) {
        const Where& a = gathering.members[one];
        const Where& b = gathering.members[other];
        partners_.emplace_back(schedule_.number_of(a), schedule_.row_of(b), schedule_.number_of(b));
        partners_.emplace_back(schedule_.number_of(b), schedule_.row_of(a), schedule_.number_of(a));
    }
}

/// Between which images no data passes in a `sync images` that is to be of pairs: as far as it was
/// looked at, since a partner came late.
void Player::find_needless() {
    if (!edits_.has_any(Edit::Kind::pairs)) {
        return;
    }
    std::set<std::tuple<uint32_t, uint32_t, uint32_t>> needed;
    for (const ReplayRow& row : schedule_.rows) {
        for (uint32_t call = row.first; call < row.first + row.count; ++call) {
            if (!has(Edit::Kind::pairs, call)) {
                continue;
            }
            for (uint32_t i = schedule_.first_source[call]; i < schedule_.first_source[call + 1];
                 ++i) {
                const ReplaySource& source = schedule_.sources[i];
                const std::tuple key(schedule_.line_of[call], row.image,
                                     schedule_.rows[source.row].image);
                if (source.need == Dependency::Need::data) {
                    needed.insert(key);
                } else if (source.need == Dependency::Need::none) {
                    needless_.insert(key);
                }
            }
        }
    }
    for (const auto& key : needed) {
        needless_.erase(key);
    }
}

template <typename Visit>
bool Player::visit_sources(uint32_t row, uint32_t call, Visit visit) const {
    uint32_t taken = call;
    if (has(Edit::Kind::second_buffer, call)) {
        const Thread& thread = threads_[row];
        const auto before =
            thread.last_wait.find(schedule_.event(schedule_.rows[row], call).offset());
        if (before == thread.last_wait.end()) {
            return false;
        }
        taken = before->second;
    }
    for (uint32_t i = schedule_.first_source[taken]; i < schedule_.first_source[taken + 1]; ++i) {
        if (is_kept(row, call, schedule_.sources[i]) && visit(schedule_.sources[i])) {
            return true;
        }
    }
    const auto first =
        std::lower_bound(partners_.begin(), partners_.end(), std::tuple(call, 0U, 0U));
    for (auto at = first; at != partners_.end() && std::get<0>(*at) == call; ++at) {
        if (visit(ReplaySource{std::get<1>(*at), std::get<2>(*at)})) {
            return true;
        }
    }
    return false;
}

/// Whether a call still waits for another one.
bool Player::is_kept(uint32_t row, uint32_t call, const ReplaySource& source) const {
    if (has(Edit::Kind::none, call) || has(Edit::Kind::none, source.call)) {
        return false;
    }
    return !has(Edit::Kind::pairs, call) ||
           !needless_.contains({schedule_.line_of[call], schedule_.rows[row].image,
                                schedule_.rows[source.row].image});
}

/// A thread goes on as far as it can.
void Player::go_on(uint32_t row_index) {
    const ReplayRow& row = schedule_.rows[row_index];
    Thread& thread = threads_[row_index];
    while (thread.next < row.first + row.count) {
        if (!thread.has_arrived) {
            arrive(row_index);
        }
        if (!thread.is_freed && is_held(row_index, thread.next)) {
            return;
        }
        end_call(row_index);
    }
}

/// A thread has come to its next call.
void Player::arrive(uint32_t row_index) {
    const ReplayRow& row = schedule_.rows[row_index];
    Thread& thread = threads_[row_index];
    const uint32_t call = thread.next;
    CallTimes& times = result_.calls[call];
    if (call > row.first && schedule_.event(row, call).is_behind()) {
        times = result_.calls[call - 1];
    } else {
        const double before = call == row.first ? row.begin : schedule_.measured[call - 1].end;
        const double gap = std::max(0.0, schedule_.measured[call].begin - before - thread.saved);
        // The start of a process is none of the program's work.
        const double factor = call == row.first ? 1 : edits_.factor_of(row.image);
        times.begin = times.end = thread.now + gap * factor;
        thread.saved = 0;
    }
    thread.has_arrived = true;
    note_early_post(row, call);
    const auto later = std::greater<>();
    while (!thread.waiters.empty() && thread.waiters.front().first <= call) {
        ready_.push_back(thread.waiters.front().second);
        std::pop_heap(thread.waiters.begin(), thread.waiters.end(), later);
        thread.waiters.pop_back();
    }
    if (const uint32_t index = schedule_.gathering_of[call]; index != Schedule::kNone) {
        Meeting& meeting = meetings_[index];
        const Gathering& gathering = schedule_.matches.gatherings[index];
        ++meeting.arrived;
        if (times.begin > meeting.last) {
            meeting.last = times.begin;
            meeting.last_by = {row_index, call};
        }
        if (meeting.arrived == gathering.members.size()) {
            ready_.insert(ready_.end(), meeting.waiters.begin(), meeting.waiters.end());
            meeting.waiters.clear();
        }
    }
}

/// A post that is to come right behind the last access to its target, with nothing but accesses
/// between.
void Player::note_early_post(const ReplayRow& row, uint32_t call) {
    const Event& post = schedule_.event(row, call);
    if (!has(Edit::Kind::early_post, call) || !post.is_of(RecordedText::Kind::post) ||
        post.is_behind()) {
        return;
    }
    constexpr uint32_t kMostSteps = 4096;
    for (uint32_t before = call; before > row.first && call - before < kMostSteps; --before) {
        const Event& event = schedule_.event(row, before - 1);
        if (!event.is_of(RecordedText::Kind::transfer) && !event.is_behind()) {
            return;
        }
        if (event.is_of(RecordedText::Kind::transfer) && event.peer == post.peer) {
            early_[call] = result_.calls[before - 1].end;
            return;
        }
    }
}

/// Whether a call has not begun. Then the thread is told when it has.
bool Player::waits_for(uint32_t row, const ReplaySource& source) {
    if (has_begun(source)) {
        return false;
    }
    std::vector<std::pair<uint32_t, uint32_t>>& waiters = threads_[source.row].waiters;
    waiters.emplace_back(source.call, row);
    std::push_heap(waiters.begin(), waiters.end(), std::greater<>());
    return true;
}

/// Whether a call that a thread has come to waits for one that has not begun.
bool Player::is_held(uint32_t row, uint32_t call) {
    if (has(Edit::Kind::none, call)) {
        return false;
    }
    const bool is_held = visit_sources(
        row, call, [&](const ReplaySource& source) { return waits_for(row, source); });
    const uint32_t index = schedule_.gathering_of[call];
    if (is_held || index == Schedule::kNone || meetings_[index].is_off ||
        is_left_early(index, call)) {
        return is_held;
    }
    const Gathering& gathering = schedule_.matches.gatherings[index];
    const Where& root = gathering.members[gathering.root];
    const bool is_root = schedule_.number_of(root) == call;
    if (gathering.kind == Gathering::Kind::from_root) {
        const ReplaySource source{schedule_.row_of(root), schedule_.number_of(root)};
        return !is_root && waits_for(row, source);
    }
    if ((gathering.kind == Gathering::Kind::to_root && !is_root) ||
        meetings_[index].arrived == gathering.members.size()) {
        return false;
    }
    meetings_[index].waiters.push_back(row);
    return true;
}

double Player::release_of(const ReplaySource& source) const {
    const auto early = early_.find(source.call);
    return early != early_.end()
               ? early->second
               : schedule_.release_of(schedule_.rows[source.row], source.call, result_.calls);
}

/// The latest release of a call that a thread has come to, all of which are known.
Player::Latest Player::latest_of(uint32_t row_index, uint32_t call) {
    const double end = schedule_.measured[call].end;
    Latest latest;
    for (uint32_t i = schedule_.first_source[call]; i < schedule_.first_source[call + 1]; ++i) {
        const ReplaySource& source = schedule_.sources[i];
        const double release =
            schedule_.release_of(schedule_.rows[source.row], source.call, schedule_.measured);
        latest.measured = std::max(latest.measured, std::min(release, end));
    }
    const bool has_second_buffer = has(Edit::Kind::second_buffer, call);
    visit_sources(row_index, call, [&](const ReplaySource& source) {
        if (!has_begun(source)) {
            return false; // it was freed
        }
        // Clocks are read a little before, and behind what they are for.
        const double measured =
            schedule_.release_of(schedule_.rows[source.row], source.call, schedule_.measured);
        const double behind = has_second_buffer ? 0 : std::max(0.0, measured - end);
        latest.add(release_of(source) - behind, source);
        return false;
    });
    add_meeting(call, latest);
    return latest;
}

void Player::add_meeting(uint32_t call, Latest& latest) const {
    const uint32_t index = schedule_.gathering_of[call];
    if (index == Schedule::kNone) {
        return;
    }
    const Gathering& gathering = schedule_.matches.gatherings[index];
    const Meeting& meeting = meetings_[index];
    const Where& root = gathering.members[gathering.root];
    const uint32_t root_call = schedule_.number_of(root);
    const double end = schedule_.measured[call].end;
    double measured = kNever;
    double replayed = kNever;
    ReplaySource by{schedule_.row_of(root), root_call};
    if (gathering.kind == Gathering::Kind::from_root) {
        measured = schedule_.measured[root_call].begin;
        replayed = has_begun(by) ? result_.calls[root_call].begin : kNever;
    } else if (gathering.kind == Gathering::Kind::all || root_call == call) {
        measured = meeting.measured;
        replayed = meeting.last;
        by = meeting.last_by;
    }
    if (is_left_early(index, call)) {
        return;
    }
    latest.measured = std::max(latest.measured, std::min(measured, end));
    if (!meeting.is_off) {
        latest.add(replayed - std::max(0.0, measured - end), by);
    }
}

/// Whether a call takes no time, since another one does its work.
bool Player::is_free(const ReplayRow& row, uint32_t call) const {
    const Event& event = schedule_.event(row, call);
    const bool is_in_row = event.is_of(RecordedText::Kind::transfer) && call > row.first &&
                           schedule_.line_of[call - 1] == schedule_.line_of[call];
    return (has(Edit::Kind::one_section, call) && is_in_row) ||
           (has(Edit::Kind::no_posts, call) && event.is_of(RecordedText::Kind::post));
}

/// The call that a thread has come to ends.
void Player::end_call(uint32_t row_index) {
    const ReplayRow& row = schedule_.rows[row_index];
    Thread& thread = threads_[row_index];
    const uint32_t call = thread.next;
    const Event& event = schedule_.event(row, call);
    CallTimes& times = result_.calls[call];
    if (call == row.first || !event.is_behind()) {
        const CallTimes& measured = schedule_.measured[call];
        const double length = measured.end - measured.begin;
        const Latest latest = latest_of(row_index, call);
        // The time behind the release of a wait is that until the news has come.
        times.end = latest.measured > measured.begin
                        ? std::max(times.begin, latest.replayed + measured.end - latest.measured)
                        : std::max(times.begin + length, latest.replayed);
        if (latest.replayed > times.begin) {
            result_.released_by[call] = latest.by;
        }
        if (has(Edit::Kind::none, call) && !event.is_of(RecordedText::Kind::transfer)) {
            times.end = times.begin;
        } else if (is_free(row, call)) {
            thread.saved = length > 0 ? 0 : length_of(schedule_.events_of(row), call - row.first);
            times.end = times.begin;
        }
        thread.now = times.end;
        if (has(Edit::Kind::second_buffer, call) && event.is_of(RecordedText::Kind::wait)) {
            thread.last_wait[event.offset()] = call;
        }
    }
    ++thread.next;
    thread.has_arrived = thread.is_freed = false;
}

/// Lets one thread go on though what it waits for has not come: a trace from anywhere may have
/// calls that wait for each other. @return false: all threads are at their ends
bool Player::free_one() {
    const Thread* first = nullptr;
    uint32_t first_row = 0;
    for (uint32_t i = 0; i < threads_.size(); ++i) {
        const ReplayRow& row = schedule_.rows[i];
        const Thread& thread = threads_[i];
        if (thread.next < row.first + row.count &&
            (first == nullptr ||
             schedule_.measured[thread.next].end < schedule_.measured[first->next].end)) {
            first = &thread;
            first_row = i;
        }
    }
    if (first == nullptr) {
        return false;
    }
    threads_[first_row].is_freed = true;
    ready_.push_back(first_row);
    return true;
}

void Player::finish() {
    for (const Image& image : schedule_.trace.images) {
        result_.ends.push_back(image.end);
    }
    for (uint32_t i = 0; i < threads_.size(); ++i) {
        const ReplayRow& row = schedule_.rows[i];
        if (row.thread == 0) {
            result_.ends[row.image] = threads_[i].now + row.rest * edits_.factor_of(row.image);
        }
    }
    for (const double end : result_.ends) {
        result_.seconds = std::max(result_.seconds, end);
    }
}

} // namespace

Replayed replay(const Schedule& schedule, const std::vector<Edit>& edits) {
    return Player(schedule, edits).run();
}

Rerun rerun_of(const Schedule& schedule, const Replayed& replayed) {
    Rerun rerun{schedule.trace, {}};
    rerun.trace.seconds = replayed.seconds;
    for (size_t i = 0; i < rerun.trace.images.size(); ++i) {
        rerun.trace.images[i].end = replayed.ends[i];
    }
    const auto where = [&schedule](uint32_t row_index, uint32_t call) {
        const ReplayRow& row = schedule.rows[row_index];
        return Where{row.image, row.thread, call - row.first};
    };
    for (uint32_t i = 0; i < schedule.rows.size(); ++i) {
        const ReplayRow& row = schedule.rows[i];
        for (uint32_t call = row.first; call < row.first + row.count; ++call) {
            Event& event =
                rerun.trace.images[row.image].threads[row.thread].events[call - row.first];
            event.begin = replayed.calls[call].begin;
            event.end = replayed.calls[call].end;
            const ReplaySource& by = replayed.released_by[call];
            if (by.call != Schedule::kNone) {
                rerun.matches.all.push_back(
                    {.pattern = Pattern::late_post, // any that is known
                     .waiter = where(i, call),
                     .releaser = where(by.row, by.call),
                     .from = event.begin,
                     .until = std::min(event.end, schedule.release_of(schedule.rows[by.row],
                                                                      by.call, replayed.calls))});
            }
        }
    }
    return rerun;
}

} // namespace arauto::tools::insight
