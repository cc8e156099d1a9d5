// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Random sections, copied by a plan and by a simple odometer; the two must agree in every byte.
#include "plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

using arauto::plan::are_apart;
using arauto::plan::bounds;
using arauto::plan::execute;
using arauto::plan::make_plan;

constexpr int64_t kRoom = 1 << 16;

struct Selection {
    arauto_section_t section{};
    std::vector<std::vector<int64_t>> tables;
};

class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {}

    int64_t between(int64_t low, int64_t high) {
        return std::uniform_int_distribution<int64_t>(low, high)(random_);
    }

    /// Two sections of one shape; the elements of the target do not overlap.
    void make_pair(Selection& target, Selection& source) {
        const auto rank = static_cast<int32_t>(between(0, 1) == 0 ? between(0, 3) : between(4, 15));
        const auto bytes = static_cast<size_t>(between(1, 24));
        begin(target, rank, bytes);
        begin(source, rank, bytes);
        auto step = static_cast<int64_t>(bytes);
        for (int32_t d = 0; d < rank; ++d) {
            // High ranks keep most extents at 1, or the room would not do.
            const int64_t most = rank <= 3 ? 4 : (d % 4 == 0 ? 2 : 1);
            const int64_t extent = between(0, 12) == 0 ? 0 : between(1, most);
            const int64_t stride = step * (rank <= 3 ? between(1, 2) : 1);
            add(target, d, extent, between(0, 1) == 0 ? stride : -stride, between(0, 4) == 0);
            const int64_t any = static_cast<int64_t>(bytes) * between(-6, 6);
            add(source, d, extent, between(0, 1) == 0 ? stride : any, between(0, 4) == 0);
            step = stride * std::max<int64_t>(extent, 1);
            ASSERT_LT(step, kRoom / 2);
        }
    }

  private:
    static void begin(Selection& s, int32_t rank, size_t bytes) {
        s.section.rank = rank;
        s.section.element_bytes = bytes;
        s.section.offset = kRoom / 2;
        s.tables.resize(static_cast<size_t>(rank));
    }

    static void add(Selection& s, int32_t d, int64_t extent, int64_t stride, bool by_table) {
        s.section.dim[d] = {extent, stride, nullptr};
        if (by_table && extent > 0) {
            std::vector<int64_t>& table = s.tables[static_cast<size_t>(d)];
            for (int64_t i = 0; i < extent; ++i) {
                table.push_back((extent - 1 - i) * stride);
            }
            s.section.dim[d].index = table.data();
        }
    }

    std::mt19937 random_;
};

int64_t displacement(const arauto_section_t& s, const std::vector<int64_t>& position) {
    int64_t at = s.offset;
    for (int32_t d = 0; d < s.rank; ++d) {
        const int64_t i = position[static_cast<size_t>(d)];
        at += s.dim[d].index != nullptr ? s.dim[d].index[i] : i * s.dim[d].stride;
    }
    return at;
}

template <typename Visit> void visit_all(const arauto_section_t& shape, Visit visit) {
    std::vector<int64_t> position(static_cast<size_t>(shape.rank), 0);
    for (int32_t d = 0; d < shape.rank; ++d) {
        if (shape.dim[d].extent == 0) {
            return;
        }
    }
    for (;;) {
        visit(position);
        int32_t d = 0;
        while (d < shape.rank && ++position[static_cast<size_t>(d)] == shape.dim[d].extent) {
            position[static_cast<size_t>(d++)] = 0;
        }
        if (d == shape.rank) {
            return;
        }
    }
}

std::vector<std::byte> numbered() {
    std::vector<std::byte> memory(kRoom);
    for (size_t i = 0; i < memory.size(); ++i) {
        memory[i] = static_cast<std::byte>(i * 31 + (i >> 8));
    }
    return memory;
}

TEST(Plan, copies_random_sections_like_an_odometer) {
    const std::vector<std::byte> from = numbered();
    for (unsigned seed = 1; seed <= 4000; ++seed) {
        Selection target;
        Selection source;
        Generator(seed).make_pair(target, source);
        std::vector<std::byte> expected(kRoom);
        visit_all(target.section, [&](const std::vector<int64_t>& position) {
            for (size_t byte = 0; byte < target.section.element_bytes; ++byte) {
                expected[static_cast<size_t>(displacement(target.section, position)) + byte] =
                    from[static_cast<size_t>(displacement(source.section, position)) + byte];
            }
        });
        std::vector<std::byte> got(kRoom);
        execute(make_plan(target.section, source.section), got.data(), from.data());
        ASSERT_EQ(expected, got) << "seed " << seed;
        std::vector<std::byte> by_runs(kRoom);
        for_each_run(make_plan(target.section, source.section),
                     [&](int64_t to, int64_t at, size_t bytes) {
                         std::copy_n(from.begin() + at, bytes, by_runs.begin() + to);
                     });
        ASSERT_EQ(expected, by_runs) << "seed " << seed;
    }
}

TEST(Plan, bounds_are_those_of_all_elements) {
    for (unsigned seed = 1; seed <= 2000; ++seed) {
        Selection target;
        Selection source;
        Generator(seed).make_pair(target, source);
        int64_t low = INT64_MAX;
        int64_t high = INT64_MIN;
        visit_all(source.section, [&](const std::vector<int64_t>& position) {
            const int64_t at = displacement(source.section, position);
            low = std::min(low, at);
            high = std::max(high, at + static_cast<int64_t>(source.section.element_bytes));
        });
        const auto span = bounds(source.section);
        ASSERT_TRUE(span.ok());
        ASSERT_EQ(span.value.empty, low == INT64_MAX) << "seed " << seed;
        if (!span.value.empty) {
            ASSERT_EQ(span.value.low, low) << "seed " << seed;
            ASSERT_EQ(span.value.high, high) << "seed " << seed;
        }
    }
}

TEST(Plan, sections_that_are_apart_share_no_byte) {
    int apart = 0;
    for (unsigned seed = 1; seed <= 4000; ++seed) {
        Selection a;
        Selection b;
        Generator generator(seed);
        generator.make_pair(a, b);
        const int64_t distance = generator.between(-200, 200);
        std::vector<bool> in_a(kRoom);
        const auto bytes = static_cast<int64_t>(a.section.element_bytes);
        visit_all(a.section, [&](const std::vector<int64_t>& position) {
            std::fill_n(in_a.begin() + displacement(a.section, position), bytes, true);
        });
        bool shares = false;
        visit_all(b.section, [&](const std::vector<int64_t>& position) {
            const int64_t at = distance + displacement(b.section, position);
            for (int64_t i = std::max<int64_t>(at, 0); i < std::min(at + bytes, kRoom); ++i) {
                shares = shares || in_a[static_cast<size_t>(i)];
            }
        });
        const bool answer = are_apart(a.section, b.section, distance);
        ASSERT_FALSE(answer && shares) << "seed " << seed;
        apart += answer ? 1 : 0;
    }
    EXPECT_GT(apart, 500);
}

TEST(Plan, planes_of_one_array_are_apart) {
    arauto_section_t s{.rank = 2, .reserved = 0, .element_bytes = 8, .offset = 0, .dim = {}};
    s.dim[0] = {10, 96, nullptr}; // a(p, :, :) of real(8) :: a(12, 12, 10)
    s.dim[1] = {10, 1152, nullptr};
    EXPECT_TRUE(are_apart(s, s, 8));
    EXPECT_TRUE(are_apart(s, s, -88));
    EXPECT_FALSE(are_apart(s, s, 96));
    s.dim[0].stride = 8; // a(1:10, p, :)
    EXPECT_TRUE(are_apart(s, s, 96));
    EXPECT_FALSE(are_apart(s, s, 72));
}

TEST(Plan, whole_arrays_become_one_block) {
    arauto_section_t s{.rank = 3, .reserved = 0, .element_bytes = 8, .offset = 0, .dim = {}};
    s.dim[0] = {4, 8, nullptr};
    s.dim[1] = {5, 32, nullptr};
    s.dim[2] = {6, 160, nullptr};
    const auto plan = make_plan(s, s);
    EXPECT_EQ(plan.rank, 0);
    EXPECT_EQ(plan.block_bytes, 960U);
}

TEST(Plan, malformed_sections_are_refused_with_a_sentence) {
    arauto_section_t s{.rank = 16, .reserved = 0, .element_bytes = 8, .offset = 0, .dim = {}};
    EXPECT_EQ(arauto::plan::check_section(s, "put"), ARAUTO_ERR_ARGUMENT);
    EXPECT_NE(std::string(arauto::last_error()).find("16 dimensions"), std::string::npos);
    s.rank = 1;
    s.dim[0] = {-1, 8, nullptr};
    EXPECT_EQ(arauto::plan::check_section(s, "put"), ARAUTO_ERR_SHAPE);
    s.dim[0].extent = 3;
    arauto_section_t other = s;
    other.dim[0].extent = 4;
    EXPECT_EQ(arauto::plan::check_shape(s, other, "put"), ARAUTO_ERR_SHAPE);
    s.dim[0] = {INT64_MAX, INT64_MAX, nullptr};
    EXPECT_EQ(bounds(s).status, ARAUTO_ERR_RANGE);
}

} // namespace
