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

/// Calls that a look into the past passes in one step.
constexpr uint32_t kBlock = 256;

class Search {
  public:
    Search(const Trace& trace, const Lines& lines)
        : trace_(trace), lines_(lines), blocks_(trace.images.size()) {
        for (size_t i = 0; i < blocks_.size(); ++i) {
            blocks_[i].resize(trace.images[i].threads.size());
        }
    }

    std::vector<Finding> run(const std::vector<Match>& matches) {
        for (const Match& match : matches) {
            add(match);
        }
        match_end();
        std::vector<Finding> all;
        for (auto& [key, finding] : found_) {
            all.push_back(std::move(finding));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Finding& a, const Finding& b) { return a.seconds > b.seconds; });
        return all;
    }

  private:
    void add(const Match& match);
    void match_end();
    [[nodiscard]] Meanwhile look_back(const Match& match);
    [[nodiscard]] Meanwhile look_at_calls(std::span<const Event> calls,
                                          const Event& later,
                                          double from,
                                          double& until) const;
    [[nodiscard]] const Meanwhile& block(const Where& at, uint32_t number);

    const Trace& trace_;
    const Lines& lines_;
    std::vector<std::vector<std::vector<std::optional<Meanwhile>>>> blocks_; // by image and thread
    std::map<std::tuple<Pattern, uint32_t, uint16_t, uint32_t, uint32_t>, Finding> found_;
};

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
Meanwhile Search::look_back(const Match& match) {
    const Where& at = match.releaser;
    const double from = match.from;
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

void Search::add(const Match& match) {
    const Event& event = trace_.at(match.waiter);
    const uint32_t line = lines_.of(event.place);
    const bool is_known = match.is_known();
    const uint32_t culprit = is_known ? trace_.images[match.releaser.image].rank : UINT32_MAX;
    const uint32_t culprit_line = is_known ? lines_.of(trace_.at(match.releaser).place) : 0;
    Finding& finding = found_[{match.pattern, line, event.op, culprit, culprit_line}];
    finding.pattern = match.pattern;
    finding.line = line;
    finding.op = event.op;
    finding.culprit = culprit;
    finding.culprit_line = culprit_line;
    finding.seconds += match.until - match.from;
    ++finding.waits;
    finding.ended += match.ends_wait ? 1 : 0;
    finding.updates += match.is_update ? 1 : 0;
    finding.by_image.resize(trace_.images.size());
    finding.by_image[match.waiter.image] += match.until - match.from;
    if (is_known) {
        finding.meanwhile.add(look_back(match));
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
            ++finding.ended;
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
    Causes causes;
    causes.matches = find_matches(trace, lines);
    causes.findings = Search(trace, lines).run(causes.matches.all);
    for (const Match& match : causes.matches.all) {
        if (match.is_release()) {
            causes.releases.push_back(
                {match.waiter, match.releaser, trace.at(match.waiter).begin, match.until});
        }
    }
    return causes;
}

} // namespace arauto::tools::insight
