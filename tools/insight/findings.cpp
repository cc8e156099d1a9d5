// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See findings.hpp.
#include "findings.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace arauto::tools::insight {
namespace {

/// A post, found by what its waiter knows.
struct Post {
    uint64_t slot; // its offset, and the rank that has it
    uint32_t ticket;
    double time;
    Where where;

    [[nodiscard]] auto key() const { return std::tuple(slot, ticket); }
};

/// Calls that a look into the past passes in one step.
constexpr uint32_t kBlock = 256;

constexpr int kRankShift = 40;
constexpr uint32_t kTicketMask = (1 << 24) - 1;

constexpr int kHalf = 32; // bits of a number of which another is in the upper ones

bool has_root(uint16_t op) {
    return op == ARAUTO_RECORDED_BROADCAST || op == ARAUTO_RECORDED_REDUCE;
}

uint64_t slot_of(uint32_t rank, uint64_t offset) {
    return static_cast<uint64_t>(rank) << kRankShift | offset;
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
};

class Search {
  public:
    Search(const Trace& trace, const Lines& lines)
        : trace_(trace), lines_(lines), blocks_(trace.images.size()) {
        for (size_t i = 0; i < blocks_.size(); ++i) {
            blocks_[i].resize(trace.images[i].threads.size());
        }
    }

    Causes run() {
        collect();
        match_posts();
        match_meetings();
        match_end();
        std::vector<Finding> all;
        for (auto& [key, finding] : found_) {
            all.push_back(std::move(finding));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Finding& a, const Finding& b) { return a.seconds > b.seconds; });
        return {std::move(all), std::move(releases_)};
    }

  private:
    struct Cause {
        Pattern pattern;
        Where culprit;
    };

    void collect();
    void match_posts();
    void match_meetings();
    void match_meeting(std::span<const Entry> entries);
    void match_end();
    void add(const Where& waiter, const Cause& cause, double from, double until);
    [[nodiscard]] Meanwhile look_back(const Where& at, double from);
    [[nodiscard]] Meanwhile look_at_calls(std::span<const Event> calls,
                                          const Event& later,
                                          double from,
                                          double& until) const;
    [[nodiscard]] const Meanwhile& block(const Where& at, uint32_t number);
    /// How many members a team has; 0: not known.
    [[nodiscard]] uint64_t members_of(uint64_t meeting) const;

    [[nodiscard]] const Event& at(const Where& where) const {
        return trace_.images[where.image].threads[where.thread].events[where.event];
    }

    const Trace& trace_;
    const Lines& lines_;
    std::vector<Post> posts_;
    std::vector<Where> waits_;
    std::vector<Entry> entries_;
    std::map<uint32_t, uint32_t> members_; // by the number of a team
    std::vector<std::vector<std::vector<std::optional<Meanwhile>>>> blocks_; // by image and thread
    std::map<std::tuple<Pattern, uint32_t, uint16_t, uint32_t, uint32_t>, Finding> found_;
    std::vector<Release> releases_;
};

void Search::collect() {
    for (uint32_t image = 0; image < trace_.images.size(); ++image) {
        const std::vector<Thread>& threads = trace_.images[image].threads;
        for (uint32_t thread = 0; thread < threads.size(); ++thread) {
            const std::vector<Event>& events = threads[thread].events;
            for (uint32_t i = 0; i < events.size(); ++i) {
                const Event& event = events[i];
                const Where where{image, thread, i};
                const bool is_open = threads[thread].open_call() == &event;
                if (event.op == ARAUTO_RECORDED_POST || event.op == ARAUTO_RECORDED_EVENT_POST) {
                    if ((event.flags & kRecordFar) == 0) {
                        posts_.push_back({slot_of(event.peer, event.offset()), event.above(),
                                          event.begin, where});
                    }
                } else if (event.op == ARAUTO_RECORDED_WAIT) {
                    if (is_open) {
                        add(where, {Pattern::open, {}}, event.begin, event.end);
                    } else if (event.has_waited()) {
                        waits_.push_back(where);
                    }
                } else if (event.is_of(RecordedText::Kind::meeting)) {
                    const auto above = static_cast<uint32_t>(event.argument >> kHalf);
                    entries_.push_back(
                        {uint64_t{event.peer} << kHalf | (event.argument & UINT32_MAX), event.op,
                         event.begin, event.end, above, is_open, where});
                    if (!has_root(event.op)) {
                        uint32_t& members = members_[event.peer];
                        members = std::max(members, above);
                    }
                } else if (is_open && event.is_of(RecordedText::Kind::wait)) {
                    add(where, {Pattern::open, {}}, event.begin, event.end);
                }
            }
        }
    }
    std::sort(posts_.begin(), posts_.end(), [](const Post& a, const Post& b) {
        return std::tuple_cat(a.key(), std::tuple(a.time)) <
               std::tuple_cat(b.key(), std::tuple(b.time));
    });
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.meeting < b.meeting; });
}

/// The activity of a thread from the entry of `calls` to that of the call behind them, but not
/// before `from`.
/// @param until  the entry of the call behind; becomes the time up to which it has looked
Meanwhile Search::look_at_calls(std::span<const Event> calls,
                                const Event& later,
                                double from,
                                double& until) const {
    Meanwhile found;
    uint32_t later_line = lines_.of(later.place);
    for (size_t i = calls.size(); i > 0 && until > from; --i) {
        const Event& before = calls[i - 1];
        const uint32_t line = lines_.of(before.place);
        const double gap = until - std::max(std::min(before.end, until), from);
        found.computed += gap;
        if (gap > found.longest) {
            found.longest = gap;
            found.from = line;
            found.to = later_line;
        }
        const double length =
            std::max(0.0, std::min(before.end, until) - std::max(before.begin, from));
        if (before.is_of(RecordedText::Kind::transfer)) {
            found.moved += length;
        } else {
            found.waited += length;
            if (length > found.longest_wait) {
                found.longest_wait = length;
                found.waits_at = line;
            }
        }
        until = std::min(until, before.begin);
        later_line = line;
    }
    return found;
}

/// The whole activity of `kBlock` calls of a thread.
const Meanwhile& Search::block(const Where& at, uint32_t number) {
    const std::vector<Event>& events = trace_.images[at.image].threads[at.thread].events;
    std::vector<std::optional<Meanwhile>>& blocks = blocks_[at.image][at.thread];
    blocks.resize(std::max<size_t>(blocks.size(), events.size() / kBlock));
    std::optional<Meanwhile>& block = blocks[number];
    if (!block) {
        const size_t first = size_t{number} * kBlock;
        double until = events[first + kBlock].begin;
        block = look_at_calls({events.data() + first, kBlock}, events[first + kBlock],
                              events[first].begin, until);
    }
    return *block;
}

/// The activity of a thread before one of its calls, back to a time. Many images may look back at
/// the same calls, which it therefore passes in blocks.
Meanwhile Search::look_back(const Where& at, double from) {
    const std::vector<Event>& events = trace_.images[at.image].threads[at.thread].events;
    Meanwhile found;
    double until = events[at.event].begin;
    uint32_t i = at.event;
    while (i > 0 && until > from) {
        const uint32_t first = (i - 1) / kBlock * kBlock;
        if (i - first == kBlock && events[first].begin >= from) {
            found.add(block(at, first / kBlock));
            until = events[first].begin;
        } else {
            found.add(look_at_calls({events.data() + first, i - first}, events[i], from, until));
        }
        i = first;
    }
    if (until > from) { // before its first call that is known
        found.computed += until - from;
        if (until - from > found.longest) {
            found.longest = until - from;
            found.from = lines_.of(kNoPlace);
            found.to = lines_.of(events.front().place);
        }
    }
    return found;
}

void Search::add(const Where& waiter, const Cause& cause, double from, double until) {
    if (until <= from) {
        return;
    }
    const Event& event = at(waiter);
    const uint32_t line = lines_.of(event.place);
    const bool is_known = cause.pattern != Pattern::unmatched && cause.pattern != Pattern::open;
    const uint32_t culprit = is_known ? trace_.images[cause.culprit.image].rank : UINT32_MAX;
    const uint32_t culprit_line = is_known ? lines_.of(at(cause.culprit).place) : 0;
    Finding& finding = found_[{cause.pattern, line, event.op, culprit, culprit_line}];
    finding.pattern = cause.pattern;
    finding.line = line;
    finding.op = event.op;
    finding.culprit = culprit;
    finding.culprit_line = culprit_line;
    finding.seconds += until - from;
    ++finding.waits;
    finding.by_image.resize(trace_.images.size());
    finding.by_image[waiter.image] += until - from;
    if (is_known) {
        releases_.push_back({waiter, cause.culprit, from, until});
        finding.meanwhile.add(look_back(cause.culprit, from));
    }
}

void Search::match_posts() {
    for (const Where& waiter : waits_) {
        const Event& wait = at(waiter);
        const uint64_t slot = slot_of(trace_.images[waiter.image].rank, wait.offset());
        const auto key = std::tuple(slot, wait.above() & kTicketMask);
        const auto [first, last] =
            std::equal_range(posts_.begin(), posts_.end(), Post{slot, std::get<1>(key), 0, {}},
                             [](const Post& a, const Post& b) { return a.key() < b.key(); });
        // Tickets begin anew after 2^24: the latest before the end of the wait is meant.
        const auto behind = std::upper_bound(
            first, last, wait.end, [](double end, const Post& post) { return end < post.time; });
        if (behind == first) {
            add(waiter, {Pattern::unmatched, {}}, wait.begin, wait.end);
            continue;
        }
        const Post& post = *(behind - 1);
        const bool is_notified = at(post.where).is_behind();
        add(waiter, {is_notified ? Pattern::late_notified : Pattern::late_post, post.where},
            wait.begin, std::min(post.time, wait.end));
    }
}

void Search::match_meetings() {
    for (size_t first = 0; first < entries_.size();) {
        size_t last = first + 1;
        while (last < entries_.size() && entries_[last].meeting == entries_[first].meeting) {
            ++last;
        }
        match_meeting({entries_.data() + first, last - first});
        first = last;
    }
}

uint64_t Search::members_of(uint64_t meeting) const {
    const auto team = static_cast<uint32_t>(meeting >> kHalf);
    if (team == 0) {
        return trace_.images_of_job;
    }
    const auto at = members_.find(team);
    return at != members_.end() ? at->second : 0;
}

void Search::match_meeting(std::span<const Entry> entries) {
    const Entry& first = entries.front();
    const bool is_rooted = has_root(first.op);
    const uint64_t members = is_rooted ? members_of(first.meeting) : first.above;
    const bool is_one = std::all_of(entries.begin(), entries.end(), [&first](const Entry& entry) {
        return entry.op == first.op && entry.above == first.above;
    });
    if (!is_one || (members > 0 && entries.size() > members)) {
        return; // two teams have the same number
    }
    const bool is_whole = entries.size() == members; // else the last may be one that is not known
    const auto last =
        std::max_element(entries.begin(), entries.end(),
                         [](const Entry& a, const Entry& b) { return a.begin < b.begin; });
    const auto at_root = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
        return is_rooted && trace_.images[entry.where.image].rank == entry.above;
    });
    const Entry* const root = at_root != entries.end() ? &*at_root : nullptr;
    for (const Entry& entry : entries) {
        const bool waits_for_all =
            !is_rooted || (first.op == ARAUTO_RECORDED_REDUCE && &entry == root);
        if (first.op == ARAUTO_RECORDED_BROADCAST && root != nullptr) {
            add(entry.where, {Pattern::late_root, root->where}, entry.begin,
                std::min(root->begin, entry.end));
        } else if (is_whole && waits_for_all) {
            add(entry.where, {is_rooted ? Pattern::early_root : Pattern::imbalance, last->where},
                entry.begin, std::min(last->begin, entry.end));
        } else if (entry.is_open) {
            add(entry.where, {Pattern::open, {}}, entry.begin, entry.end);
        } else if (&entry == root && at(entry.where).has_waited()) {
            add(entry.where, {Pattern::unmatched, {}}, entry.begin, entry.end);
        }
    }
}

/// An image that has ended waits until the others have.
void Search::match_end() {
    constexpr auto kStopped = static_cast<uint32_t>(boot::ImageState::stopped);
    const Image* last = nullptr;
    for (const Image& image : trace_.images) {
        last = last == nullptr || image.end > last->end ? &image : last;
    }
    if (last == nullptr) {
        return;
    }
    Finding finding;
    finding.pattern = Pattern::imbalance;
    finding.line = lines_.of(kNoPlace);
    finding.culprit = last->rank;
    finding.by_image.resize(trace_.images.size());
    for (size_t i = 0; i < trace_.images.size(); ++i) {
        const Image& image = trace_.images[i];
        if (image.state == kStopped && image.end < last->end) {
            finding.by_image[i] = last->end - image.end;
            finding.seconds += finding.by_image[i];
            ++finding.waits;
        }
    }
    if (finding.waits > 0) {
        found_[{finding.pattern, finding.line, finding.op, finding.culprit, UINT32_MAX}] = finding;
    }
}

} // namespace

void Meanwhile::add(const Meanwhile& other) {
    computed += other.computed;
    moved += other.moved;
    waited += other.waited;
    if (other.longest > longest) {
        longest = other.longest;
        from = other.from;
        to = other.to;
    }
    if (other.longest_wait > longest_wait) {
        longest_wait = other.longest_wait;
        waits_at = other.waits_at;
    }
}

Causes find_causes(const Trace& trace, const Lines& lines) {
    return Search(trace, lines).run();
}

} // namespace arauto::tools::insight
