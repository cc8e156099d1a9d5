// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests whether two sections share a byte, and which bindings an access finds, against sets of
// bytes.
#include "coarray/binding_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

using namespace arauto::coarray; // NOLINT: the test looks at one room

namespace {

using Bytes = std::set<int64_t>;

/// A section with room for the tables of its dimensions.
struct Sample {
    arauto_section_t section{};
    std::vector<std::vector<int64_t>> tables;
};

Bytes bytes_of(const arauto_section_t& section, int64_t base) {
    Bytes bytes;
    std::vector<int64_t> position(static_cast<size_t>(section.rank), 0);
    for (int32_t i = 0; i < section.rank; ++i) {
        if (section.dim[i].extent == 0) {
            return bytes;
        }
    }
    for (;;) {
        int64_t at = base + section.offset;
        for (int32_t i = 0; i < section.rank; ++i) {
            const arauto_dim_t& dim = section.dim[i];
            const int64_t step = position[static_cast<size_t>(i)];
            at += dim.index != nullptr ? dim.index[step] : step * dim.stride;
        }
        for (size_t b = 0; b < section.element_bytes; ++b) {
            bytes.insert(at + static_cast<int64_t>(b));
        }
        int32_t i = 0;
        while (i < section.rank && ++position[static_cast<size_t>(i)] == section.dim[i].extent) {
            position[static_cast<size_t>(i++)] = 0;
        }
        if (i == section.rank) {
            return bytes;
        }
    }
}

bool share(const Bytes& a, const Bytes& b) {
    return std::any_of(a.begin(), a.end(), [&](int64_t byte) { return b.count(byte) > 0; });
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}
    int64_t between(int64_t low, int64_t high) {
        return std::uniform_int_distribution<int64_t>(low, high)(engine_);
    }

    /// A section as Fortran makes them: of an array with the given extents, a part of each.
    Sample of_array(const std::vector<int64_t>& extents, int64_t element) {
        Sample sample;
        sample.section.element_bytes = static_cast<size_t>(between(1, element));
        int64_t stride = element;
        sample.section.offset =
            between(0, element - static_cast<int64_t>(sample.section.element_bytes));
        for (const int64_t extent : extents) {
            const int64_t first = between(0, extent - 1);
            const int64_t step = between(1, 3) * (between(0, 3) == 0 ? -1 : 1);
            const int64_t room = step > 0 ? (extent - 1 - first) / step : first / -step;
            sample.section.offset += first * stride;
            if (between(0, 2) > 0) {
                add(sample, between(0, 20) == 0 ? 0 : 1 + between(0, room), step * stride);
            }
            stride *= extent;
        }
        return sample;
    }

    /// Any strides, tables too, also ones that overlap.
    Sample of_anything() {
        Sample sample;
        sample.section.element_bytes = static_cast<size_t>(between(0, 9));
        sample.section.offset = between(-40, 40);
        for (int64_t i = between(0, 4); i > 0; --i) {
            if (between(0, 4) == 0) {
                std::vector<int64_t> table(static_cast<size_t>(between(1, 5)));
                for (int64_t& entry : table) {
                    entry = between(-60, 60);
                }
                sample.tables.push_back(table);
                sample.section.dim[sample.section.rank++] = {static_cast<int64_t>(table.size()), 0,
                                                             sample.tables.back().data()};
            } else {
                add(sample, between(1, 5), between(-50, 50));
            }
        }
        return sample;
    }

  private:
    static void add(Sample& sample, int64_t extent, int64_t stride) {
        sample.section.dim[sample.section.rank++] = {extent, stride, nullptr};
    }
    std::mt19937 engine_;
};

Footprint footprint_of(const Sample& sample, int64_t base) {
    Footprint footprint;
    make_footprint(footprint, sample.section, base);
    return footprint;
}

TEST(Footprint, has_the_box_of_its_section) {
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const Sample sample = random.of_anything();
        const Bytes bytes = bytes_of(sample.section, 1000);
        const Footprint footprint = footprint_of(sample, 1000);
        ASSERT_EQ(footprint.run == 0, bytes.empty());
        if (!bytes.empty()) {
            ASSERT_EQ(footprint.low, *bytes.begin());
            ASSERT_EQ(end_of(footprint), *bytes.rbegin() + 1);
        }
    }
}

TEST(Footprint, merges_what_is_contiguous) {
    Sample sample;
    sample.section.element_bytes = 8;
    sample.section.rank = 3;
    sample.section.dim[0] = {5, -8, nullptr};
    sample.section.dim[1] = {7, 40, nullptr};
    sample.section.dim[2] = {2, 280, nullptr};
    sample.section.offset = 32;
    const Footprint whole = footprint_of(sample, 0);
    EXPECT_EQ(whole.dims, 0);
    EXPECT_EQ(whole.run, 560);
    EXPECT_EQ(whole.low, 0);
}

TEST(Footprint, touches_exactly_what_shares_a_byte) {
    Random random(2);
    int touching = 0;
    for (int i = 0; i < 60000; ++i) {
        const bool is_array = i % 2 == 0;
        const std::vector<int64_t> extents = {random.between(1, 9), random.between(1, 7),
                                              random.between(1, 5)};
        const Sample a = is_array ? random.of_array(extents, 8) : random.of_anything();
        const Sample b = is_array ? random.of_array(extents, 8) : random.of_anything();
        const int64_t base = is_array ? 0 : random.between(-100, 100);
        const bool expected = share(bytes_of(a.section, 0), bytes_of(b.section, base));
        ASSERT_EQ(touches(footprint_of(a, 0), footprint_of(b, base)), expected) << "sample " << i;
        ASSERT_EQ(touches(footprint_of(b, base), footprint_of(a, 0)), expected) << "sample " << i;
        touching += expected ? 1 : 0;
    }
    EXPECT_GT(touching, 6000);
    EXPECT_LT(touching, 54000);
}

TEST(BindingIndex, finds_exactly_the_bindings_that_are_touched) {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        const std::vector<int64_t> extents = {random.between(1, 9), random.between(1, 7),
                                              random.between(1, 5)};
        BindingIndex index;
        std::vector<Bytes> bound;
        for (int64_t i = random.between(0, 40); i > 0; --i) {
            const Sample sample = random.of_array(extents, 8);
            bound.push_back(bytes_of(sample.section, 500));
            index.add(footprint_of(sample, 500), bound.size());
        }
        index.finish();
        for (int put = 0; put < 30; ++put) {
            const Sample sample = random.of_array(extents, 8);
            const Bytes bytes = bytes_of(sample.section, 500);
            std::multiset<uint64_t> expected;
            for (size_t i = 0; i < bound.size(); ++i) {
                if (share(bound[i], bytes)) {
                    expected.insert(i + 1);
                }
            }
            std::multiset<uint64_t> found;
            index.visit(footprint_of(sample, 500),
                        [&](uint64_t address) { found.insert(address); });
            ASSERT_EQ(found, expected) << "round " << round;
        }
    }
}

TEST(BindingIndex, finds_columns_and_rows_of_a_matrix) {
    constexpr int64_t kRows = 60;
    constexpr int64_t kColumns = 50;
    BindingIndex index;
    for (int64_t j = 0; j < kColumns; ++j) {
        Footprint column;
        make_contiguous(column, j * kRows * 8, kRows * 8);
        index.add(column, static_cast<uint64_t>(j + 1));
    }
    for (int64_t i = 0; i < kRows; ++i) {
        Sample row;
        row.section = {1, 0, 8, i * 8, {{kColumns, kRows * 8, nullptr}}};
        index.add(footprint_of(row, 0), static_cast<uint64_t>(1000 + i));
    }
    index.finish();
    for (int64_t at = 0; at < kRows * kColumns; ++at) {
        Footprint element;
        make_contiguous(element, at * 8, 8);
        std::multiset<uint64_t> found;
        index.visit(element, [&](uint64_t address) { found.insert(address); });
        ASSERT_EQ(found, (std::multiset<uint64_t>{static_cast<uint64_t>(at / kRows + 1),
                                                  static_cast<uint64_t>(1000 + at % kRows)}));
    }
}

} // namespace
