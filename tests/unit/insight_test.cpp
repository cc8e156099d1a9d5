// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The causes of waits in traces that are made up here, so that the truth is known: random posts and
// waits whose tickets begin anew, and meetings of several teams.
#include "insight/accesses.hpp"
#include "insight/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr uint32_t kImages = 4;
constexpr uint64_t kTicketMask = (1 << 24) - 1;
constexpr double kTick = 1e-6;

/// Seconds that an image has waited for another, by their ranks and the pattern.
using Truth = std::map<std::pair<uint32_t, uint32_t>, double>;

class Causes : public testing::Test {
  protected:
    void SetUp() override {
        trace.noun = "image";
        trace.first_number = 1;
        trace.images_of_job = kImages;
        for (uint32_t rank = 0; rank < kImages; ++rank) {
            Image image;
            image.rank = rank;
            image.threads.resize(1);
            trace.images.push_back(image);
        }
    }

    void add(uint32_t rank, Event event) { trace.images[rank].threads[0].events.push_back(event); }

    /// Compares what was found of these patterns with the truth.
    void check(const Truth& truth, std::initializer_list<Pattern> patterns) {
        for (Image& image : trace.images) {
            image.end = now;
        }
        const Lines lines(trace);
        Truth found;
        for (const Finding& finding : find_causes(trace, lines).findings) {
            if (std::find(patterns.begin(), patterns.end(), finding.pattern) == patterns.end()) {
                continue;
            }
            for (uint32_t i = 0; i < finding.by_image.size(); ++i) {
                if (finding.by_image[i] > 0) {
                    found[{i, finding.culprit}] += finding.by_image[i];
                }
            }
        }
        ASSERT_EQ(found.size(), truth.size());
        for (const auto& [pair, seconds] : truth) {
            EXPECT_NEAR(found[pair], seconds, 1e-9 + seconds * 1e-9);
        }
    }

    Trace trace;
    double now = 0;
};

/// A slot of one image, and the posts that it has.
struct Slot {
    uint64_t arrived = 0;
    uint64_t taken = 0;
    std::vector<std::pair<uint64_t, uint32_t>> posts; // ticket, poster
};

TEST_F(Causes, posts_and_waits_are_matched_by_tickets) {
    constexpr int kSteps = 200'000;
    constexpr size_t kSlots = 3;
    std::mt19937 random(7); // NOLINT: the same each time
    std::array<std::array<Slot, kSlots>, kImages> slots;
    for (auto& of_image : slots) {
        for (Slot& slot : of_image) {
            slot.arrived = slot.taken = kTicketMask - random() % 5000; // begin anew soon
        }
    }
    Truth truth;
    for (int step = 0; step < kSteps; ++step) {
        const auto waiter = static_cast<uint32_t>(random() % kImages);
        const auto index = random() % kSlots;
        Slot& slot = slots[waiter][index];
        const uint64_t offset = 128 * (index + 1);
        const uint64_t count = 1 + random() % 3;
        const bool is_late = random() % 2 == 0;
        const double begin = now;
        now += is_late ? kTick : 0;
        uint32_t releaser = 0;
        double released = 0;
        for (uint64_t i = 0; i < count; ++i) {
            now += kTick * static_cast<double>(1 + random() % 10);
            const auto poster =
                static_cast<uint32_t>((waiter + 1 + random() % (kImages - 1)) % kImages);
            const bool is_notified = random() % 2 == 0;
            Event post;
            post.op = is_notified ? ARAUTO_RECORDED_POST : ARAUTO_RECORDED_EVENT_POST;
            post.flags = is_notified ? kRecordBehind : uint16_t{0};
            post.peer = waiter;
            post.argument = record_argument(offset, slot.arrived++ & kTicketMask);
            post.begin = post.end = now;
            if (is_notified) {
                Event put = post;
                put.op = ARAUTO_RECORDED_PUT;
                put.flags = 0;
                add(poster, put);
            }
            add(poster, post);
            releaser = poster;
            released = now;
        }
        now += kTick;
        Event wait;
        wait.op = ARAUTO_RECORDED_WAIT;
        wait.peer = static_cast<uint32_t>(count);
        wait.begin = is_late ? begin : now;
        wait.end = now;
        wait.flags = is_late ? kRecordWaited : uint16_t{0};
        slot.taken += count;
        wait.argument = record_argument(offset, (slot.taken - 1) & kTicketMask);
        add(waiter, wait);
        if (is_late) {
            truth[{waiter, releaser}] += released - begin;
        }
    }
    check(truth, {Pattern::late_post, Pattern::late_notified, Pattern::late_receiver});
}

TEST_F(Causes, a_wait_whose_post_is_not_there_has_no_culprit) {
    Event wait;
    wait.op = ARAUTO_RECORDED_WAIT;
    wait.begin = 1;
    wait.end = 3;
    wait.flags = kRecordWaited;
    wait.argument = record_argument(128, 5);
    Event other; // another ticket, and the same ticket of another slot
    other.op = ARAUTO_RECORDED_POST;
    other.begin = other.end = 2;
    other.argument = record_argument(128, 4);
    add(1, other);
    other.argument = record_argument(256, 5);
    add(1, other);
    add(0, wait);
    now = 3;
    check({{{0, UINT32_MAX}, 2.0}}, {Pattern::unmatched, Pattern::late_post});
}

TEST_F(Causes, meetings_of_teams_are_kept_apart) {
    constexpr int kMeetings = 1000;
    std::mt19937 random(11); // NOLINT: the same each time
    Truth truth;
    for (uint32_t number = 0; number < kMeetings; ++number) {
        for (uint32_t team = 1; team <= 2; ++team) { // ranks 0, 2 and 1, 3
            std::array<double, 2> begin{};
            for (double& each : begin) {
                each = now + kTick * static_cast<double>(random() % 100);
            }
            const double last = std::max(begin[0], begin[1]);
            for (uint32_t member = 0; member < 2; ++member) {
                Event event;
                event.op = ARAUTO_RECORDED_BARRIER;
                event.peer = team;
                event.argument = uint64_t{2} << 32 | number;
                event.begin = begin[member];
                event.end = last + kTick;
                const uint32_t rank = team - 1 + 2 * member;
                add(rank, event);
                if (begin[member] < last) {
                    truth[{rank, team - 1 + 2 * (1 - member)}] += last - begin[member];
                }
            }
        }
        now += 200 * kTick;
    }
    check(truth, {Pattern::imbalance});
}

TEST_F(Causes, a_meeting_of_which_a_member_is_not_known_has_none) {
    for (uint32_t rank = 0; rank < 2; ++rank) {
        Event event;
        event.op = ARAUTO_RECORDED_BARRIER;
        event.argument = uint64_t{3} << 32;
        event.begin = rank;
        event.end = 3;
        add(rank, event);
    }
    now = 3;
    check({}, {Pattern::imbalance});
}

TEST_F(Causes, an_early_root_needs_all_members) {
    constexpr uint32_t kTeam = 7;
    for (uint32_t rank = 0; rank < 2; ++rank) { // a team of 2, as its barrier says
        Event event;
        event.op = ARAUTO_RECORDED_BARRIER;
        event.peer = kTeam;
        event.argument = uint64_t{2} << 32;
        add(rank, event);
        event.op = ARAUTO_RECORDED_REDUCE; // the root is rank 0
        event.argument = 1;
        event.begin = 1 + 2 * rank;
        event.end = 4;
        event.flags = kRecordWaited;
        add(rank, event);
        event.peer = 0; // of the initial team two members are not known
        event.begin = 5 + rank;
        event.end = 9;
        add(rank, event);
    }
    now = 9;
    check({{{0, 1}, 2.0}, {{0, UINT32_MAX}, 4.0}}, {Pattern::early_root, Pattern::unmatched});
}

TEST_F(Causes, two_teams_of_one_number_have_none) {
    for (uint32_t rank = 0; rank < kImages; ++rank) {
        Event event;
        event.op = ARAUTO_RECORDED_BARRIER;
        event.peer = 1;
        event.argument = uint64_t{2} << 32;
        event.begin = rank;
        event.end = 9;
        add(rank, event);
    }
    now = 9;
    check({}, {Pattern::imbalance});
}

TEST_F(Causes, a_wait_under_way_has_no_end) {
    Event wait;
    wait.op = ARAUTO_RECORDED_WAIT;
    wait.begin = 1;
    wait.end = 9;
    wait.flags = kRecordWaited;
    wait.argument = record_argument(128, 0);
    add(0, wait);
    Event barrier; // the others are in a barrier
    barrier.op = ARAUTO_RECORDED_BARRIER;
    barrier.argument = uint64_t{kImages} << 32;
    barrier.begin = 2;
    barrier.end = 9;
    Event post; // of the same ticket: it was another wait's
    post.op = ARAUTO_RECORDED_POST;
    post.begin = post.end = 1.5;
    post.argument = record_argument(128, 0);
    for (uint32_t rank = 1; rank < kImages; ++rank) {
        add(rank, post);
        add(rank, barrier);
    }
    for (Image& image : trace.images) {
        image.threads[0].is_in_call = true;
    }
    now = 9;
    constexpr uint32_t kNobody = UINT32_MAX;
    check({{{0, kNobody}, 8.0}, {{1, kNobody}, 7.0}, {{2, kNobody}, 7.0}, {{3, kNobody}, 7.0}},
          {Pattern::open, Pattern::late_post, Pattern::imbalance});
}

TEST_F(Causes, many_calls_of_the_culprit_are_all_looked_at) {
    constexpr int kCalls = 100'000;
    double length = 0;
    for (int i = 0; i < kCalls; ++i) { // a put of 1, a wait of 2, a pause of 3
        Event event;
        event.op = ARAUTO_RECORDED_PUT;
        event.begin = 6.0 * i;
        event.end = event.begin + 1;
        add(1, event);
        event.op = ARAUTO_RECORDED_WAIT;
        event.begin = event.end;
        event.end = event.begin + 2;
        add(1, event);
        length = event.begin + 5;
    }
    Event post;
    post.op = ARAUTO_RECORDED_EVENT_POST;
    post.argument = record_argument(128, 0);
    post.begin = post.end = length;
    add(1, post);
    constexpr double kFrom = 6 * 1234 + 4; // within a pause
    Event wait;
    wait.op = ARAUTO_RECORDED_WAIT;
    wait.begin = kFrom;
    wait.end = length;
    wait.flags = kRecordWaited;
    wait.argument = record_argument(128, 0);
    add(0, wait);
    now = length;
    const std::vector<Finding> found = find_causes(trace, Lines(trace)).findings;
    ASSERT_EQ(found.size(), 1U);
    constexpr double kWhole = kCalls - 1235;
    EXPECT_DOUBLE_EQ(found[0].meanwhile.moved, kWhole);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.waited, 2 * kWhole);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.computed, 3 * kWhole + 2);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.longest, 3);
}

TEST_F(Causes, a_wait_for_a_lock_is_for_each_holder_in_turn) {
    const auto use = [](arauto_recorded_op_t op, uint64_t number, double begin, double end) {
        Event event;
        event.op = static_cast<uint16_t>(op);
        event.peer = 3; // has the lock
        event.argument = record_argument(64, number);
        event.begin = begin;
        event.end = end;
        event.flags = end > begin ? kRecordWaited : uint16_t{0};
        return event;
    };
    add(1, use(ARAUTO_RECORDED_LOCK, 1, 0, 0));
    add(1, use(ARAUTO_RECORDED_UNLOCK, 1, 5, 5));
    add(2, use(ARAUTO_RECORDED_LOCK, 2, 1, 5.5));
    add(2, use(ARAUTO_RECORDED_UNLOCK, 2, 7, 7));
    add(0, use(ARAUTO_RECORDED_LOCK, 3, 2, 7.5));
    add(0, use(ARAUTO_RECORDED_UNLOCK, 3, 8, 8));
    add(2, use(ARAUTO_RECORDED_LOCK, 5, 9, 9.5)); // the fourth holder left no record
    now = 10;
    check({{{2, 1}, 4.0}, {{0, 1}, 3.0}, {{0, 2}, 2.0}, {{2, UINT32_MAX}, 0.5}},
          {Pattern::contention, Pattern::unmatched});
}

TEST_F(Causes, the_critical_path_follows_the_calls_that_end_waits) {
    Event wait;
    wait.op = ARAUTO_RECORDED_WAIT;
    wait.begin = 1;
    wait.end = 6;
    wait.flags = kRecordWaited;
    wait.argument = record_argument(128, 0);
    add(0, wait);
    Event put; // of the one that posts
    put.op = ARAUTO_RECORDED_PUT;
    put.begin = 2;
    put.end = 4;
    add(1, put);
    Event post;
    post.op = ARAUTO_RECORDED_EVENT_POST;
    post.argument = record_argument(128, 0);
    post.begin = post.end = 5;
    add(1, post);
    for (Image& image : trace.images) {
        image.end = 7;
    }
    trace.images[0].end = trace.seconds = 8;
    const Lines lines(trace);
    using Kind = PathPart::Kind;
    std::map<std::pair<Kind, uint32_t>, double> seconds;
    for (const PathPart& part :
         find_critical_path(trace, lines, find_causes(trace, lines).matches)) {
        seconds[{part.kind, part.image}] += part.seconds;
    }
    const std::map<std::pair<Kind, uint32_t>, double> truth{
        {{Kind::computes, 0}, 2.0}, // behind the wait
        {{Kind::waits, 0}, 1.0}, // from the post to the end of the wait
        {{Kind::computes, 1}, 3.0},
        {{Kind::moves, 1}, 2.0},
    };
    EXPECT_EQ(seconds, truth);
}

TEST_F(Causes, a_holder_that_only_puts_back_a_number_is_told_apart) {
    for (const uint64_t bytes : {uint64_t{8}, uint64_t{16}}) {
        SetUp();
        Event event;
        event.peer = 3;
        event.op = ARAUTO_RECORDED_LOCK;
        event.argument = record_argument(64, 1);
        add(1, event);
        for (const arauto_recorded_op_t op : {ARAUTO_RECORDED_GET, ARAUTO_RECORDED_PUT}) {
            event.op = static_cast<uint16_t>(op);
            event.argument = record_argument(256, bytes);
            add(1, event);
        }
        event.op = ARAUTO_RECORDED_UNLOCK;
        event.argument = record_argument(64, 1);
        event.begin = event.end = 5;
        add(1, event);
        event.op = ARAUTO_RECORDED_LOCK;
        event.argument = record_argument(64, 2);
        event.begin = 1;
        event.end = 6;
        event.flags = kRecordWaited;
        add(0, event);
        const Lines lines(trace);
        const std::vector<Finding> found = find_causes(trace, lines).findings;
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].updates, bytes == 8 ? 1U : 0U);
        trace.images.clear();
    }
}

/// An access of 8 bytes.
Event access(arauto_recorded_op_t op, uint32_t target, uint64_t offset, double time) {
    Event event;
    event.op = static_cast<uint16_t>(op);
    event.peer = target;
    event.argument = record_argument(offset, 8);
    event.begin = event.end = time;
    return event;
}

TEST_F(Causes, data_may_pass_through_the_memory_of_a_third) {
    add(0, access(ARAUTO_RECORDED_PUT, 2, 64, 1));
    add(1, access(ARAUTO_RECORDED_GET, 2, 64, 3)); // what rank 0 has put
    add(1, access(ARAUTO_RECORDED_PUT, 2, 128, 5)); // something else
    add(3, access(ARAUTO_RECORDED_GET, 2, 128, 6));
    const Accesses accesses(trace);
    EXPECT_TRUE(accesses.may_pass({0, 0, 2}, {1, 2, 4}));
    EXPECT_FALSE(accesses.may_pass({0, 0, 2}, {1, 4, 9}));
    EXPECT_FALSE(accesses.may_pass({0, 2, 3}, {1, 2, 4})); // the put was before
    EXPECT_TRUE(accesses.may_pass({0, 0, 2}, {2, 2, 4})); // rank 2 may look at its own memory
    EXPECT_FALSE(accesses.may_pass({3, 0, 9}, {1, 0, 4}));
    EXPECT_TRUE(accesses.may_pass({3, 0, 9}, {1, 4, 9})); // it overwrites what rank 3 gets
}

/// A call of `sync images` with one partner.
Event sync_images(uint32_t partner, uint64_t turn, double begin, double end) {
    Event event;
    event.op = ARAUTO_RECORDED_SYNC_RANKS;
    event.peer = partner;
    event.argument = 1 | turn << 32;
    event.begin = begin;
    event.end = end;
    event.flags = end > begin ? kRecordWaited : uint16_t{0};
    return event;
}

TEST_F(Causes, calls_of_pairs_meet_by_their_number) {
    Event all = sync_images(kNoPeer, 0, 0, 9); // of rank 0 with 1 and 2
    all.argument = 2;
    add(0, all);
    for (const uint32_t partner : {1U, 2U}) {
        Event part = sync_images(partner, 4 + partner, 0, 0);
        part.flags = kRecordBehind;
        add(0, part);
    }
    add(1, sync_images(0, 4, -2, -2)); // another meeting
    add(1, sync_images(0, 5, 3, 3));
    add(2, sync_images(0, 6, 8, 8));
    add(3, sync_images(0, 1, 4, 6)); // whose partner left no record
    now = 9;
    check({{{0, 2}, 8.0}, {{3, UINT32_MAX}, 2.0}}, {Pattern::late_partner, Pattern::unmatched});
}

TEST_F(Causes, a_call_of_which_a_part_is_missing_has_no_culprit) {
    Event all = sync_images(kNoPeer, 0, 0, 9);
    all.argument = 2;
    add(0, all);
    Event part = sync_images(1, 5, 0, 0);
    part.flags = kRecordBehind;
    add(0, part);
    add(1, sync_images(0, 5, 3, 3));
    now = 9;
    check({{{0, UINT32_MAX}, 9.0}}, {Pattern::late_partner, Pattern::unmatched});
}

class Files : public testing::Test {
  protected:
    void SetUp() override {
        std::memcpy(header.magic, boot::kTraceMagic.data(), sizeof header.magic);
        header.images = header.stored = 1;
        header.ns[0] = INT64_MAX;
        header.ns[1] = INT64_MIN;
        std::memcpy(header.noun, "im\033age", 7);
    }
    void TearDown() override { unlink(name.c_str()); }

    std::string fault() {
        std::ofstream file(name, std::ios::binary);
        const auto write = [&file](const auto& part) {
            file.write(reinterpret_cast<const char*>(&part), sizeof part);
        };
        write(header);
        write(image);
        for (uint32_t i = 0; i < image.rings && i <= TraceArea::kRings; ++i) {
            write(ring);
        }
        file.close();
        read = read_trace(name);
        return read.fault;
    }

    std::string name = testing::TempDir() + "insight_test." + std::to_string(getpid());
    boot::TraceFileHeader header{};
    boot::TraceFileImage image{};
    boot::TraceFileRing ring{};
    ReadTrace read;
};

TEST_F(Files, counts_that_no_writer_has_are_refused) {
    constexpr const char* kNoTrace = "is no trace that 'arauto run --trace' has written";
    EXPECT_EQ(fault(), "");
    EXPECT_EQ(read.trace.noun, "im?age");
    for (uint32_t boot::TraceFileImage::* const count :
         {&boot::TraceFileImage::modules, &boot::TraceFileImage::sites,
          &boot::TraceFileImage::rings}) {
        image = {};
        image.*count = 5000;
        EXPECT_EQ(fault(), kNoTrace);
    }
    image = {};
    header.images = header.stored = 1 << 17;
    EXPECT_EQ(fault(), kNoTrace);
    header.images = 1;
    header.stored = 2;
    EXPECT_EQ(fault(), kNoTrace);
    header.stored = 1;
    image.rings = 1;
    ring.totals = TraceRing::kTotals + 1;
    EXPECT_EQ(fault(), kNoTrace);
    ring.totals = TraceRing::kTotals;
    EXPECT_EQ(fault(), "ends too early: it was not written whole");
}

TEST_F(Files, a_call_under_way_needs_a_record) {
    image.rings = 1;
    ring.is_in_call = 1;
    ring.written = 3;
    ASSERT_EQ(fault(), "");
    EXPECT_EQ(read.trace.images[0].threads[0].open_call(), nullptr);
}

TEST_F(Files, what_the_writer_had_no_room_for_is_said) {
    constexpr const char* kLines = "The lines of 7 calls are not known";
    constexpr const char* kCalls = "5 calls are missing";
    ASSERT_EQ(fault(), "");
    const std::string whole = report(Analysis(read.trace), {});
    EXPECT_EQ(whole.find("not known"), std::string::npos);
    EXPECT_EQ(whole.find("missing"), std::string::npos);
    image.unplaced = 7;
    image.lost = 5;
    ASSERT_EQ(fault(), "");
    const std::string partial = report(Analysis(read.trace), {});
    EXPECT_NE(partial.find(kLines), std::string::npos) << partial;
    EXPECT_NE(partial.find(kCalls), std::string::npos) << partial;
}

TEST_F(Files, a_pipe_is_not_waited_for) {
    ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
    EXPECT_EQ(read_trace(name).fault, "is no trace that 'arauto run --trace' has written");
}

TEST_F(Causes, the_activity_of_the_culprit_is_told_apart) {
    Event wait;
    wait.op = ARAUTO_RECORDED_WAIT;
    wait.begin = 0;
    wait.end = 10;
    wait.flags = kRecordWaited;
    wait.argument = record_argument(128, 0);
    add(0, wait);
    Event own; // from 1 to 4 it waits itself, from 4 to 9 it moves data but for a second
    own.op = ARAUTO_RECORDED_WAIT;
    own.begin = 1;
    own.end = 4;
    add(1, own);
    Event put;
    put.op = ARAUTO_RECORDED_PUT;
    put.begin = 5;
    put.end = 9;
    add(1, put);
    Event post;
    post.op = ARAUTO_RECORDED_EVENT_POST;
    post.argument = record_argument(128, 0);
    post.begin = post.end = 9.5;
    add(1, post);
    now = 10;
    const Lines lines(trace);
    const std::vector<Finding> found = find_causes(trace, lines).findings;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].pattern, Pattern::late_post);
    EXPECT_DOUBLE_EQ(found[0].seconds, 9.5);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.waited, 3);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.moved, 4);
    EXPECT_DOUBLE_EQ(found[0].meanwhile.computed, 2.5);
}

} // namespace
} // namespace arauto::tools::insight
