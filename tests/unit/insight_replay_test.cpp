// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Replays of runs that are made up here by a model, which also tells how long the changed run
// takes.
#include "insight/report.hpp"
#include "insight/what_if.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr uint32_t kImages = 5;
constexpr int kRounds = 400;
constexpr uint64_t kSlot = 128;
constexpr uint32_t kPartsAbove = 32;
constexpr uint64_t kTicketMask = (1 << 24) - 1;

/// How the images of a ring wait for each other in each round.
enum class Meet : uint8_t { posts, pairs, all, locks };

/// A change that the model makes itself.
struct Changes {
    std::vector<double> factors = std::vector<double>(kImages, 1);
    bool has_no_waits = false;
    bool waits_for_neighbours = false; // in meetings of all
    bool has_second_buffer = false;
    bool posts_early = false;
};

class Replays : public testing::Test {
  protected:
    /// Makes a run, and notes it if it is without changes.
    double run(Meet meet, const Changes& changes);
    void note(uint32_t rank, Event event) {
        if (is_noted_) {
            trace.images[rank].threads[0].events.push_back(event);
        }
    }
    static Event call(arauto_recorded_op_t op, double begin, double end) {
        Event event;
        event.op = static_cast<uint16_t>(op);
        event.begin = begin;
        event.end = end;
        event.flags = end > begin ? kRecordWaited : uint16_t{0};
        return event;
    }
    void post_round(int round, const Changes& changes, std::vector<double>& now);
    void pair_round(int round, const Changes& changes, std::vector<double>& now);
    void meet_round(int round, const Changes& changes, std::vector<double>& now);
    void lock_round(int round, const Changes& changes, std::vector<double>& now);
    static uint32_t right_of(uint32_t rank) { return (rank + 1) % kImages; }
    static uint32_t left_of(uint32_t rank) { return (rank + kImages - 1) % kImages; }

    double replayed(const std::vector<Edit>& edits) {
        const Lines lines(trace);
        const Matches matches = find_matches(trace, lines);
        const Schedule schedule(trace, lines, matches);
        return replay(schedule, edits).seconds;
    }

    Trace trace;
    bool is_noted_ = false;
    std::vector<double> work_; // of the round, by image
    std::vector<double> posted_; // in the round before
};

/// Each puts to the right, works on, posts to the right, and waits for the left.
void Replays::post_round(int round, const Changes& changes, std::vector<double>& now) {
    std::vector<double> posted(kImages);
    std::vector<double> put(kImages);
    for (uint32_t i = 0; i < kImages; ++i) {
        Event access = call(ARAUTO_RECORDED_PUT, now[i], now[i]);
        access.peer = right_of(i);
        access.argument = record_argument(4096, 8);
        note(i, access);
        put[i] = now[i];
        now[i] += work_[i] * changes.factors[i];
        Event post = call(ARAUTO_RECORDED_EVENT_POST, now[i], now[i]);
        post.peer = right_of(i);
        post.argument = record_argument(kSlot, static_cast<uint64_t>(round) & kTicketMask);
        note(i, post);
        posted[i] = changes.posts_early ? put[i] : now[i];
    }
    for (uint32_t i = 0; i < kImages; ++i) {
        const double begin = now[i];
        const std::vector<double>& from = changes.has_second_buffer ? posted_ : posted;
        if (!changes.has_no_waits) {
            now[i] = std::max(begin, from[left_of(i)]);
        }
        Event wait = call(ARAUTO_RECORDED_WAIT, begin, now[i]);
        wait.peer = 1;
        wait.argument = record_argument(kSlot, static_cast<uint64_t>(round) & kTicketMask);
        note(i, wait);
    }
    posted_ = posted;
}

/// Each meets its two neighbours in `sync images`.
void Replays::pair_round(int round, const Changes& changes, std::vector<double>& now) {
    std::vector<double> begin(kImages);
    for (uint32_t i = 0; i < kImages; ++i) {
        now[i] += work_[i] * changes.factors[i];
        begin[i] = now[i];
    }
    for (uint32_t i = 0; i < kImages; ++i) {
        if (!changes.has_no_waits) {
            now[i] = std::max({begin[i], begin[left_of(i)], begin[right_of(i)]});
        }
        Event sync = call(ARAUTO_RECORDED_SYNC_RANKS, begin[i], now[i]);
        sync.peer = kNoPeer;
        sync.argument = 2;
        note(i, sync);
        for (const uint32_t partner : {left_of(i), right_of(i)}) {
            Event part = sync;
            part.end = part.begin;
            part.flags = kRecordBehind;
            part.peer = partner;
            part.argument = static_cast<uint64_t>(round + 1) << kPartsAbove | 2U;
            note(i, part);
        }
    }
}

/// All meet, though each puts to the right alone.
void Replays::meet_round(int round, const Changes& changes, std::vector<double>& now) {
    std::vector<double> begin(kImages);
    for (uint32_t i = 0; i < kImages; ++i) {
        Event access = call(ARAUTO_RECORDED_PUT, now[i], now[i]);
        access.peer = right_of(i);
        access.argument = record_argument(4096 + uint64_t{8} * i, 8);
        now[i] += work_[i] * changes.factors[i];
        access.begin = access.end = now[i];
        note(i, access);
        begin[i] = now[i];
    }
    const double last = *std::max_element(begin.begin(), begin.end());
    for (uint32_t i = 0; i < kImages; ++i) {
        if (changes.waits_for_neighbours) {
            now[i] = std::max({begin[i], begin[left_of(i)], begin[right_of(i)]});
        } else if (!changes.has_no_waits) {
            now[i] = last;
        }
        Event meeting = call(ARAUTO_RECORDED_BARRIER, begin[i], now[i]);
        meeting.peer = 0;
        meeting.argument = uint64_t{kImages} << kPartsAbove | static_cast<uint32_t>(round);
        note(i, meeting);
    }
}

/// Each has the lock of the first image in turn, and works while it has it.
void Replays::lock_round(int round, const Changes& changes, std::vector<double>& now) {
    double released = 0;
    for (uint32_t i = 0; i < kImages; ++i) {
        const uint32_t number = static_cast<uint32_t>(round) * kImages + i + 1;
        const double begin = now[i];
        now[i] = changes.has_no_waits ? begin : std::max({begin, released, posted_[0]});
        Event lock = call(ARAUTO_RECORDED_LOCK, begin, now[i]);
        lock.argument = record_argument(64, number);
        note(i, lock);
        now[i] += work_[i] * changes.factors[i];
        Event unlock = call(ARAUTO_RECORDED_UNLOCK, now[i], now[i]);
        unlock.argument = record_argument(64, number);
        note(i, unlock);
        released = now[i];
    }
    posted_[0] = released;
}

double Replays::run(Meet meet, const Changes& changes) {
    is_noted_ = trace.images.empty();
    if (is_noted_) {
        trace.noun = "image";
        trace.first_number = 1;
        trace.images_of_job = kImages;
        for (uint32_t rank = 0; rank < kImages; ++rank) {
            Image& image = trace.images.emplace_back();
            image.rank = rank;
            image.threads.resize(1);
            note(rank, call(ARAUTO_RECORDED_FLUSH, 0, 0)); // behind the start of its process
        }
    }
    std::mt19937 random(11); // NOLINT: the same each time
    std::vector<double> now(kImages);
    work_.assign(kImages, 0);
    posted_.assign(kImages, 0);
    for (int round = 0; round < kRounds; ++round) {
        for (double& work : work_) {
            work = 1e-3 * static_cast<double>(1 + random() % 20);
        }
        switch (meet) {
        case Meet::posts:
            post_round(round, changes, now);
            break;
        case Meet::pairs:
            pair_round(round, changes, now);
            break;
        case Meet::all:
            meet_round(round, changes, now);
            break;
        case Meet::locks:
            lock_round(round, changes, now);
            break;
        }
    }
    const double seconds = *std::max_element(now.begin(), now.end());
    if (is_noted_) {
        for (uint32_t i = 0; i < kImages; ++i) {
            trace.images[i].end = now[i];
        }
        trace.seconds = seconds;
    }
    return seconds;
}

constexpr Meet kAllKinds[] = {Meet::posts, Meet::pairs, Meet::all, Meet::locks};

TEST_F(Replays, a_run_without_a_change_takes_as_long) {
    for (const Meet meet : kAllKinds) {
        trace = {};
        const double seconds = run(meet, {});
        EXPECT_NEAR(replayed({}), seconds, 1e-9 * seconds);
    }
}

TEST_F(Replays, images_that_compute_longer_or_less_make_others_wait) {
    for (const Meet meet : kAllKinds) {
        trace = {};
        const double measured = run(meet, {});
        for (const double factor : {0.3, 2.5}) {
            Changes changes;
            changes.factors[1] = factor;
            const double truth = run(meet, changes);
            EXPECT_NE(truth, measured);
            EXPECT_NEAR(replayed({{.kind = Edit::Kind::scaled, .image = 1, .factor = factor}}),
                        truth, 1e-9 * truth);
        }
    }
}

TEST_F(Replays, synchronisation_that_is_taken_away_holds_nobody) {
    for (const Meet meet : kAllKinds) {
        trace = {};
        const double measured = run(meet, {});
        Changes changes;
        changes.has_no_waits = true;
        const double truth = run(meet, changes);
        EXPECT_LT(truth, measured);
        EXPECT_NEAR(replayed({{.kind = Edit::Kind::none}}), truth, 1e-9 * truth);
    }
}

TEST_F(Replays, a_meeting_may_be_of_neighbours) {
    const double measured = run(Meet::all, {});
    Changes changes;
    changes.waits_for_neighbours = true;
    const double truth = run(Meet::all, changes);
    EXPECT_LT(truth, measured);
    EXPECT_NEAR(replayed({{.kind = Edit::Kind::pairs}}), truth, 1e-9 * truth);
}

TEST_F(Replays, posts_may_come_early_or_a_turn_before) {
    const double measured = run(Meet::posts, {});
    Changes early;
    early.posts_early = true;
    const double with_early = run(Meet::posts, early);
    Changes buffered;
    buffered.has_second_buffer = true;
    const double with_buffer = run(Meet::posts, buffered);
    EXPECT_LT(with_early, measured);
    EXPECT_LT(with_buffer, measured);
    EXPECT_NEAR(replayed({{.kind = Edit::Kind::early_post}}), with_early, 1e-9 * with_early);
    EXPECT_NEAR(replayed({{.kind = Edit::Kind::second_buffer}}), with_buffer, 1e-9 * with_buffer);
}

TEST_F(Replays, all_images_may_compute_as_long) {
    Changes changes;
    changes.factors = {1, 3, 0.5, 1, 1};
    const double measured = run(Meet::all, changes);
    std::mt19937 random(11); // NOLINT: as the model
    std::vector<double> computed(kImages);
    for (int round = 0; round < kRounds; ++round) {
        for (uint32_t i = 0; i < kImages; ++i) {
            computed[i] += changes.factors[i] * 1e-3 * static_cast<double>(1 + random() % 20);
        }
    }
    double mean = 0;
    for (const double each : computed) {
        mean += each / kImages;
    }
    for (uint32_t i = 0; i < kImages; ++i) {
        changes.factors[i] *= mean / computed[i];
    }
    const double truth = run(Meet::all, changes);
    EXPECT_LT(truth, measured);
    EXPECT_NEAR(replayed({{.kind = Edit::Kind::even}}), truth, 1e-9 * truth);
}

TEST_F(Replays, calls_that_wait_for_each_other_come_to_an_end) {
    run(Meet::posts, {});
    for (Image& image : trace.images) { // each wait is before all posts now
        std::vector<Event>& events = image.threads[0].events;
        std::stable_partition(events.begin(), events.end(),
                              [](const Event& event) { return event.op == ARAUTO_RECORDED_WAIT; });
    }
    EXPECT_GE(replayed({}), 0);
}

TEST_F(Replays, the_path_of_a_replayed_run_is_as_long_as_that) {
    run(Meet::all, {});
    const Lines lines(trace);
    const Matches matches = find_matches(trace, lines);
    const Schedule schedule(trace, lines, matches);
    const Replayed then = replay(schedule, {{.kind = Edit::Kind::pairs}});
    const Rerun rerun = rerun_of(schedule, then);
    double seconds = 0;
    for (const PathPart& part : find_critical_path(rerun.trace, lines, rerun.matches)) {
        if (part.kind != PathPart::Kind::computes) {
            EXPECT_LT(part.seconds, 1e-9); // a release and the end of its wait are one here
        }
        seconds += part.seconds;
    }
    EXPECT_NEAR(seconds, then.seconds, 1e-6 * then.seconds);
}

TEST_F(Replays, fewer_calls_take_less_time) {
    constexpr int kCalls = 1000;
    constexpr double kLength = 5e-7;
    run(Meet::posts, {});
    for (Image& image : trace.images) {
        image.threads[0].events.clear();
    }
    for (int i = 0; i < kCalls; ++i) {
        Event put = call(ARAUTO_RECORDED_PUT, kLength * i, kLength * i);
        put.peer = 1;
        put.argument = record_argument(4096 + 8 * static_cast<uint64_t>(i), 8);
        trace.images[0].threads[0].events.push_back(put);
    }
    for (Image& image : trace.images) {
        image.end = trace.seconds = kLength * kCalls;
    }
    const double seconds = replayed({{.kind = Edit::Kind::scaled, .image = 0, .factor = 1}});
    EXPECT_NEAR(seconds, kLength * kCalls, 1e-12);
    for (size_t i = 1; i < trace.images.size(); ++i) {
        trace.images[i].end = 0;
    }
    EXPECT_NEAR(replayed({{.kind = Edit::Kind::one_section}}), 2 * kLength, kLength);
}

} // namespace
} // namespace arauto::tools::insight
