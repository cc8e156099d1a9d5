// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls of a trace for replays. See replay.hpp.
#include "replay.hpp"

#include <algorithm>

namespace arauto::tools::insight {

Schedule::Schedule(const Trace& read, const Lines& lines_of_it, const Matches& found)
    : trace(read), lines(lines_of_it), matches(found) {
    for (uint32_t i = 0; i < trace.images.size(); ++i) {
        const Image& image = trace.images[i];
        first_row.push_back(static_cast<uint32_t>(rows.size()));
        for (uint32_t k = 0; k < image.threads.size(); ++k) {
            const Thread& thread = image.threads[k];
            const std::vector<CallTimes> times = times_of_calls(trace, thread);
            const bool is_whole = thread.written <= thread.events.size();
            const double first = times.empty() ? image.end : times.front().begin;
            ReplayRow row{.image = i,
                          .thread = k,
                          .first = static_cast<uint32_t>(measured.size()),
                          .count = static_cast<uint32_t>(times.size()),
                          .begin = k == 0 && is_whole
                                       ? std::clamp(image.begin, 0.0, std::max(0.0, first))
                                       : first,
                          .rest = 0};
            double last = row.begin;
            for (size_t call = 0; call < times.size(); ++call) {
                const bool is_part = call > 0 && thread.events[call].is_behind();
                measured.push_back(is_part ? measured.back() : times[call]);
                line_of.push_back(lines.of(thread.events[call].place));
                last = std::max(last, times[call].end);
            }
            row.rest = k == 0 ? std::max(0.0, image.end - last) : 0;
            rows.push_back(row);
        }
    }
    first_source.resize(measured.size() + 1);
    for (const Dependency& each : matches.dependencies) {
        ++first_source[number_of(each.waiter) + 1];
    }
    for (size_t i = 1; i < first_source.size(); ++i) {
        first_source[i] += first_source[i - 1];
    }
    sources.resize(matches.dependencies.size());
    std::vector<uint32_t> next(first_source.begin(), first_source.end() - 1);
    for (const Dependency& each : matches.dependencies) {
        sources[next[number_of(each.waiter)]++] = {row_of(each.releaser), number_of(each.releaser),
                                                   each.need};
    }
    gathering_of.resize(measured.size(), kNone);
    for (uint32_t i = 0; i < matches.gatherings.size(); ++i) {
        for (const Where& member : matches.gatherings[i].members) {
            gathering_of[number_of(member)] = i;
        }
    }
}

double
Schedule::release_of(const ReplayRow& row, uint32_t call, const std::vector<CallTimes>& at) const {
    return event(row, call).is_behind() ? at[call].end : at[call].begin;
}

} // namespace arauto::tools::insight
