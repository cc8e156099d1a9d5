// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A trace as it is read from its file. Times are seconds since the first image has begun.
#pragma once

#include "boot/trace_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arauto::tools::insight {

inline constexpr uint32_t kNoPlace = UINT32_MAX;
inline constexpr uint16_t kTicketIsKnown = 1 << 15; // beside RecordFlag: clocks.hpp has found it

/// A call of the program, in all images.
struct Place {
    std::string module;
    // The instructions behind its calls, the innermost first: the first that is in the program's
    // source is meant.
    std::vector<uint64_t> offsets;
};

/// One record. Ticks are turned into seconds, sites into places.
struct Event {
    double begin = 0;
    double end = 0; // as `begin`: at most a few looks at memory later
    uint32_t place = kNoPlace;
    uint16_t op = 0;
    uint16_t flags = 0;
    uint32_t peer = 0;
    uint64_t argument = 0;

    [[nodiscard]] bool has_waited() const { return (flags & kRecordWaited) != 0; }
    /// Whether `above()` of a post is its ticket, also where its target is on another node.
    [[nodiscard]] bool has_ticket() const {
        return (flags & kRecordFar) == 0 || (flags & kTicketIsKnown) != 0;
    }
    [[nodiscard]] bool is_behind() const { return (flags & kRecordBehind) != 0; }
    [[nodiscard]] bool is_of(RecordedText::Kind kind) const {
        return recorded_text(op).kind == kind;
    }
    /// Whether it is a fence of an epoch, which all members of a team call.
    [[nodiscard]] bool is_fence() const { return op == ARAUTO_RECORDED_EPOCH && argument != 0; }
    [[nodiscard]] uint64_t offset() const { return argument & ((uint64_t{1} << 40) - 1); }
    [[nodiscard]] uint32_t above() const { return static_cast<uint32_t>(argument >> 40); }
    /// As far as a record tells: of 16 MiB and more, rounded up to whole pages.
    [[nodiscard]] uint64_t bytes() const {
        return above() * ((flags & kRecordPages) != 0 ? kPageBytes : 1);
    }
};

/// All calls of one kind at one place.
struct Total {
    uint32_t place = kNoPlace;
    uint16_t op = 0;
    PeerClass peer = PeerClass::none;
    uint64_t calls = 0;
    uint64_t bytes = 0;
    double seconds = 0; // of those that were timed
    uint64_t waits = 0;
};

struct Thread {
    std::vector<Event> events; // the oldest first
    std::vector<Total> totals;
    uint64_t written = 0; // records, of which the last are in `events`
    uint64_t untold = 0; // calls in no total
    bool is_in_call = false; // the last event had not ended

    /// The call under way; null: the thread was in none.
    [[nodiscard]] const Event* open_call() const {
        return is_in_call && !events.empty() ? &events.back() : nullptr;
    }
};

/// A notification from another node, at its target.
struct Arrival {
    double time = 0;
    uint32_t source = kNoPeer; // rank
    uint32_t number = 0; // of those of this source to this slot, counted from 1; 0: not known
    uint64_t offset = 0; // of the slot
    uint32_t ticket = 0;
};

struct Image {
    uint32_t rank = 0;
    uint32_t node = 0;
    uint32_t state = 0; // boot::ImageState
    int signal = 0; // that has ended it
    double begin = 0;
    double end = 0;
    uint64_t lost = 0; // records of threads without a ring
    uint64_t unplaced = 0; // calls whose place had no room
    std::vector<Thread> threads;
    std::vector<Arrival> arrivals;
};

/// How the clocks of nodes were joined.
struct Clocks {
    uint32_t nodes = 1;
    uint32_t unknown = 0; // nodes whose clock was not compared
    double uncertainty = 0; // of the worst: half of the shortest time of question and answer
    uint64_t shifts = 0; // so that no release lies behind the wait that it has ended
    double longest_shift = 0;
    uint64_t late = 0; // releases that lie behind such a wait all the same
};

/// A file of the program, as it was when the job ran.
struct Module {
    std::string path;
    uint64_t bytes = 0;
    int64_t changed_ns = 0;
};

/// An event of the trace, by the indices of its image, its thread and itself.
struct Where {
    uint32_t image = 0;
    uint32_t thread = 0;
    uint32_t event = 0;
};

struct Trace {
    std::string noun; // "image"
    uint32_t first_number = 0;
    uint32_t images_of_job = 0;
    std::vector<Image> images;
    std::vector<Place> places;
    std::vector<Module> modules;
    Clocks clocks;
    double seconds = 0; // from the first begin to the last end

    [[nodiscard]] uint32_t number_of(const Image& image) const { return image.rank + first_number; }
    [[nodiscard]] const Event& at(const Where& where) const {
        return images[where.image].threads[where.thread].events[where.event];
    }
    /// `visit(where, event, is_open)` for each event; is_open: it had not ended.
    template <typename Visit> void visit_events(Visit visit) const {
        for (uint32_t image = 0; image < images.size(); ++image) {
            const std::vector<Thread>& threads = images[image].threads;
            for (uint32_t thread = 0; thread < threads.size(); ++thread) {
                const std::vector<Event>& events = threads[thread].events;
                for (uint32_t i = 0; i < events.size(); ++i) {
                    visit(Where{image, thread, i}, events[i],
                          threads[thread].open_call() == &events[i]);
                }
            }
        }
    }
};

struct ReadTrace {
    Trace trace;
    std::string fault; // as in "the file x ..."; empty: it was read
};
[[nodiscard]] ReadTrace read_trace(const std::string& path);

/// The text without control characters, which a file may have to mislead a terminal.
[[nodiscard]] std::string printable(std::string text);

} // namespace arauto::tools::insight
