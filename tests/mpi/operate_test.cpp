// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations compared with MPI_Reduce_local on random data, for every pair of a predefined
// operation and a predefined type; and the pairs that are refused. ARAUTO_TEST_SEED changes the
// data.
#include "layout_cache.hpp"
#include "operate.hpp"
#include "walk.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace arauto::mpi {
namespace {

__extension__ using Float128 = __float128;

constexpr size_t kCount = 259;

// Handles are known once the MPI has been found, hence not before main.
std::vector<MPI_Op> operations() {
    return {MPI_MAX, MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,
            MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
}

std::string name_of(MPI_Datatype type) {
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    MPI_Type_get_name(type, name, &length);
    return name;
}

// The parts of an element, for filling and comparing.
struct Field {
    size_t at;
    char kind; // 's'mall integer, 'n'ot negative, 'l'ogical, 'b'its, or floating types h f d e q
    size_t bytes;
};

std::vector<Field> fields_of(Basic basic) {
    const size_t bytes = basic_bytes(basic);
    switch (basic) {
    case Basic::kFloat16:
        return {{0, 'h', 2}};
    case Basic::kFloat:
        return {{0, 'f', 4}};
    case Basic::kDouble:
        return {{0, 'd', 8}};
    case Basic::kLongDouble:
        return {{0, 'e', 16}};
    case Basic::kFloat128:
        return {{0, 'q', 16}};
    case Basic::kComplexFloat:
    case Basic::kTwoFloat:
        return {{0, 'f', 4}, {4, 'f', 4}};
    case Basic::kComplexDouble:
    case Basic::kTwoDouble:
        return {{0, 'd', 8}, {8, 'd', 8}};
    case Basic::kComplexLongDouble:
        return {{0, 'e', 16}, {16, 'e', 16}};
    case Basic::kComplexFloat128:
        return {{0, 'q', 16}, {16, 'q', 16}};
    case Basic::kFloatInt:
        return {{0, 'f', 4}, {4, 's', 4}};
    case Basic::kDoubleInt:
        return {{0, 'd', 8}, {8, 's', 4}};
    case Basic::kLongInt:
        return {{0, 's', 8}, {8, 's', 4}};
    case Basic::kTwoInt:
        return {{0, 's', 4}, {4, 's', 4}};
    case Basic::kShortInt:
        return {{0, 's', 2}, {4, 's', 4}};
    case Basic::kLongDoubleInt:
        return {{0, 'e', 16}, {16, 's', 4}};
    case Basic::kBool8:
    case Basic::kBool16:
    case Basic::kBool32:
    case Basic::kBool64:
        return {{0, 'l', bytes}};
    // Sums of short integers stop at the largest value in Open MPI 4.1, with or without sign:
    // values that all add alike.
    case Basic::kInt8:
    case Basic::kInt16:
    case Basic::kUint8:
    case Basic::kUint16:
        return {{0, 'n', bytes}};
    default:
        return {{0, 'b', bytes}};
    }
}

template <typename T> void put(char* at, T value) {
    std::memcpy(at, &value, sizeof(T));
}

template <typename T> T take(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

void fill(char* at, const Field& field, std::mt19937_64& random) {
    // Few different values, so that maxima are met more than once.
    const auto few = static_cast<int64_t>(random() % 7) - 3;
    switch (field.kind) {
    case 'h':
        return put(at, static_cast<_Float16>(few));
    case 'f':
        return put(at, static_cast<float>(few) * 1.25F);
    case 'd':
        return put(at, static_cast<double>(few) * 1.1);
    case 'e':
        return put(at, static_cast<long double>(few) * 1.1L);
    case 'q':
        return put(at, static_cast<Float128>(few) * 1.25);
    case 'l':
        std::memset(at, 0, field.bytes);
        *at = static_cast<char>(few > 0);
        return;
    case 's':
    case 'n': {
        const int64_t value = field.kind == 'n' ? few + 3 : few;
        std::memcpy(at, &value, field.bytes);
        return;
    }
    default:
        const uint64_t bits[2] = {random() % 3 > 0 ? random() : 0, 0};
        std::memcpy(at, bits, field.bytes);
    }
}

bool is_same(const char* one, const char* other, const Field& field) {
    switch (field.kind) {
    case 'h':
        return take<_Float16>(one) == take<_Float16>(other);
    case 'f':
        return take<float>(one) == take<float>(other);
    case 'd':
        return take<double>(one) == take<double>(other);
    case 'e':
        return take<long double>(one) == take<long double>(other);
    case 'q':
        return take<Float128>(one) == take<Float128>(other);
    default:
        return std::memcmp(one, other, field.bytes) == 0;
    }
}

// Elements of a type as the MPI wants them: extent apart.
struct Elements {
    Basic basic;
    int64_t extent;
    std::vector<char> bytes;

    Elements(MPI_Datatype type, std::mt19937_64& random)
        : basic(layout_of(type)->basic), extent(layout_of(type)->extent) {
        bytes.resize(static_cast<size_t>(extent) * kCount);
        for (size_t i = 0; i < kCount; ++i) {
            for (const Field& field : fields_of(basic)) {
                fill(at(i) + field.at, field, random);
            }
        }
    }

    // The larger of two unsigned integers is found as if they had a sign in MPICH 4.0, that of two
    // MPI_OFFSET as if they had none in Open MPI 4.1.
    void drop_sign_bits() {
        for (size_t i = 0; i < kCount && is_integer(basic); ++i) {
            at(i)[extent - 1] &= 0x7f;
        }
    }
    char* at(size_t i) { return bytes.data() + static_cast<int64_t>(i) * extent; }
};

// Applies `op` to the whole of two buffers, by the layouts, as an accumulate does it.
int accumulate(MPI_Op op, MPI_Datatype type, Elements& target, Elements& source) {
    const Layout& layout = *layout_of(type);
    AccumulatePlan plan{};
    const int status = plan_accumulate(operation_of(op), layout, layout, plan);
    if (status != MPI_SUCCESS) {
        return status;
    }
    Walk walk({*plan.origin, kCount}, {*plan.target, kCount});
    for (Piece piece; walk.next(piece);) {
        apply_blocks(plan.apply,
                     {target.bytes.data() + piece.target, source.bytes.data() + piece.origin,
                      piece.count, piece.target_stride, piece.origin_stride,
                      element_count(plan.basic, piece.bytes)});
    }
    return MPI_SUCCESS;
}

// Both MPIs, as they are commonly built, compute with MPI_REAL16 as with a long double; gfortran's
// real(16) is another format.
bool is_known_to_differ(Basic basic) {
    return basic == Basic::kFloat128 || basic == Basic::kComplexFloat128;
}

TEST(Operate, does_what_reduce_local_does) {
    const char* seed = std::getenv("ARAUTO_TEST_SEED");
    std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 1);
    size_t compared = 0;
    for (const MPI_Datatype type : named_types()) {
        if (name_of(type).empty()) {
            continue; // MPICH 4.0 aborts on its type of half precision
        }
        for (const MPI_Op op : operations()) {
            Elements target(type, random);
            Elements source(type, random);
            if (op == MPI_MAX || op == MPI_MIN) {
                target.drop_sign_bits();
                source.drop_sign_bits();
            }
            Elements ours = target;
            Elements theirs = target;
            if (accumulate(op, type, ours, source) != MPI_SUCCESS ||
                is_known_to_differ(ours.basic) ||
                MPI_Reduce_local(source.bytes.data(), theirs.bytes.data(), kCount, type, op) !=
                    MPI_SUCCESS) {
                continue; // pairs are looked at below
            }
            ++compared;
            for (size_t k = 0; k < kCount; ++k) {
                for (const Field& field : fields_of(ours.basic)) {
                    ASSERT_TRUE(is_same(ours.at(k) + field.at, theirs.at(k) + field.at, field))
                        << operation_name(operation_of(op)) << " on " << name_of(type)
                        << ", element " << k << ", byte " << field.at;
                }
            }
        }
    }
    EXPECT_GT(compared, 300U) << "the MPI refuses too much";
}

// The table of MPI-4.1, 6.9.2, with what both MPIs allow beyond it: characters as integers, and
// logical operations on all integers.
std::set<MPI_Op> allowed_of(Basic basic) {
    const std::set<MPI_Op> order = {MPI_MAX, MPI_MIN};
    const std::set<MPI_Op> field = {MPI_SUM, MPI_PROD};
    const std::set<MPI_Op> bits = {MPI_BAND, MPI_BOR, MPI_BXOR};
    const std::set<MPI_Op> logic = {MPI_LAND, MPI_LOR, MPI_LXOR};
    const auto joined = [](std::initializer_list<std::set<MPI_Op>> lists) {
        std::set<MPI_Op> all;
        for (const auto& list : lists) {
            all.insert(list.begin(), list.end());
        }
        return all;
    };
    if (basic >= Basic::kInt8 && basic <= Basic::kUint64) {
        return joined({order, field, bits, logic});
    }
    if (basic >= Basic::kFloat16 && basic <= Basic::kFloat128) {
        return joined({order, field});
    }
    if (basic >= Basic::kComplexFloat && basic <= Basic::kComplexFloat128) {
        return field;
    }
    if (basic >= Basic::kBool8 && basic <= Basic::kBool64) {
        return logic;
    }
    if (basic >= Basic::kFloatInt && basic <= Basic::kTwoDouble) {
        return {MPI_MAXLOC, MPI_MINLOC};
    }
    return basic == Basic::kByte ? bits : std::set<MPI_Op>{};
}

TEST(Operate, refuses_what_is_not_defined) {
    for (const MPI_Datatype type : named_types()) {
        const Layout& layout = *layout_of(type);
        const auto allowed = allowed_of(layout.basic);
        for (const MPI_Op op : operations()) {
            AccumulatePlan plan{};
            EXPECT_EQ(plan_accumulate(operation_of(op), layout, layout, plan),
                      allowed.contains(op) ? MPI_SUCCESS : MPI_ERR_OP)
                << operation_name(operation_of(op)) << " on " << name_of(type);
        }
        AccumulatePlan plan{};
        EXPECT_EQ(plan_accumulate(Operation::kReplace, layout, layout, plan), MPI_SUCCESS);
        EXPECT_EQ(plan_accumulate(Operation::kNoOp, layout, layout, plan), MPI_SUCCESS);
        EXPECT_EQ(plan_accumulate(Operation::kNotPredefined, layout, layout, plan), MPI_ERR_OP);
    }
}

void any_function(void*, void*, int*, MPI_Datatype*) {}

TEST(Operate, refuses_other_operations_and_types_that_differ) {
    MPI_Op own = MPI_OP_NULL;
    EXPECT_EQ(operation_of(own), Operation::kNotPredefined);
    MPI_Op_create(any_function, 1, &own);
    EXPECT_EQ(operation_of(own), Operation::kNotPredefined);
    MPI_Op_free(&own);
    AccumulatePlan plan{};
    EXPECT_EQ(plan_accumulate(Operation::kSum, *layout_of(MPI_INT), *layout_of(MPI_FLOAT), plan),
              MPI_ERR_TYPE);
    EXPECT_EQ(plan_accumulate(Operation::kSum, *layout_of(MPI_INT), *layout_of(MPI_INT32_T), plan),
              MPI_SUCCESS)
        << "two names of one type";
    MPI_Datatype mixed = MPI_DATATYPE_NULL;
    const int lengths[] = {1, 1};
    const MPI_Aint offsets[] = {0, 4};
    const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT};
    MPI_Type_create_struct(2, lengths, offsets, types, &mixed);
    const Layout& layout = *layout_of(mixed);
    EXPECT_EQ(plan_accumulate(Operation::kSum, layout, layout, plan), MPI_ERR_TYPE);
    EXPECT_EQ(plan_accumulate(Operation::kReplace, layout, layout, plan), MPI_SUCCESS);
    EXPECT_EQ(element_count(plan.basic, 8), 8U) << "in bytes";
    MPI_Type_free(&mixed);
}

TEST(Operate, accepts_types_without_data) {
    MPI_Datatype nothing = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    AccumulatePlan plan{};
    const Layout& layout = *layout_of(nothing);
    EXPECT_EQ(plan_accumulate(Operation::kSum, layout, *layout_of(MPI_DOUBLE), plan), MPI_SUCCESS);
    EXPECT_EQ(plan_accumulate(Operation::kMaxloc, layout, layout, plan), MPI_SUCCESS);
    MPI_Type_free(&nothing);
}

TEST(Operate, replaces_pairs_without_their_gaps) {
    std::mt19937_64 random(1);
    Elements target(MPI_SHORT_INT, random);
    Elements source(MPI_SHORT_INT, random);
    std::memset(target.bytes.data(), 0x55, target.bytes.size());
    std::memset(source.bytes.data(), 0x22, source.bytes.size());
    ASSERT_EQ(accumulate(MPI_REPLACE, MPI_SHORT_INT, target, source), MPI_SUCCESS);
    const char expected[] = {0x22, 0x22, 0x55, 0x55, 0x22, 0x22, 0x22, 0x22};
    for (size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(std::memcmp(target.at(i), expected, sizeof(expected)), 0) << i;
    }
}

TEST(Operate, leaves_all_with_no_op) {
    std::mt19937_64 random(1);
    for (const MPI_Datatype type : {MPI_INT, MPI_SHORT_INT, MPI_DOUBLE_INT}) {
        Elements target(type, random);
        const std::vector<char> before = target.bytes;
        Elements source(type, random);
        ASSERT_EQ(accumulate(MPI_NO_OP, type, target, source), MPI_SUCCESS);
        EXPECT_EQ(target.bytes, before);
        ASSERT_EQ(accumulate(MPI_REPLACE, type, target, source), MPI_SUCCESS);
        for (size_t i = 0; i < kCount; ++i) {
            for (const Field& field : fields_of(target.basic)) {
                ASSERT_TRUE(is_same(target.at(i) + field.at, source.at(i) + field.at, field));
            }
        }
    }
}

TEST(Operate, computes_quadruple_precision) {
    const Float128 tiny = static_cast<Float128>(1) / (static_cast<Float128>(1ULL << 60) * 4096);
    Float128 target = 1;
    Float128 source = tiny;
    apply_of(Operation::kSum, Basic::kFloat128)(&target, &source, 1);
    EXPECT_TRUE(target - 1 == tiny) << "no bit is lost";
    std::complex<Float128> i(0, 1);
    const std::complex<Float128> also_i = i;
    apply_of(Operation::kProd, Basic::kComplexFloat128)(&i, &also_i, 1);
    EXPECT_TRUE(i.real() == -1 && i.imag() == 0);
}

TEST(Operate, works_at_any_address_and_on_itself) {
    std::vector<char> memory(64 * 8 + 3);
    for (size_t i = 0; i < 64; ++i) {
        put<int64_t>(memory.data() + 3 + 8 * i, static_cast<int64_t>(i));
    }
    const Apply sum = apply_of(Operation::kSum, Basic::kInt64);
    sum(memory.data() + 3, memory.data() + 3, 64);
    sum(nullptr, nullptr, 0);
    for (size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(take<int64_t>(memory.data() + 3 + 8 * i), static_cast<int64_t>(2 * i));
    }
    int32_t most = INT32_MAX;
    const int32_t one = 1;
    apply_of(Operation::kSum, Basic::kInt32)(&most, &one, 1);
    EXPECT_EQ(most, INT32_MIN) << "sums wrap around";
    uint8_t small = 100;
    const uint8_t large = 200;
    apply_of(Operation::kMax, Basic::kUint8)(&small, &large, 1);
    EXPECT_EQ(small, 200) << "without sign";
    apply_of(Operation::kSum, Basic::kUint8)(&small, &large, 1);
    EXPECT_EQ(small, 400 - 256);
    int64_t negative = -5;
    const int64_t positive = 5;
    apply_of(Operation::kMin, Basic::kInt64)(&negative, &positive, 1);
    EXPECT_EQ(negative, -5);
    int16_t big = 30000;
    const int16_t square = 30000;
    apply_of(Operation::kProd, Basic::kInt16)(&big, &square, 1);
    EXPECT_EQ(big, static_cast<int16_t>(30000U * 30000U));
}

TEST(Operate, takes_any_value_but_zero_for_true) {
    uint32_t target[] = {0, 0xffffffff, 2, 0};
    const uint32_t source[] = {0, 1, 4, 8};
    apply_of(Operation::kLand, Basic::kBool32)(target, source, 4);
    EXPECT_EQ(target[0], 0U);
    EXPECT_EQ(target[1], 1U);
    EXPECT_EQ(target[2], 1U);
    EXPECT_EQ(target[3], 0U);
}

TEST(Operate, applies_blocks_at_their_strides) {
    int target[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const int source[6] = {100, 200, 300, 400, 500, 600};
    apply_blocks(apply_of(Operation::kSum, Basic::kInt32),
                 {reinterpret_cast<char*>(target + 8), reinterpret_cast<const char*>(source), 3,
                  -4 * int64_t{sizeof(int)}, 2 * int64_t{sizeof(int)}, 2});
    const int expected[12] = {500, 601, 2, 3, 304, 405, 6, 7, 108, 209, 10, 11};
    EXPECT_EQ(std::memcmp(target, expected, sizeof(expected)), 0);
}

} // namespace
} // namespace arauto::mpi

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    ::testing::InitGoogleTest(&argc, argv);
    const int failed = RUN_ALL_TESTS();
    arauto::mpi::end_layouts();
    MPI_Finalize();
    return failed;
}
