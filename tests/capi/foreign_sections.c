/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Strided and indexed access to private memory that ends at unmapped pages and has one in its
 * middle: many pieces, few of them side by side, in both directions. No byte between the elements
 * may change, nor be accessed where nothing is mapped.
 */
#define _GNU_SOURCE
#include "job.h"

#include "arauto/spi/rma.h"

#include <sys/mman.h>

enum { kPage = 4096, kHalf = 24 * kPage, kBytes = 2 * kHalf + kPage, kTurns = 200 };

/* Two halves with an unmapped page between them, and one on each side. */
static unsigned char* make_memory(void) {
    unsigned char* all =
        mmap(NULL, kBytes + 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(all != MAP_FAILED, "no memory");
    munmap(all, kPage);
    munmap(all + kPage + kHalf, kPage);
    munmap(all + kPage + kBytes, kPage);
    return all + kPage;
}

static unsigned char byte_at(int rank, size_t i) {
    return (unsigned char)mixed((uint64_t)rank, 77, i);
}

static void fill(unsigned char* memory, int rank) {
    for (size_t i = 0; i < kHalf; ++i) {
        memory[i] = byte_at(rank, i);
        memory[kHalf + kPage + i] = byte_at(rank, kHalf + kPage + i);
    }
}

static int64_t displacement(const arauto_section_t* section, const int64_t* position) {
    int64_t at = section->offset;
    for (int d = 0; d < section->rank; ++d) {
        const arauto_dim_t* dim = &section->dim[d];
        at += dim->index != NULL ? dim->index[position[d]] : position[d] * dim->stride;
    }
    return at;
}

/* A section of one half or across the hole, from its first byte or to its last in some turns. */
static int64_t g_table[3000];
static void choose(arauto_section_t* section, uint64_t* row) {
    static const int64_t strides[] = {1, 2, 3, 5, 40, 300, 600, 2100};
    const int64_t element = (int64_t)1 << next_below(row, 5);
    const int64_t stride = element * strides[next_below(row, 8)];
    const int64_t room = kHalf / stride;
    const int64_t extent = 1 + (int64_t)next_below(row, (uint64_t)(room < 2900 ? room : 2900));
    const int64_t last = (extent - 1) * stride;
    memset(section, 0, sizeof *section);
    section->element_bytes = (size_t)element;
    section->rank = 1;
    section->dim[0].extent = extent;
    const int64_t base = next_below(row, 2) == 0 ? 0 : kHalf + kPage;
    const int64_t slack = kHalf - last - element;
    const int64_t choices[] = {0, slack, slack / 2};
    section->offset = base + choices[next_below(row, 3)];
    switch (next_below(row, 4)) {
    case 0: /* backwards */
        section->offset += last;
        section->dim[0].stride = -stride;
        break;
    case 1: /* by a table, in another order */
        section->dim[0].index = g_table;
        for (int64_t i = 0; i < extent; ++i) {
            g_table[i] = (i * 7 % extent) * stride;
        }
        if (extent % 7 == 0) {
            section->dim[0].index = NULL;
            section->dim[0].stride = stride;
        }
        break;
    case 2: /* also in the other half, one page and more away */
        section->offset -= base;
        section->dim[0].stride = stride;
        section->rank = 2;
        section->dim[1].extent = 2;
        section->dim[1].stride = kHalf + kPage;
        break;
    default:
        section->dim[0].stride = stride;
        break;
    }
}

static void pack(arauto_section_t* packed, const arauto_section_t* shape) {
    memset(packed, 0, sizeof *packed);
    packed->element_bytes = shape->element_bytes;
    packed->rank = shape->rank;
    int64_t step = (int64_t)shape->element_bytes;
    for (int d = 0; d < shape->rank; ++d) {
        packed->dim[d].extent = shape->dim[d].extent;
        packed->dim[d].stride = step;
        step *= shape->dim[d].extent;
    }
}

static unsigned char g_local[2 * kHalf];
static unsigned char g_expected[kBytes];

static void check_turn(int rank, uint64_t there, uint64_t* row, int writes) {
    arauto_section_t remote;
    arauto_section_t local;
    choose(&remote, row);
    pack(&local, &remote);
    const int64_t columns = remote.rank > 1 ? remote.dim[1].extent : 1;
    const size_t element = remote.element_bytes;
    const size_t bytes = (size_t)(remote.dim[0].extent * columns) * element;
    for (size_t i = 0; writes && i < bytes; ++i) {
        g_local[i] = (unsigned char)next_below(row, 256);
    }
    if (writes) {
        CHECK_OK(arauto_put_section_at(rank, there, &remote, g_local, &local));
    } else {
        CHECK_OK(arauto_get_section_at(rank, there, &remote, g_local, &local));
    }
    size_t at = 0;
    for (int64_t column = 0; column < columns; ++column) {
        for (int64_t i = 0; i < remote.dim[0].extent; ++i, at += element) {
            const int64_t position[2] = {i, column};
            unsigned char* wanted = g_expected + displacement(&remote, position);
            if (writes) {
                memcpy(wanted, g_local + at, element);
            }
            CHECK(memcmp(g_local + at, wanted, element) == 0,
                  "element %lld of %lld, stride %lld, from rank %d differs", (long long)i,
                  (long long)remote.dim[0].extent, (long long)remote.dim[0].stride, rank);
        }
    }
}

int main(void) {
    start();
    const int me = arauto_rank();
    const int ranks = arauto_size();
    const int to = (me + 1) % ranks;
    unsigned char* memory = make_memory();
    fill(memory, me);
    uint64_t address = (uint64_t)(uintptr_t)memory;
    uint64_t* all = malloc((size_t)ranks * sizeof *all);
    CHECK_OK(arauto_allgather(arauto_team_world(), &address, sizeof address, all));
    fill(g_expected, to);
    uint64_t row = (uint64_t)me;
    for (int turn = 0; turn < kTurns; ++turn) {
        check_turn(to, all[to], &row, turn % 2);
    }
    static const size_t halves[] = {0, kHalf + kPage};
    for (int i = 0; i < 2; ++i) {
        CHECK_OK(arauto_get_at(to, all[to] + halves[i], g_local, kHalf));
        CHECK(memcmp(g_local, g_expected + halves[i], kHalf) == 0, "half %d differs at the end", i);
    }
    arauto_section_t hole = {.rank = 1, .element_bytes = 8, .offset = kHalf - 80};
    hole.dim[0].extent = 20;
    hole.dim[0].stride = 16;
    arauto_section_t packed;
    pack(&packed, &hole);
    CHECK_FAILS(arauto_get_section_at(to, all[to], &hole, g_local, &packed), ARAUTO_ERR_RANGE,
                "not mapped");
    CHECK_FAILS(arauto_put_section_at(to, all[to], &hole, g_local, &packed), ARAUTO_ERR_RANGE,
                "not mapped");
    barrier();
    free(all);
    return 0;
}
