// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See stretches.hpp.
#include "stretches.hpp"

#include <algorithm>
#include <utility>

namespace arauto::tools::insight {
namespace {

/// Stretches one behind the other.
class Row {
  public:
    explicit Row(double begin) : end_(begin) {}

    void add_until(double end, Activity activity, uint32_t event) {
        if (end > end_) {
            stretches_.push_back({end_, end, activity, event});
            end_ = end;
        }
    }
    [[nodiscard]] std::vector<Stretch> take() { return std::move(stretches_); }

  private:
    double end_;
    std::vector<Stretch> stretches_;
};

} // namespace

uint64_t ns_of(double seconds) {
    constexpr double kNsOfSecond = 1e9;
    constexpr double kMostNs = 9e18; // 285 years
    constexpr double kHalf = 0.5;
    return static_cast<uint64_t>(std::clamp(seconds * kNsOfSecond, 0.0, kMostNs) + kHalf);
}

std::vector<CallTimes> times_of_calls(const Trace& trace, const Thread& thread) {
    std::vector<CallTimes> times;
    times.reserve(thread.events.size());
    double now = 0;
    for (const Event& event : thread.events) {
        CallTimes call;
        if (event.is_behind() && !times.empty()) {
            call = times.back(); // it is a part of that one
            call.end = call.begin;
        } else {
            call.begin = std::clamp(event.begin, now, std::max(now, trace.seconds));
            call.end = std::clamp(event.end, call.begin, std::max(call.begin, trace.seconds));
            now = call.end;
        }
        times.push_back(call);
    }
    return times;
}

std::vector<Stretch> stretches_of(const Trace& trace,
                                  const Image& image,
                                  const Thread& thread,
                                  const std::vector<CallTimes>& times) {
    const bool is_whole = thread.written <= thread.events.size();
    const bool is_first = &thread == image.threads.data();
    const double first = times.empty() ? image.end : times.front().begin;
    // The time before the first record is known of the first thread alone, and only when no record
    // was written over.
    Row row(is_whole && is_first ? std::clamp(image.begin, 0.0, std::max(0.0, first)) : first);
    const auto count = static_cast<uint32_t>(times.size());
    for (uint32_t i = 0; i < count; ++i) {
        const Event& event = thread.events[i];
        if (times[i].end > times[i].begin) {
            row.add_until(times[i].begin, Activity::computes, i);
            row.add_until(
                times[i].end,
                event.is_of(RecordedText::Kind::transfer) ? Activity::moves : Activity::waits, i);
        }
    }
    if (is_first) {
        row.add_until(std::min(image.end, trace.seconds), Activity::computes, count);
        row.add_until(trace.seconds, Activity::has_ended, count);
    }
    return row.take();
}

} // namespace arauto::tools::insight
