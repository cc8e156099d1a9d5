// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Layouts of datatypes compared with the MPI itself: the bytes that they select, in their order.
// ARAUTO_TEST_SEED and ARAUTO_TEST_TYPES change the random types.
#include "layout_cache.hpp"
#include "random_types.hpp"
#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace arauto::mpi {
namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// Memory for `count` instances of a layout; `base` is the address that a call would name.
struct Memory {
    std::vector<char> bytes;
    char* base;

    Memory(const Layout& layout, int64_t count, char seed) {
        const Reach reach = reach_of(layout, count);
        bytes.resize(static_cast<size_t>(reach.end - reach.first) + 1); // never without address
        for (size_t i = 0; i < bytes.size(); ++i) {
            bytes[i] = static_cast<char>(static_cast<int>(i * 7 + i / 251) + seed);
        }
        base = reinterpret_cast<char*>(reinterpret_cast<intptr_t>(bytes.data()) - reach.first);
    }
};

std::vector<char> packed_by_mpi(MPI_Datatype type, int count, const Memory& memory) {
    int size = 0;
    MPI_Pack_size(count, type, MPI_COMM_SELF, &size);
    std::vector<char> buffer(static_cast<size_t>(size) + 1);
    int position = 0;
    MPI_Pack(memory.base, count, type, buffer.data(), size, &position, MPI_COMM_SELF);
    buffer.resize(static_cast<size_t>(position));
    return buffer;
}

std::vector<char> packed_by_us(const Layout& layout, int count, const Memory& memory) {
    std::vector<char> buffer(static_cast<size_t>(layout.size * count));
    copy_layout({byte_layout(), layout.size * count}, buffer.data(), {layout, count}, memory.base);
    return buffer;
}

class Layouts : public ::testing::Test {
  protected:
    RandomTypes types_{setting("ARAUTO_TEST_SEED", 1)};
    size_t rounds_ = setting("ARAUTO_TEST_TYPES", 3000);
};

TEST_F(Layouts, agree_with_the_measures_of_the_mpi) {
    for (size_t i = 0; i < rounds_; ++i) {
        const Type type = types_.next();
        const Layout* layout = layout_of(type.handle());
        ASSERT_NE(layout, nullptr) << type.text();
        int size = 0;
        MPI_Aint lower = 0;
        MPI_Aint extent = 0;
        MPI_Type_size(type.handle(), &size);
        MPI_Type_get_extent(type.handle(), &lower, &extent);
        EXPECT_EQ(layout->size, size) << type.text();
        EXPECT_EQ(layout->lower_bound, lower) << type.text();
        EXPECT_EQ(layout->extent, extent) << type.text();
        int64_t first = INT64_MAX;
        int64_t end = INT64_MIN;
        int64_t bytes = 0;
        Walk walk({*layout, 1}, {byte_layout(), layout->size});
        for (Piece piece; walk.next(piece);) {
            const int64_t last = piece.origin + (piece.count - 1) * piece.origin_stride;
            first = std::min({first, piece.origin, last});
            end = std::max({end, piece.origin + piece.bytes, last + piece.bytes});
            bytes += piece.bytes * piece.count;
        }
        EXPECT_EQ(bytes, layout->size) << type.text();
        if (bytes == 0) {
            continue;
        }
        EXPECT_EQ(first, layout->true_lower_bound) << type.text();
        EXPECT_EQ(end - first, layout->true_extent) << type.text();
        // The MPIs count entries without data in; never less than the data.
        MPI_Type_get_true_extent(type.handle(), &lower, &extent);
        EXPECT_GE(first, lower) << type.text();
        EXPECT_LE(end, lower + extent) << type.text();
    }
}

TEST_F(Layouts, select_what_pack_selects) {
    for (size_t i = 0; i < rounds_; ++i) {
        const Type type = types_.next();
        const Layout* layout = layout_of(type.handle());
        ASSERT_NE(layout, nullptr) << type.text();
        const int count = 1 + static_cast<int>(i % 4);
        const Memory memory(*layout, count, 1);
        ASSERT_EQ(packed_by_us(*layout, count, memory), packed_by_mpi(type.handle(), count, memory))
            << count << " x " << type.text();
    }
}

TEST_F(Layouts, fill_what_unpack_fills) {
    for (size_t i = 0; i < rounds_; ++i) {
        const Type type = types_.next_without_overlap();
        const Layout* layout = layout_of(type.handle());
        ASSERT_NE(layout, nullptr) << type.text();
        const Memory source(*layout, 1, 1);
        std::vector<char> buffer = packed_by_mpi(type.handle(), 1, source);
        Memory ours(*layout, 1, 99);
        Memory theirs(*layout, 1, 99);
        int position = 0;
        MPI_Unpack(buffer.data(), static_cast<int>(buffer.size()), &position, theirs.base, 1,
                   type.handle(), MPI_COMM_SELF);
        copy_layout({*layout, 1}, ours.base, {byte_layout(), layout->size}, buffer.data());
        ASSERT_EQ(ours.bytes, theirs.bytes) << type.text();
    }
}

TEST_F(Layouts, meet_in_walks_as_pack_and_unpack_do) {
    size_t met = 0;
    for (size_t i = 0; i < rounds_; ++i) {
        const Type from = types_.next();
        const Type to = types_.next_without_overlap();
        const Layout* origin = layout_of(from.handle());
        const Layout* target = layout_of(to.handle());
        ASSERT_TRUE(origin && target);
        ASSERT_EQ(layout_of(from.handle()), origin) << "decoding " << to.text() << " dropped it";
        if (origin->size == 0 || target->size == 0) {
            continue;
        }
        const int64_t bytes = std::lcm(origin->size, target->size);
        const Reach reach = reach_of(*target, bytes / target->size);
        // Instances may overlap when there are several; then the order of bytes is not defined.
        if (bytes != target->size || bytes / origin->size > 4096 || !reach.is_valid) {
            continue;
        }
        ++met;
        const int count = static_cast<int>(bytes / origin->size);
        const Memory source(*origin, count, 1);
        std::vector<char> buffer = packed_by_mpi(from.handle(), count, source);
        Memory ours(*target, 1, 99);
        Memory theirs(*target, 1, 99);
        int position = 0;
        MPI_Unpack(buffer.data(), static_cast<int>(buffer.size()), &position, theirs.base, 1,
                   to.handle(), MPI_COMM_SELF);
        copy_layout({*target, 1}, ours.base, {*origin, count}, source.base);
        ASSERT_EQ(ours.bytes, theirs.bytes) << count << " x " << from.text() << " -> " << to.text();
    }
    EXPECT_GT(met, rounds_ / 20);
}

TEST_F(Layouts, copy_to_their_like) {
    for (size_t i = 0; i < rounds_; ++i) {
        const Type type = types_.next_without_overlap();
        const Layout* layout = layout_of(type.handle());
        ASSERT_NE(layout, nullptr) << type.text();
        const Memory source(*layout, 1, 1);
        Memory ours(*layout, 1, 99);
        Memory by_packing(*layout, 1, 99);
        copy_layout({*layout, 1}, ours.base, {*layout, 1}, source.base);
        std::vector<char> buffer = packed_by_us(*layout, 1, source);
        copy_layout({*layout, 1}, by_packing.base, {byte_layout(), layout->size}, buffer.data());
        ASSERT_EQ(ours.bytes, by_packing.bytes) << type.text();
    }
}

size_t pieces_of(const LayoutInstances& origin, const LayoutInstances& target) {
    size_t pieces = 0;
    Walk walk(origin, target);
    for (Piece piece; walk.next(piece);) {
        ++pieces;
    }
    return pieces;
}

TEST(Walk, yields_whole_strides) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Datatype wide = MPI_DATATYPE_NULL;
    MPI_Datatype record = MPI_DATATYPE_NULL;
    MPI_Type_vector(1000, 1, 50, MPI_DOUBLE, &column);
    MPI_Type_vector(1000, 1, 70, MPI_DOUBLE, &wide);
    const int lengths[] = {1, 1, 2};
    const MPI_Aint offsets[] = {0, 8, 24};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT};
    MPI_Type_create_struct(3, lengths, offsets, types, &record);
    const Layout& narrow = *layout_of(column);
    const Layout& fields = *layout_of(record);
    EXPECT_EQ(pieces_of({narrow, 1}, {narrow, 1}), 1U);
    EXPECT_EQ(pieces_of({narrow, 1}, {*layout_of(wide), 1}), 1U);
    EXPECT_EQ(pieces_of({*layout_of(MPI_DOUBLE), 1000}, {narrow, 1}), 1U);
    EXPECT_EQ(pieces_of({narrow, 1}, {byte_layout(), 8000}), 1U);
    EXPECT_EQ(pieces_of({*layout_of(MPI_INT), 9}, {*layout_of(MPI_FLOAT), 9}), 1U);
    EXPECT_EQ(pieces_of({fields, 500}, {fields, 500}), 3U);
    EXPECT_EQ(pieces_of({fields, 500}, {byte_layout(), 500 * fields.size}), 3U);
    MPI_Type_free(&column);
    MPI_Type_free(&wide);
    MPI_Type_free(&record);
}

TEST(Walk, ends_with_the_shorter_side) {
    const Layout& ints = *layout_of(MPI_INT);
    Walk longer({ints, 10}, {ints, 4});
    Piece piece;
    ASSERT_TRUE(longer.next(piece));
    EXPECT_EQ(piece.bytes * piece.count, 16);
    EXPECT_FALSE(longer.next(piece));
    EXPECT_EQ(pieces_of({ints, 0}, {ints, 4}), 0U);
    EXPECT_EQ(pieces_of({ints, -1}, {ints, -1}), 0U);
}

size_t parts_of(MPI_Datatype type) {
    const Layout* layout = layout_of(type);
    return layout ? layout->first + layout->number : 0;
}

TEST(Layout, of_a_strided_type_does_not_grow_with_its_elements) {
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Datatype plane = MPI_DATATYPE_NULL;
    MPI_Datatype listed = MPI_DATATYPE_NULL;
    MPI_Type_vector(100000, 2, 7, MPI_DOUBLE, &row);
    MPI_Type_create_hvector(1000, 3, 1 << 24, row, &plane);
    std::vector<int> displacements(5000);
    std::iota(displacements.begin(), displacements.end(), 0);
    for (int& displacement : displacements) {
        displacement *= 3;
    }
    MPI_Type_create_indexed_block(5000, 2, displacements.data(), MPI_INT, &listed);
    EXPECT_EQ(parts_of(row), 1U);
    EXPECT_LE(parts_of(plane), 3U);
    EXPECT_EQ(parts_of(listed), 1U);
    MPI_Type_free(&row);
    MPI_Type_free(&plane);
    MPI_Type_free(&listed);
}

TEST(Layout, of_contiguous_types_is_one_block) {
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    MPI_Datatype outer = MPI_DATATYPE_NULL;
    MPI_Type_vector(10, 4, 4, MPI_INT, &inner);
    const int sizes[] = {8, 16};
    const int parts[] = {3, 16};
    const int starts[] = {2, 0};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &outer);
    const Layout* dense = layout_of(inner);
    const Layout* rows = layout_of(outer);
    ASSERT_TRUE(dense && rows);
    EXPECT_TRUE(dense->is_dense);
    EXPECT_EQ(dense->basic, Basic::kInt32);
    EXPECT_EQ(rows->first + rows->number, 1U);
    EXPECT_EQ(rows->parts[0].bytes, 3 * 16 * 8);
    EXPECT_EQ(rows->true_lower_bound, 2 * 16 * 8);
    EXPECT_FALSE(rows->is_dense) << "its extent is that of the whole array";
    MPI_Type_free(&inner);
    MPI_Type_free(&outer);
}

TEST(Layout, knows_the_basic_type) {
    MPI_Datatype mixed = MPI_DATATYPE_NULL;
    MPI_Datatype padded = MPI_DATATYPE_NULL;
    const int lengths[] = {1, 1};
    const MPI_Aint offsets[] = {0, 8};
    const MPI_Datatype two[] = {MPI_DOUBLE, MPI_INT};
    MPI_Type_create_struct(2, lengths, offsets, two, &mixed);
    const int lengths_with_none[] = {1, 0}; // an entry of length 0 has no part in the type
    MPI_Type_create_struct(2, lengths_with_none, offsets, two, &padded);
    EXPECT_EQ(layout_of(mixed)->basic, Basic::kMixed);
    EXPECT_EQ(layout_of(mixed)->parts[0].bytes, 12) << "blocks that adjoin are one";
    EXPECT_EQ(layout_of(padded)->basic, Basic::kDouble);
    EXPECT_EQ(layout_of(MPI_DOUBLE_INT)->basic, Basic::kDoubleInt);
    EXPECT_EQ(layout_of(MPI_DATATYPE_NULL), nullptr);
    MPI_Type_free(&mixed);
    MPI_Type_free(&padded);
}

TEST(Layout, keeps_pairs_whole_for_operations_only) {
    MPI_Datatype pairs = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(5, MPI_SHORT_INT, &pairs);
    const Layout* layout = layout_of(pairs);
    ASSERT_NE(layout, nullptr);
    EXPECT_EQ(layout->size, 30);
    const Layout& whole = layout->whole_pairs();
    EXPECT_EQ(whole.parts[whole.first].bytes, 40);
    int64_t bytes = 0;
    Walk walk({*layout, 1}, {byte_layout(), 30});
    for (Piece piece; walk.next(piece);) {
        bytes += piece.bytes * piece.count;
    }
    EXPECT_EQ(bytes, 30);
    MPI_Type_free(&pairs);
}

TEST(Layout, goes_with_its_type) {
    for (int round = 0; round < 200; ++round) { // handles come again for other types
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_vector(3, 1 + round, 300, MPI_INT, &type);
        const Layout* layout = layout_of(type);
        ASSERT_NE(layout, nullptr);
        ASSERT_EQ(layout->size, 3 * 4 * (1 + round));
        ASSERT_EQ(layout_of(type), layout) << "it is decoded once";
        MPI_Datatype copy = MPI_DATATYPE_NULL;
        MPI_Type_dup(type, &copy);
        ASSERT_NE(layout_of(copy), layout) << "each type has its own";
        MPI_Type_free(&type);
        ASSERT_EQ(layout_of(copy)->size, 3 * 4 * (1 + round));
        MPI_Type_free(&copy);
    }
}

TEST(Layout, survives_types_made_of_its_type) {
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 3, MPI_INT, &inner);
    const Layout* layout = layout_of(inner);
    for (int round = 0; round < 3; ++round) {
        MPI_Datatype outer = MPI_DATATYPE_NULL;
        MPI_Type_vector(2, 1, 5, inner, &outer);
        ASSERT_NE(layout_of(outer), nullptr);
        MPI_Type_free(&outer);
    }
    EXPECT_EQ(layout_of(inner), layout);
    MPI_Type_free(&inner);
}

// Threads make, use and free types of their own and share one that none has decoded before.
TEST(Layout, serves_many_threads) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        GTEST_SKIP() << "the MPI has no MPI_THREAD_MULTIPLE";
    }
    std::atomic<int> wrong{0};
    for (int round = 0; round < 20; ++round) {
        MPI_Datatype shared = MPI_DATATYPE_NULL;
        MPI_Type_vector(5, 2, 9, MPI_INT, &shared);
        const auto work = [&](int thread) {
            for (int i = 0; i < 50; ++i) {
                MPI_Datatype own = MPI_DATATYPE_NULL;
                MPI_Type_vector(3, thread + 1, 100, MPI_INT, &own);
                const bool is_right =
                    layout_of(own)->size == 12 * (thread + 1) && layout_of(shared)->size == 40;
                wrong += is_right ? 0 : 1;
                MPI_Type_free(&own);
            }
        };
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back(work, thread);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        MPI_Type_free(&shared);
    }
    EXPECT_EQ(wrong.load(), 0);
}

TEST(Layout, nests_deep_without_recursion) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    for (int level = 0; level < 500; ++level) {
        MPI_Datatype next = MPI_DATATYPE_NULL;
        const int lengths[] = {1, 1};
        MPI_Aint lower = 0;
        MPI_Aint extent = 0;
        MPI_Type_get_extent(type, &lower, &extent);
        const MPI_Aint offsets[] = {0, extent + 4};
        const MPI_Datatype types[] = {type, MPI_INT};
        MPI_Type_create_struct(2, lengths, offsets, types, &next);
        MPI_Type_free(&type);
        type = next;
    }
    const Layout* layout = layout_of(type);
    ASSERT_NE(layout, nullptr);
    EXPECT_EQ(layout->size, 4 * 502);
    MPI_Type_free(&type);
}

TEST(Reach, covers_all_instances_and_sees_overflow) {
    MPI_Datatype backwards = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, 0, -16, &backwards);
    const Reach reach = reach_of(*layout_of(backwards), 4);
    EXPECT_TRUE(reach.is_valid);
    EXPECT_EQ(reach.first, -48);
    EXPECT_EQ(reach.end, 4);
    EXPECT_FALSE(reach_of(*layout_of(MPI_DOUBLE), INT64_MAX / 4).is_valid);
    EXPECT_EQ(reach_of(*layout_of(MPI_DOUBLE), 0).end, 0);
    MPI_Type_free(&backwards);
}

#if MPI_VERSION >= 4
TEST(Layout, of_types_made_with_large_counts) {
    MPI_Datatype vector = MPI_DATATYPE_NULL;
    MPI_Datatype array = MPI_DATATYPE_NULL;
    MPI_Datatype blocks = MPI_DATATYPE_NULL;
    MPI_Datatype cyclic = MPI_DATATYPE_NULL;
    MPI_Type_vector_c(5, 2, 3, MPI_INT, &vector);
    const MPI_Count sizes[] = {6, 8};
    const MPI_Count parts[] = {3, 4};
    const MPI_Count starts[] = {1, 2};
    MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_FORTRAN, vector, &array);
    const MPI_Count lengths[] = {2, 1, 3};
    const MPI_Count offsets[] = {0, 40, 100};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT};
    MPI_Type_create_struct_c(3, lengths, offsets, types, &blocks);
    const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    const int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    const int grid[] = {2, 2};
    MPI_Type_create_darray_c(4, 1, 2, sizes, kinds, arguments, grid, MPI_ORDER_C, MPI_DOUBLE,
                             &cyclic);
    for (MPI_Datatype* type : {&vector, &array, &blocks, &cyclic}) {
        MPI_Type_commit(type);
        const Layout* layout = layout_of(*type);
        ASSERT_NE(layout, nullptr);
        const Memory memory(*layout, 2, 1);
        EXPECT_EQ(packed_by_us(*layout, 2, memory), packed_by_mpi(*type, 2, memory));
        MPI_Type_free(type);
    }
}
#endif

TEST(Layout, of_fortran_types_with_chosen_precision) {
    MPI_Datatype real = MPI_DATATYPE_NULL;
    MPI_Datatype integer = MPI_DATATYPE_NULL;
    MPI_Datatype many = MPI_DATATYPE_NULL;
    MPI_Type_create_f90_real(15, 307, &real);
    MPI_Type_create_f90_integer(9, &integer);
    MPI_Type_vector(3, 1, 2, real, &many);
    EXPECT_EQ(layout_of(real)->basic, Basic::kDouble);
    EXPECT_EQ(layout_of(integer)->basic, Basic::kInt32);
    EXPECT_EQ(layout_of(many)->basic, Basic::kDouble);
    MPI_Type_free(&many);
}

} // namespace
} // namespace arauto::mpi

int main(int argc, char** argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    ::testing::InitGoogleTest(&argc, argv);
    const int failed = RUN_ALL_TESTS();
    arauto::mpi::end_layouts();
    MPI_Finalize();
    return failed;
}
