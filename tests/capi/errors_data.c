/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Data calls with invalid arguments: each returns the status that its header names and a sentence
 * that names the call, and no byte has changed anywhere.
 */
#include "job.h"

#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"

#include <limits.h>

enum { kBytes = 256, kWord = 8 };
static arauto_segment_h segment;
static unsigned char local[kBytes];
static unsigned char copy[kBytes];

static arauto_section_t
section_of(int32_t rank, size_t element, int64_t offset, int64_t extent, int64_t stride) {
    arauto_section_t made;
    memset(&made, 0, sizeof made);
    made.rank = rank;
    made.element_bytes = element;
    made.offset = offset;
    made.dim[0] = (arauto_dim_t){extent, stride, NULL};
    made.dim[1] = (arauto_dim_t){1, 1, NULL};
    return made;
}

static void refuse_ranks(int rank) {
    const arauto_section_t one = section_of(1, kWord, 0, 2, kWord);
    const arauto_status_t wanted = ARAUTO_ERR_RANK;
    uint64_t value = 77;
    const uint64_t there = (uint64_t)(uintptr_t)&value;
    CHECK_FAILS(arauto_put(segment, rank, 0, local, 8), wanted, "arauto_put");
    CHECK_FAILS(arauto_get(segment, rank, 0, local, 8), wanted, "arauto_get");
    CHECK_FAILS(arauto_put_section(segment, rank, &one, local, &one), wanted, "arauto_put_section");
    CHECK_FAILS(arauto_get_section(segment, rank, &one, local, &one), wanted, "arauto_get_section");
    CHECK_FAILS(arauto_put_at(rank, there, local, 8), wanted, "arauto_put_at");
    CHECK_FAILS(arauto_get_at(rank, there, local, 8), wanted, "arauto_get_at");
    CHECK_FAILS(arauto_put_section_at(rank, there, &one, local, &one), wanted,
                "arauto_put_section_at");
    CHECK_FAILS(arauto_get_section_at(rank, there, &one, local, &one), wanted,
                "arauto_get_section_at");
    CHECK_FAILS(arauto_atomic_store(segment, rank, 0, 8, 1), wanted, "arauto_atomic_store");
    CHECK_FAILS(arauto_atomic_load(segment, rank, 0, 8, &value), wanted, "arauto_atomic_load");
    CHECK_FAILS(arauto_atomic_fetch(segment, rank, 0, 4, ARAUTO_ATOMIC_ADD, 1, &value), wanted,
                "arauto_atomic_fetch");
    CHECK_FAILS(arauto_atomic_compare_swap(segment, rank, 0, 8, 0, 1, &value), wanted,
                "arauto_atomic_compare_swap");
    CHECK(value == 77, "a refused atomic wrote its result");
    CHECK(arauto_segment_pointer(segment, rank) == NULL, "rank %d has a pointer", rank);
}

static void refuse_nulls(int rank) {
    const arauto_section_t one = section_of(1, kWord, 0, 2, kWord);
    const arauto_status_t wanted = ARAUTO_ERR_ARGUMENT;
    uint64_t value = 77;
    CHECK_FAILS(arauto_put(NULL, rank, 0, local, 8), wanted, "arauto_put");
    CHECK_FAILS(arauto_get(NULL, rank, 0, local, 8), wanted, "arauto_get");
    CHECK_FAILS(arauto_put_section(NULL, rank, &one, local, &one), wanted, "arauto_put_section");
    CHECK_FAILS(arauto_get_section(segment, rank, NULL, local, &one), wanted, "arauto_get_section");
    CHECK_FAILS(arauto_put_section_at(rank, 64, &one, local, NULL), wanted,
                "arauto_put_section_at");
    CHECK_FAILS(arauto_copy_section(local, NULL, copy, &one), wanted, "arauto_copy_section");
    CHECK_FAILS(arauto_atomic_store(NULL, rank, 0, 8, 1), wanted, "arauto_atomic_store");
    CHECK_FAILS(arauto_atomic_load(segment, rank, 0, 8, NULL), wanted, "arauto_atomic_load");
    CHECK_FAILS(arauto_atomic_fetch(NULL, rank, 0, 8, ARAUTO_ATOMIC_OR, 1, &value), wanted,
                "arauto_atomic_fetch");
    CHECK_FAILS(arauto_atomic_compare_swap(NULL, rank, 0, 8, 0, 1, &value), wanted,
                "arauto_atomic_compare_swap");
    CHECK_FAILS(arauto_segment_free(NULL), wanted, "arauto_segment_free");
    CHECK_FAILS(arauto_segment_allocate(arauto_team_world(), 8, NULL), wanted,
                "arauto_segment_allocate");
    CHECK(value == 77, "a refused atomic wrote its result");
    CHECK(arauto_segment_pointer(NULL, rank) == NULL, "no segment has a pointer");
}

/* The sentence tells an offset that is a little wrong from one that is none. */
static void refuse_offset(int rank, size_t offset, const char* words) {
    const arauto_section_t packed = section_of(1, kWord, 0, 2, kWord);
    const arauto_section_t strided = section_of(1, kWord, (int64_t)offset, 1, kWord);
    CHECK_STATUS(arauto_put(segment, rank, offset, local, 8), ARAUTO_ERR_RANGE);
    CHECK(strstr(arauto_last_error(), words) != NULL, "the sentence of a put");
    arauto_section_t one = packed;
    one.dim[0].extent = 1;
    CHECK_STATUS(arauto_get_section(segment, rank, &strided, local, &one), ARAUTO_ERR_RANGE);
    CHECK(strstr(arauto_last_error(), words) != NULL, "the sentence of a section");
}

static void refuse_ranges(int rank) {
    static const size_t ranges[][2] = {/* offset, bytes */
                                       {0, kBytes + 1},     {kBytes, 1},   {kBytes + 1, 0},
                                       {kBytes - 7, 8},     {SIZE_MAX, 1}, {SIZE_MAX, SIZE_MAX},
                                       {SIZE_MAX - 7, 8},   {8, SIZE_MAX}, {8, SIZE_MAX - 7},
                                       {(size_t)1 << 63, 8}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        CHECK_FAILS(arauto_put(segment, rank, ranges[i][0], local, ranges[i][1]), ARAUTO_ERR_RANGE,
                    "arauto_put");
        CHECK_FAILS(arauto_get(segment, rank, ranges[i][0], local, ranges[i][1]), ARAUTO_ERR_RANGE,
                    "arauto_get");
    }
    refuse_offset(rank, kBytes - 7, "reach outside the segment");
    refuse_offset(rank, SIZE_MAX - 7, "8 bytes before it");
    refuse_offset(rank, (size_t)1 << 46, "difference of two unrelated addresses");
    refuse_offset(rank, 0 - ((size_t)1 << 46), "difference of two unrelated addresses");
    static const int64_t outside[] = {kBytes, kBytes - 7, -1};
    const arauto_section_t packed = section_of(1, kWord, 0, 3, kWord);
    const arauto_section_t sections[] = {
        section_of(1, kWord, kBytes - 23, 3, kWord), section_of(1, kWord, -1, 3, kWord),
        section_of(1, kWord, 15, 3, -kWord),         section_of(1, kWord, 0, 3, kBytes),
        section_of(1, kWord, INT64_MAX, 3, kWord),   section_of(1, kWord, 0, 3, INT64_MAX),
        section_of(1, kWord, INT64_MIN, 3, -kWord),  section_of(1, kWord, 0, 3, INT64_MIN)};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        CHECK_STATUS(arauto_put_section(segment, rank, &sections[i], local, &packed),
                     ARAUTO_ERR_RANGE);
        CHECK_STATUS(arauto_get_section(segment, rank, &sections[i], local, &packed),
                     ARAUTO_ERR_RANGE);
    }
    for (size_t i = 0; i < 3; ++i) {
        arauto_section_t indexed = packed;
        const int64_t index[] = {0, outside[i], 8};
        indexed.dim[0].index = index;
        CHECK_FAILS(arauto_put_section(segment, rank, &indexed, local, &packed), ARAUTO_ERR_RANGE,
                    "arauto_put_section");
    }
    CHECK_STATUS(arauto_put_at(rank, 64, local, 8), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_get_at(rank, 64, local, 8), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_put_section_at(rank, 64, &packed, local, &packed), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_get_section_at(rank, 64, &packed, local, &packed), ARAUTO_ERR_RANGE);
}

static void refuse_shapes(int rank) {
    const arauto_section_t good = section_of(1, kWord, 0, 2, kWord);
    const struct {
        arauto_section_t section;
        arauto_status_t wanted;
    } cases[] = {
        {section_of(1, kWord, 0, 3, kWord), ARAUTO_ERR_SHAPE},
        {section_of(2, kWord, 0, 2, kWord), ARAUTO_ERR_SHAPE},
        {section_of(0, kWord, 0, 2, kWord), ARAUTO_ERR_SHAPE},
        {section_of(1, kWord / 2, 0, 2, kWord), ARAUTO_ERR_SHAPE},
        {section_of(1, kWord, 0, -1, kWord), ARAUTO_ERR_SHAPE},
        {section_of(1, 0, 0, 2, kWord), ARAUTO_ERR_ARGUMENT},
        {section_of(-1, kWord, 0, 2, kWord), ARAUTO_ERR_ARGUMENT},
        {section_of(ARAUTO_DIM_MAX + 1, kWord, 0, 2, kWord), ARAUTO_ERR_ARGUMENT},
    };
    const uint64_t there = (uint64_t)(uintptr_t)arauto_segment_base(segment);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const arauto_section_t* bad = &cases[i].section;
        const arauto_status_t wanted = cases[i].wanted;
        CHECK_FAILS(arauto_put_section(segment, rank, bad, local, &good), wanted,
                    "arauto_put_section");
        CHECK_FAILS(arauto_get_section(segment, rank, &good, local, bad), wanted,
                    "arauto_get_section");
        CHECK_FAILS(arauto_put_section_at(rank, there, &good, local, bad), wanted,
                    "arauto_put_section_at");
        CHECK_FAILS(arauto_get_section_at(rank, there, bad, local, &good), wanted,
                    "arauto_get_section_at");
        CHECK_FAILS(arauto_copy_section(local, bad, copy, &good), wanted, "arauto_copy_section");
    }
}

static void refuse_atomics(int rank) {
    static const int widths[] = {0, -1, 3, 5, 6, 7, 9, 16, 64, INT_MAX};
    uint64_t value = 77;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; ++i) {
        CHECK_FAILS(arauto_atomic_store(segment, rank, 0, widths[i], 1), ARAUTO_ERR_ARGUMENT,
                    "arauto_atomic_store");
        CHECK_FAILS(arauto_atomic_load(segment, rank, 0, widths[i], &value), ARAUTO_ERR_ARGUMENT,
                    "arauto_atomic_load");
    }
    for (int width = 2; width <= 8; width *= 2) {
        for (size_t offset = 0; offset < 17; ++offset) {
            if (offset % (size_t)width != 0) {
                CHECK_FAILS(
                    arauto_atomic_fetch(segment, rank, offset, width, ARAUTO_ATOMIC_ADD, 1, &value),
                    ARAUTO_ERR_RANGE, "arauto_atomic_fetch");
                CHECK_FAILS(arauto_atomic_compare_swap(segment, rank, offset, width, 0, 1, &value),
                            ARAUTO_ERR_RANGE, "arauto_atomic_compare_swap");
            }
        }
    }
    static const size_t outside[] = {kBytes, kBytes + 8, SIZE_MAX - 7, SIZE_MAX / 8 * 8};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i) {
        CHECK_FAILS(arauto_atomic_store(segment, rank, outside[i], 8, 1), ARAUTO_ERR_RANGE,
                    "arauto_atomic_store");
    }
    static const int ops[] = {-1, 7, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i) {
        CHECK_FAILS(arauto_atomic_fetch(segment, rank, 0, 8, (arauto_atomic_op_t)ops[i], 1, &value),
                    ARAUTO_ERR_ARGUMENT, "arauto_atomic_fetch");
    }
    CHECK(value == 77, "a refused atomic wrote its result");
}

int main(void) {
    start();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    unsigned char* mine = arauto_segment_base(segment);
    for (int i = 0; i < kBytes; ++i) {
        mine[i] = local[i] = copy[i] = (unsigned char)(i * 7 + 1);
    }
    barrier();
    const int none[] = {-1, arauto_size(), arauto_size() + 1, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        refuse_ranks(none[i]);
    }
    for (int rank = 0; rank < arauto_size(); ++rank) {
        refuse_nulls(rank);
        refuse_ranges(rank);
        refuse_shapes(rank);
        refuse_atomics(rank);
    }
    barrier();
    CHECK(memcmp(mine, copy, kBytes) == 0, "a refused call changed the segment");
    CHECK(memcmp(local, copy, kBytes) == 0, "a refused call changed local memory");
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
