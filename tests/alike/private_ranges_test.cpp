// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests how the ranges of a process's own memory are read from the text of /proc/self/maps.
#include "private_ranges.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace arauto::gfortran {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20U;

constexpr const char* kMaps =
    "200000000000-200000010000 rw-s 00000000 00:01 7    /memfd:arauto (deleted)\n"
    "200000010000-200000020000 ---p 00000000 00:00 0 \n"
    "555555554000-555555555000 r--p 00000000 08:01 11   /home/user/a program\n"
    "555555555000-555555556000 r-xp 00001000 08:01 11   /home/user/a program\n"
    "555555558000-55555555a000 rw-p 00003000 08:01 11   /home/user/a program\n"
    "555555600000-555555621000 rw-p 00000000 00:00 0    [heap]\n"
    "7f0000000000-7f0000100000 rw-p 00000000 00:00 0 \n"
    "7f0000200000-7f0000300000 r--s 00000000 08:01 12   /usr/lib/shared\n"
    "7f0001000000-7f0001001000 rw-p 00000000 08:01 13   /usr/lib/libc.so.6\n"
    "7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0    [stack]\n"
    "7ffff7fc1000-7ffff7fc5000 r--p 00000000 00:00 0    [vvar]\n"
    "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n";

std::string text_of(const Ranges& ranges) {
    std::string text;
    char part[64];
    for (const PrivateRange& range : ranges) {
        std::snprintf(part, sizeof part, "%llx-%llx ", static_cast<unsigned long long>(range.start),
                      static_cast<unsigned long long>(range.end));
        text += part;
    }
    return text;
}

TEST(PrivateRanges, are_what_others_must_not_reach_with_room_to_grow) {
    EXPECT_EQ(text_of(private_ranges(kMaps, 8 * kMiB)),
              "555555554000-555565621000 7f0000000000-7f0000100000 7f0001000000-7f0001001000 "
              "7fffff7ff000-7ffffffff000 ");
}

TEST(PrivateRanges, a_stack_without_a_limit_grows_to_a_gigabyte) {
    const Ranges ranges = private_ranges(kMaps, ~uint64_t{0});
    EXPECT_EQ(ranges.back().end - ranges.back().start, 1024 * kMiB);
    const Ranges small = private_ranges(kMaps, 4096);
    EXPECT_EQ(small.back().start, 0x7ffffffde000U) << "it is larger already";
}

TEST(PrivateRanges, text_of_another_kind_gives_none) {
    EXPECT_TRUE(private_ranges("", 0).empty());
    EXPECT_TRUE(private_ranges("no addresses\n12-\n-34 rw-p\n12-34\n", 0).empty());
}

TEST(PrivateRanges, have_the_names_of_what_is_mapped_there) {
    EXPECT_EQ(name_at(kMaps, 0x200000000000), "/memfd:arauto (deleted)");
    EXPECT_EQ(name_at(kMaps, 0x555555555fff), "/home/user/a program");
    EXPECT_EQ(name_at(kMaps, 0x7f0000000000), "");
    EXPECT_EQ(name_at(kMaps, 0x7f0000100000), "");
    int on_stack = 0;
    EXPECT_EQ(name_at(read_maps(), reinterpret_cast<uint64_t>(&on_stack)), "[stack]");
}

TEST(PrivateRanges, that_only_touch_do_not_overlap) {
    const Ranges some{{10, 20}, {40, 50}};
    EXPECT_FALSE(overlap(some, {{0, 10}, {20, 40}, {50, 60}}));
    EXPECT_TRUE(overlap(some, {{0, 1}, {49, 60}}));
    EXPECT_TRUE(overlap({{0, 100}}, some));
    EXPECT_FALSE(overlap(some, {}));
}

TEST(PrivateRanges, what_is_reserved_already_is_left_out) {
    const Ranges taken{{10, 20}, {40, 50}};
    EXPECT_EQ(text_of(parts_outside({0, 0x60}, taken)), "0-a 14-28 32-60 ");
    EXPECT_EQ(text_of(parts_outside({15, 45}, taken)), "14-28 ");
    EXPECT_EQ(text_of(parts_outside({12, 18}, taken)), "");
    EXPECT_EQ(text_of(parts_outside({20, 40}, taken)), "14-28 ");
    Ranges all = taken;
    add_range(all, {20, 30});
    add_range(all, {60, 70});
    add_range(all, {0, 5});
    EXPECT_EQ(text_of(all), "0-5 a-14 14-1e 28-32 3c-46 ");
}

} // namespace
} // namespace arauto::gfortran
