// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The views of traces that are made up here: the time of a thread without gaps, the part of a run
// with most waiting, and a page whose size has a bound and whose texts are no markup.
#include "insight/markup.hpp"
#include "insight/page.hpp"
#include "insight/perfetto.hpp"
#include "insight/protobuf.hpp"
#include "insight/report.hpp"
#include "insight/stretches.hpp"
#include "insight/what_if.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr auto kStopped = static_cast<uint32_t>(boot::ImageState::stopped);

Trace trace_of(uint32_t images) {
    Trace trace;
    trace.noun = "image";
    trace.first_number = 1;
    trace.images_of_job = images;
    for (uint32_t rank = 0; rank < images; ++rank) {
        Image image;
        image.rank = rank;
        image.state = kStopped;
        image.threads.resize(1);
        trace.images.push_back(image);
    }
    return trace;
}

void end_at(Trace& trace, double seconds) {
    trace.seconds = seconds;
    for (Image& image : trace.images) {
        image.end = seconds;
        for (Thread& thread : image.threads) {
            thread.written = thread.events.size();
        }
    }
}

Event event_of(arauto_recorded_op_t op, double begin, double end) {
    Event event;
    event.op = static_cast<uint16_t>(op);
    event.begin = begin;
    event.end = end;
    event.flags = end > begin ? kRecordWaited : uint16_t{0};
    return event;
}

std::vector<Stretch> stretches(const Trace& trace) {
    const Image& image = trace.images[0];
    const Thread& thread = image.threads[0];
    return stretches_of(trace, image, thread, times_of_calls(trace, thread));
}

size_t count_of(std::string_view part, std::string_view text) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TEST(Stretches, fill_the_time_of_a_thread) {
    Trace trace = trace_of(1);
    std::vector<Event>& events = trace.images[0].threads[0].events;
    events.push_back(event_of(ARAUTO_RECORDED_PUT, 1, 1)); // not timed
    events.push_back(event_of(ARAUTO_RECORDED_WAIT, 2, 5));
    events.push_back(event_of(ARAUTO_RECORDED_PUT, 5, 6));
    events.push_back(event_of(ARAUTO_RECORDED_POST, 5, 5));
    events.back().flags = kRecordBehind;
    end_at(trace, 10);
    trace.images[0].end = 8;
    const std::vector<Stretch> found = stretches(trace);
    struct Expected {
        double begin;
        double end;
        Activity activity;
    };
    constexpr std::array<Expected, 5> kExpected{{{0, 2, Activity::computes},
                                                 {2, 5, Activity::waits},
                                                 {5, 6, Activity::moves},
                                                 {6, 8, Activity::computes},
                                                 {8, 10, Activity::has_ended}}};
    ASSERT_EQ(found.size(), kExpected.size());
    for (size_t i = 0; i < found.size(); ++i) {
        EXPECT_DOUBLE_EQ(found[i].begin, kExpected[i].begin);
        EXPECT_DOUBLE_EQ(found[i].end, kExpected[i].end);
        EXPECT_EQ(found[i].activity, kExpected[i].activity) << i;
    }
}

TEST(Stretches, begin_with_the_first_record_when_others_were_written_over) {
    Trace trace = trace_of(1);
    trace.images[0].threads[0].events.push_back(event_of(ARAUTO_RECORDED_WAIT, 2, 5));
    end_at(trace, 10);
    trace.images[0].threads[0].written = 100;
    const std::vector<Stretch> found = stretches(trace);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_DOUBLE_EQ(found[0].begin, 2);
}

TEST(Stretches, have_no_times_outside_the_trace) {
    Trace trace = trace_of(1);
    std::vector<Event>& events = trace.images[0].threads[0].events;
    std::mt19937 random(3); // NOLINT: the same each time
    for (int i = 0; i < 1000; ++i) { // times that no writer has
        const auto any = [&random] {
            return (static_cast<double>(random() % 1000) - 500) * (random() % 7 == 0 ? 1e15 : 1);
        };
        events.push_back(event_of(ARAUTO_RECORDED_WAIT, any(), any()));
    }
    end_at(trace, 10);
    double before = 0;
    for (const Stretch& stretch : stretches(trace)) {
        EXPECT_LT(stretch.begin, stretch.end);
        EXPECT_GE(stretch.begin, before);
        before = stretch.end;
    }
    EXPECT_LE(before, 10);
}

TEST(WorstWindow, is_that_of_all_starts) {
    std::mt19937 random(5); // NOLINT: the same each time
    constexpr double kLength = 50;
    constexpr int kSeconds = 1000;
    for (int round = 0; round < 20; ++round) {
        std::vector<ThreadRow> rows(3);
        std::vector<double> waiting(kSeconds);
        for (ThreadRow& row : rows) {
            for (double time = 0; time < kSeconds - 60;) {
                const double begin = time + static_cast<double>(random() % 40);
                time = begin + static_cast<double>(1 + random() % 20);
                row.stretches.push_back({begin, time, Activity::waits, 0});
                for (auto at = static_cast<size_t>(begin); at < static_cast<size_t>(time); ++at) {
                    waiting[at] += 1;
                }
            }
        }
        const auto waited = [&waiting](double begin) {
            const auto first = waiting.begin() + static_cast<long>(begin);
            double sum = 0;
            std::for_each(first, first + static_cast<long>(kLength),
                          [&sum](double each) { sum += each; });
            return sum;
        };
        double most = 0; // times are whole seconds, so that the best start is one too
        for (int begin = 0; begin <= kSeconds - static_cast<int>(kLength); ++begin) {
            most = std::max(most, waited(begin));
        }
        const Window found = worst_window(rows, kSeconds, kLength);
        EXPECT_DOUBLE_EQ(found.length(), kLength);
        EXPECT_DOUBLE_EQ(waited(found.begin), most);
    }
}

TEST(WorstWindow, is_all_of_a_short_run) {
    const Window found = worst_window({}, 0.01, 0.05);
    EXPECT_DOUBLE_EQ(found.begin, 0);
    EXPECT_DOUBLE_EQ(found.end, 0.01);
}

TEST(GroupsOfImages, are_neighbours_and_have_all) {
    for (const size_t count : {1, 5, 32, 33, 64, 1000}) {
        const Groups groups(count, 32);
        EXPECT_LE(groups.size(), 32U);
        size_t all = 0;
        for (size_t group = 0; group < groups.size(); ++group) {
            EXPECT_GT(groups.members(group), 0U);
            for (size_t i = groups.first(group); i < groups.first(group + 1); ++i) {
                EXPECT_EQ(groups.of(i), group);
                ++all;
            }
        }
        EXPECT_EQ(all, count);
        EXPECT_EQ(groups.is_one_each(), count <= 32);
    }
}

TEST(Messages, have_the_bytes_of_the_protocol) {
    // The examples of the protocol's own description: 150 in field 1, "testing" in field 2.
    EXPECT_EQ(Message().number(1, 150).view(), "\x08\x96\x01");
    EXPECT_EQ(Message().bytes(2, "testing").view(), "\x12\x07testing");
    EXPECT_EQ(Message().message(3, Message().number(1, 150)).view(), "\x1a\x03\x08\x96\x01");
    EXPECT_EQ(Message().number(48, 1).view(), std::string_view("\x80\x03\x01", 3));
    EXPECT_EQ(Message().fixed(1, 258).view(), std::string_view("\x09\x02\x01\0\0\0\0\0\0", 9));
    EXPECT_EQ(Message().number(1, UINT64_MAX).view(),
              "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST(Markup, shows_texts_letter_by_letter) {
    EXPECT_EQ(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    EXPECT_EQ(escaped("Temp\xC3\xA9rature \xE2\x82\xAC"), "Temp\xC3\xA9rature \xE2\x82\xAC");
    EXPECT_EQ(escaped("a\xE2\x80\xAE"
                      "b\xE2\x81\xA6"
                      "c\x1b\n\xC2\x85"),
              "a?b?c???");
    EXPECT_EQ(escaped("\xC3(\xFF\xED"), "?(??"); // no UTF-8
    EXPECT_EQ(escaped("abcdef", 3), "abc...");
    EXPECT_EQ(bytes_text(999), "999 B");
    EXPECT_EQ(bytes_text(420'000), "420.0 kB");
    EXPECT_EQ(bytes_text(UINT64_MAX), "18446.7 PB");
    EXPECT_EQ(duration(0.25), "0.25 s");
    EXPECT_EQ(duration(0.0312), "31.2 ms");
    EXPECT_EQ(duration(4e-6), "4.0 us");
}

/// A trace that has as much as a page could show: many images, each of which waits all the time, at
/// many lines, for a call of another one.
Trace large_trace(uint32_t images, uint32_t calls) {
    constexpr uint32_t kPlaces = 300;
    Trace trace = trace_of(images);
    for (uint32_t i = 0; i < kPlaces; ++i) {
        trace.places.push_back({"/nowhere/" + std::string(300, '<'), {i + 1}});
    }
    trace.modules.push_back({"/nowhere/" + std::string(300, '<'), 1, 1});
    for (uint32_t rank = 0; rank < images; ++rank) {
        Thread& thread = trace.images[rank].threads[0];
        for (uint32_t i = 0; i < calls; ++i) {
            const double begin = 0.05 / calls * i;
            Event put = event_of(ARAUTO_RECORDED_PUT, begin, begin + 0.01 / calls);
            put.peer = (rank + i) % images;
            put.argument = record_argument(64, 8);
            put.place = i % kPlaces;
            thread.events.push_back(put);
            Event meeting =
                event_of(ARAUTO_RECORDED_BARRIER, begin + (0.01 + 0.01 * rank / images) / calls,
                         begin + 0.04 / calls);
            meeting.argument = uint64_t{images} << 32 | i;
            meeting.place = (i + 1) % kPlaces;
            thread.events.push_back(meeting);
        }
        for (uint32_t i = 0; i < kPlaces; ++i) {
            // Places that are not known are one line: only operations tell these apart.
            const auto op = static_cast<uint16_t>(ARAUTO_RECORDED_OPS + i);
            thread.totals.push_back({i, op, PeerClass::none, calls, 0, 0.04 / kPlaces, calls});
        }
    }
    end_at(trace, 0.05);
    return trace;
}

TEST(Pages, of_large_traces_have_a_bound_and_say_what_they_leave_out) {
    constexpr size_t kMostBytes = 2'000'000;
#if defined(__SANITIZE_ADDRESS__)
    constexpr uint32_t kLongest = 4'000; // calls of an image; more take a minute
#else
    constexpr uint32_t kLongest = 20'000;
#endif
    for (const auto& [images, calls] :
         {std::pair{1000U, 100U}, std::pair{100U, 300U}, std::pair{24U, kLongest}}) {
        const Analysis analysis(large_trace(images, calls));
        const std::string page = page_of(analysis, SIZE_MAX);
        EXPECT_LT(page.size(), kMostBytes) << images;
        EXPECT_GT(count_of("class=\"arrow\"", page), 50U);
        EXPECT_NE(page.find("lines with shorter waits are left out"), std::string::npos);
        EXPECT_EQ(page.find("others are left out") != std::string::npos, images > 24);
        EXPECT_EQ(page.find("groups of neighbouring images") != std::string::npos, images > 24);
        EXPECT_EQ(page.find("<<"), std::string::npos);
    }
}

TEST(Pages, have_calls_that_could_be_fewer) {
    constexpr int kCalls = 2000;
    constexpr double kLength = 5e-7;
    Trace trace = trace_of(2);
    for (int i = 0; i < kCalls; ++i) {
        Event put = event_of(ARAUTO_RECORDED_PUT, i * kLength, i * kLength);
        put.peer = 1;
        put.argument = record_argument(uint64_t{8} * static_cast<uint64_t>(i), 8);
        trace.images[0].threads[0].events.push_back(put);
    }
    end_at(trace, kCalls * kLength);
    trace.images[1].end = kLength; // so that the calls make the run long
    const std::string page = page_of(Analysis(std::move(trace)), 10);
    EXPECT_NE(page.find("<h2>Calls that could be fewer</h2>"), std::string::npos);
    EXPECT_NE(page.find("2000 calls of 8 bytes, 8 bytes from one to the next"), std::string::npos);
    EXPECT_NE(page.find("Copy the section in one statement. Replayed so: "), std::string::npos);
    EXPECT_NE(page.find("<h2>Critical path</h2>"), std::string::npos);
}

TEST(Pages, of_traces_without_anything_are_pages) {
    for (const uint32_t images : {0U, 1U}) {
        const Analysis analysis(trace_of(images));
        const std::string page = page_of(analysis, 10);
        EXPECT_TRUE(page.starts_with(kPageStart));
        EXPECT_TRUE(page.ends_with("</html>\n"));
        EXPECT_NE(page.find("The trace has no time in it."), std::string::npos);
        EXPECT_TRUE(is_perfetto_of_trace(perfetto_of(analysis)));
    }
}

TEST(Pages, of_any_records_are_pages) {
    std::mt19937_64 random(9); // NOLINT: the same each time
    for (int round = 0; round < 50; ++round) {
        Trace trace = trace_of(1 + random() % 5);
        for (Image& image : trace.images) {
            image.threads.resize(1 + random() % 2);
            for (Thread& thread : image.threads) {
                for (int i = 0; i < 100; ++i) {
                    Event event;
                    event.op = static_cast<uint16_t>(random() % 40);
                    event.flags = static_cast<uint16_t>(random() % 32);
                    event.peer = static_cast<uint32_t>(random() % 6);
                    event.argument = random() % 4 == 0 ? random() : random() % 8;
                    event.begin = static_cast<double>(random() % 100) / 10 - 1;
                    event.end = event.begin + static_cast<double>(random() % 100) / 20 - 1;
                    thread.events.push_back(event);
                }
                thread.is_in_call = random() % 2 == 0;
            }
        }
        end_at(trace, static_cast<double>(random() % 9));
        const Analysis analysis(std::move(trace));
        EXPECT_TRUE(page_of(analysis, 10).ends_with("</html>\n"));
        using Kind = Edit::Kind;
        for (const Kind kind : {Kind::none, Kind::pairs, Kind::early_post, Kind::second_buffer,
                                Kind::one_section, Kind::no_posts, Kind::scaled, Kind::even}) {
            const std::string replayed = what_if_report(analysis, {{.kind = kind}}, "a change");
            EXPECT_TRUE(replayed.starts_with("arauto: replay of "));
        }
        EXPECT_TRUE(is_perfetto_of_trace(perfetto_of(analysis)));
    }
}

} // namespace
} // namespace arauto::tools::insight
