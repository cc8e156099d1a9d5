// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See summary.hpp.
#include "summary.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace arauto::tools::insight {
namespace {

using Sums = std::map<std::pair<uint32_t, uint16_t>, LineSum>; // by line and operation

void add(const Total& total, const Lines& lines, Sums& sums, Times& times) {
    const uint32_t line = lines.of(total.place);
    LineSum& sum = sums[{line, total.op}];
    sum.line = line;
    sum.op = total.op;
    sum.calls += total.calls;
    sum.bytes += total.bytes;
    sum.far_calls += total.peer == PeerClass::far ? total.calls : 0;
    sum.seconds += total.seconds;
    sum.waits += total.waits;
    if (recorded_text(total.op).kind == RecordedText::Kind::transfer) {
        times.moved += total.seconds;
    } else {
        times.waited += total.seconds;
    }
}

/// Adds a call that had not ended, which is in no total.
void add_open(const Event& open, double end, const Lines& lines, Sums& sums, Times& times) {
    const bool is_far = (open.flags & kRecordFar) != 0;
    const double length = std::max(0.0, end - open.begin);
    add({open.place, open.op, is_far ? PeerClass::far : PeerClass::none, 1, 0, length,
         open.has_waited() ? uint64_t{1} : 0},
        lines, sums, times);
}

} // namespace

Times Summary::all() const {
    Times sum;
    for (const Times& times : images) {
        sum.all += times.all;
        sum.moved += times.moved;
        sum.waited += times.waited;
    }
    return sum;
}

Summary sum_up(const Trace& trace, const Lines& lines, int image) {
    constexpr auto kStopped = static_cast<uint32_t>(boot::ImageState::stopped);
    Summary summary;
    Sums sums;
    for (size_t i = 0; i < trace.images.size(); ++i) {
        const Image& each = trace.images[i];
        Times& times = summary.images.emplace_back();
        if (image >= 0 && i != static_cast<size_t>(image)) {
            continue;
        }
        // One that has stopped waits for the others to end.
        const double after_end = each.state == kStopped ? trace.seconds - each.end : 0;
        times.all = each.end - each.begin + after_end;
        times.waited = after_end;
        summary.lost += each.lost;
        summary.unplaced += each.unplaced;
        std::set<std::pair<uint32_t, uint16_t>> called;
        for (const Thread& thread : each.threads) {
            summary.records += thread.events.size();
            const uint64_t whole = thread.events.size() - (thread.is_in_call ? 1 : 0);
            summary.overwritten += thread.written > whole ? thread.written - whole : 0;
            summary.lost += thread.untold;
            for (const Total& total : thread.totals) {
                add(total, lines, sums, times);
                called.emplace(lines.of(total.place), total.op);
            }
            // The second part of a call has no time of its own.
            if (const Event* const open = thread.open_call();
                open != nullptr && !open->is_behind()) {
                add_open(*open, each.end, lines, sums, times);
                called.emplace(lines.of(open->place), open->op);
            }
        }
        for (const auto& key : called) {
            ++sums[key].images;
        }
    }
    for (const auto& [key, sum] : sums) {
        summary.lines.push_back(sum);
    }
    std::stable_sort(summary.lines.begin(), summary.lines.end(),
                     [](const LineSum& a, const LineSum& b) {
                         return std::tuple(a.seconds, a.calls) > std::tuple(b.seconds, b.calls);
                     });
    return summary;
}

} // namespace arauto::tools::insight
