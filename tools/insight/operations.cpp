// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See operations.hpp.
#include "operations.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace arauto::tools::insight {
namespace {

bool is_get(const Event& event) {
    return event.op == ARAUTO_RECORDED_GET || event.op == ARAUTO_RECORDED_GET_SECTION;
}

bool is_put(const Event& event) {
    return event.op == ARAUTO_RECORDED_PUT || event.op == ARAUTO_RECORDED_PUT_SECTION;
}

/// Small accesses of one line, in one segment of one thread.
struct Small {
    uint64_t calls = 0; // but those of the same place again
    uint64_t bytes = 0;
    double seconds = 0;
    uint32_t peer = 0; // of the latest
    uint64_t offset = 0;
    int64_t stride = 0; // of the first two
    uint64_t strides = 0; // how many are as that one

    void add(const Event& event, double length) {
        if (calls > 0 && peer == event.peer) {
            const auto step = static_cast<int64_t>(event.offset() - offset);
            if (step == 0) {
                return; // the program polls it
            }
            stride = stride == 0 ? step : stride;
            strides += step == stride ? 1 : 0;
        }
        ++calls;
        bytes += event.bytes();
        seconds += length;
        peer = event.peer;
        offset = event.offset();
    }
};

/// Gets of a thread in a row, with nothing between.
struct Row {
    std::vector<size_t> events;
    std::set<uint32_t> lines;
};

struct Posted {
    uint64_t puts = 0;
    std::map<uint32_t, Operations> by_post; // its line
};

/// Whether a small access has needed a system call, since the memory is the other process's own:
/// only such ones are timed. Of larger ones it is not known.
bool has_called_system(const Event& event) {
    constexpr uint16_t kOthers = kRecordFar | kRecordWaited | kRecordBehind | kRecordPages;
    return event.is_of(RecordedText::Kind::transfer) && (event.flags & kOthers) == 0 &&
           event.bytes() < kTimedBytes && event.end > event.begin;
}

class Search {
  public:
    Search(const Trace& trace, const Lines& lines) : trace_(trace), lines_(lines) {}

    std::vector<Operations> run() {
        for (const Image& image : trace_.images) {
            for (const Thread& thread : image.threads) {
                look_at(thread.events);
            }
        }
        std::vector<Operations> all;
        for (const auto& [key, found] : found_) {
            const bool is_small_too =
                found.habit == Habit::serialised_gets && has_small(found.line, found.op);
            const bool is_rare = found.habit == Habit::private_memory && found.calls < kFewCalls;
            if (!is_small_too && !is_rare) {
                all.push_back(found);
            }
        }
        add_posted(all);
        std::stable_sort(all.begin(), all.end(), [](const Operations& a, const Operations& b) {
            return a.seconds > b.seconds;
        });
        return all;
    }

  private:
    void look_at(const std::vector<Event>& events) {
        std::map<std::pair<uint32_t, uint16_t>, Small> segment;
        Row row;
        for (size_t i = 0; i < events.size(); ++i) {
            const Event& event = events[i];
            const uint32_t line = lines_.of(event.place);
            if (!event.is_of(RecordedText::Kind::transfer)) {
                end_segment(segment);
            } else if ((is_put(event) || is_get(event)) && event.bytes() <= kSmallBytes &&
                       (event.flags & kRecordPages) == 0) {
                segment[{line, event.op}].add(event, length_of(events, i));
            }
            if (has_called_system(event)) {
                Operations& sum = found_[{Habit::private_memory, line, event.op}];
                add(sum, Habit::private_memory, line, event.op, 1);
                sum.bytes += event.bytes();
                sum.seconds += event.end - event.begin;
            }
            if (is_get(event)) {
                add_to_row(row, events, i);
            } else {
                end_row(row, events);
            }
            if (is_put(event)) {
                look_for_post(events, i);
            }
        }
        end_segment(segment);
        end_row(row, events);
    }

    void end_segment(std::map<std::pair<uint32_t, uint16_t>, Small>& segment) {
        for (const auto& [key, small] : segment) {
            if (small.calls < kManyCalls) {
                continue;
            }
            Operations& sum = found_[{Habit::element_by_element, key.first, key.second}];
            const bool has_stride = small.strides * 10 >= small.calls * 9;
            const int64_t stride = has_stride ? small.stride : 0;
            sum.stride = sum.calls == 0 || sum.stride == stride ? stride : 0;
            add(sum, Habit::element_by_element, key.first, key.second, small.calls);
            sum.bytes += small.bytes;
            sum.seconds += small.seconds;
        }
        segment.clear();
    }

    void add_to_row(Row& row, const std::vector<Event>& events, size_t i) {
        const Event& event = events[i];
        if (!row.events.empty()) {
            const Event& last = events[row.events.back()];
            if (last.peer == event.peer && last.argument == event.argument) {
                return; // the program polls it
            }
        }
        row.events.push_back(i);
        row.lines.insert(lines_.of(event.place));
    }

    void end_row(Row& row, const std::vector<Event>& events) {
        constexpr size_t kLongRow = 8;
        constexpr size_t kFewLines = 3;
        if (row.events.size() >= kLongRow && row.lines.size() <= kFewLines) {
            for (const size_t i : row.events) {
                const Event& event = events[i];
                const uint32_t line = lines_.of(event.place);
                Operations& sum = found_[{Habit::serialised_gets, line, event.op}];
                add(sum, Habit::serialised_gets, line, event.op, 1);
                sum.bytes += event.bytes();
                sum.seconds += length_of(events, i);
            }
        }
        row.events.clear();
        row.lines.clear();
    }

    void look_for_post(const std::vector<Event>& events, size_t i) {
        const Event& put = events[i];
        const uint32_t line = lines_.of(put.place);
        Posted& posted = posted_[line];
        ++posted.puts;
        if (i + 1 == events.size()) {
            return;
        }
        const Event& post = events[i + 1];
        const bool is_post =
            post.op == ARAUTO_RECORDED_POST || post.op == ARAUTO_RECORDED_EVENT_POST;
        if (is_post && !post.is_behind() && post.peer == put.peer) {
            Operations& sum = posted.by_post[lines_.of(post.place)];
            add(sum, Habit::put_then_post, line, put.op, 1);
            sum.post_line = lines_.of(post.place);
            sum.bytes += put.bytes();
            sum.seconds += length_of(events, i + 1); // the post would be saved
        }
    }

    /// Adds those of lines whose puts nearly all have their post.
    void add_posted(std::vector<Operations>& all) const {
        for (const auto& [line, posted] : posted_) {
            for (const auto& [post_line, sum] : posted.by_post) {
                if (sum.calls >= kFewCalls && sum.calls * 10 >= posted.puts * 9) {
                    all.push_back(sum);
                }
            }
        }
    }

    static void add(Operations& sum, Habit habit, uint32_t line, uint16_t op, uint64_t calls) {
        sum.habit = habit;
        sum.line = line;
        sum.op = op;
        sum.calls += calls;
    }

    [[nodiscard]] bool has_small(uint32_t line, uint16_t op) const {
        return found_.contains({Habit::element_by_element, line, op});
    }

    static constexpr uint64_t kManyCalls = 1000;
    static constexpr uint64_t kSmallBytes = 64;
    static constexpr uint64_t kFewCalls = 10;

    const Trace& trace_;
    const Lines& lines_;
    std::map<std::tuple<Habit, uint32_t, uint16_t>, Operations> found_;
    std::map<uint32_t, Posted> posted_; // by the line of the puts
};

} // namespace

double length_of(const std::vector<Event>& events, size_t i) {
    constexpr double kShort = 1e-6;
    const Event& event = events[i];
    if (event.end > event.begin || i + 1 == events.size()) {
        return event.end - event.begin;
    }
    const double gap = events[i + 1].begin - event.begin;
    return gap > 0 && gap <= kShort ? gap : 0;
}

std::vector<Operations> find_operations(const Trace& trace, const Lines& lines) {
    return Search(trace, lines).run();
}

} // namespace arauto::tools::insight
