// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accesses.hpp.
#include "accesses.hpp"

#include <algorithm>

namespace arauto::tools::insight {
namespace {

bool is_get(uint16_t op) {
    return op == ARAUTO_RECORDED_GET || op == ARAUTO_RECORDED_GET_SECTION;
}

/// Whether two of them, of which at least one writes, have a byte in common.
bool conflict(std::span<const Access> some, std::span<const Access> others) {
    std::vector<Access> sorted(others.begin(), others.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const Access& a, const Access& b) { return a.first < b.first; });
    uint64_t longest = 0;
    for (const Access& each : sorted) {
        longest = std::max(longest, each.end - each.first);
    }
    for (const Access& one : some) {
        const uint64_t lowest = one.first > longest ? one.first - longest : 0;
        auto other = std::lower_bound(
            sorted.begin(), sorted.end(), lowest,
            [](const Access& access, uint64_t first) { return access.first < first; });
        for (; other != sorted.end() && other->first < one.end; ++other) {
            if (other->end > one.first && (one.is_write || other->is_write)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

Accesses::Accesses(const Trace& trace)
    : by_target_(trace.images.size()), by_time_(trace.images.size()) {
    for (const Image& image : trace.images) {
        rank_of_.push_back(image.rank);
        is_whole_.push_back(
            image.lost == 0 &&
            std::all_of(image.threads.begin(), image.threads.end(), [](const Thread& thread) {
                return thread.written <= thread.events.size();
            }));
    }
    trace.visit_events([this](const Where& where, const Event& event, bool) {
        if (event.is_of(RecordedText::Kind::transfer)) {
            by_time_[where.image].push_back(
                {event.peer,
                 {event.begin, event.offset(), event.offset() + event.bytes(), !is_get(event.op)}});
        }
    });
    for (size_t image = 0; image < by_time_.size(); ++image) {
        std::stable_sort(
            by_time_[image].begin(), by_time_[image].end(),
            [](const Targeted& a, const Targeted& b) { return a.access.time < b.access.time; });
        for (const Targeted& each : by_time_[image]) {
            by_target_[image][each.target].push_back(each.access);
        }
    }
}

std::span<const Access> Accesses::in(const Span& span, uint32_t target) const {
    const auto at = by_target_[span.image].find(target);
    if (at == by_target_[span.image].end()) {
        return {};
    }
    const auto before = [](const Access& access, double time) { return access.time < time; };
    const auto first = std::lower_bound(at->second.begin(), at->second.end(), span.from, before);
    const auto last = std::lower_bound(first, at->second.end(), span.until, before);
    return {first, last};
}

bool Accesses::share_memory(const Span& earlier, const Span& later) const {
    for (const auto& [target, accesses] : by_target_[earlier.image]) {
        const std::span<const Access> some = in(earlier, target);
        if (!some.empty() && conflict(some, in(later, target))) {
            return true;
        }
    }
    return false;
}

bool Accesses::may_pass(const Span& earlier, const Span& later) const {
    return touches(earlier, later.image) || touches(later, earlier.image) ||
           share_memory(earlier, later);
}

} // namespace arauto::tools::insight
