/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Random sections against a serial copy. Every rank draws the same operations, carries out its own,
 * and plays all of them on a model of everybody's memory; after each step it compares every byte.
 */
#include "job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

enum { kBytes = 65536, kSteps = 600, kDims = 4, kIndexMax = 64 };
enum { kLocal, kSegment, kAllocated, kPrivate, kMemories };
static const size_t kElements[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 40};

typedef struct {
    arauto_section_t section;
    int64_t index[kDims][kIndexMax];
} selection_t;

static unsigned char private_memory[kBytes];
static unsigned char* memory[kMemories]; /* of this rank */
static uint64_t (*address)[kMemories]; /* of every rank, as it sees it */
static unsigned char* model; /* of every rank */
static arauto_segment_h segment;
static uint64_t row = 2024; /* the seed */

static unsigned char* model_of(int rank, int which) {
    return model + ((size_t)rank * kMemories + (size_t)which) * kBytes;
}

static int64_t below(int64_t limit) {
    return (int64_t)next_below(&row, (uint64_t)limit);
}

/* Lays `extent` elements out over some more slots of `unit` bytes; returns how many slots. */
static int64_t lay_out(selection_t* made, int dim, int64_t unit, int may_repeat) {
    arauto_dim_t* d = &made->section.dim[dim];
    const int64_t extent = d->extent;
    const int64_t step = 1 + below(3) / 2;
    const int64_t slots = extent < 1 ? 1 : (extent - 1) * step + 1 + below(2);
    d->stride = may_repeat && below(12) == 0 ? 0 : step * unit;
    d->index = NULL;
    if (below(3) == 0) {
        made->section.offset += (extent > 0 ? extent - 1 : 0) * d->stride;
        d->stride = -d->stride;
    } else if (below(3) == 0) {
        int64_t* index = made->index[dim];
        const int64_t back = below(3); /* displacements may be negative too */
        for (int64_t i = 0; i < extent; ++i) {
            const int64_t j = below(i + 1); /* a shuffle, so that no element is written twice */
            index[i] = index[j];
            index[j] = (i * step - back) * unit;
        }
        made->section.offset += back * unit;
        d->index = index;
        d->stride = 12345; /* not to be read */
    }
    return slots;
}

/* One side of an operation: the dimensions in any order in memory, with gaps; it fits kBytes. */
static void select_elements(selection_t* made, const arauto_section_t* shape, int may_repeat) {
    int order[kDims] = {0, 1, 2, 3};
    for (int d = shape->rank; d-- > 1;) {
        const int other = (int)below(d + 1);
        const int kept = order[d];
        order[d] = order[other];
        order[other] = kept;
    }
    if (below(2) == 0) { /* often as an array lies, so that dimensions merge */
        for (int d = 0; d < kDims; ++d) {
            order[d] = d;
        }
    }
    int64_t unit = (int64_t)shape->element_bytes;
    made->section = *shape;
    for (int d = 0; d < shape->rank; ++d) {
        unit *= lay_out(made, order[d], unit, may_repeat);
    }
    CHECK(unit <= kBytes, "the test drew a section of %lld bytes", (long long)unit);
    made->section.offset += below(kBytes - unit + 1);
}

static int64_t displacement_of(const arauto_section_t* section, const int64_t* at) {
    int64_t displacement = section->offset;
    for (int d = 0; d < section->rank; ++d) {
        const arauto_dim_t* dim = &section->dim[d];
        displacement += dim->index != NULL ? dim->index[at[d]] : at[d] * dim->stride;
    }
    return displacement;
}

static void copy_serially(unsigned char* to,
                          const arauto_section_t* target,
                          const unsigned char* from,
                          const arauto_section_t* source) {
    int64_t elements = 1;
    for (int d = 0; d < target->rank; ++d) {
        elements *= target->dim[d].extent;
    }
    for (int64_t e = 0; e < elements; ++e) {
        int64_t at[kDims];
        int64_t rest = e;
        for (int d = 0; d < target->rank; ++d) {
            at[d] = rest % target->dim[d].extent;
            rest /= target->dim[d].extent;
        }
        memcpy(to + displacement_of(target, at), from + displacement_of(source, at),
               target->element_bytes);
    }
}

/* `way`: 0 by segment, 1 by address. */
static arauto_status_t carry_out(int is_put,
                                 int way,
                                 int rank,
                                 int which,
                                 const arauto_section_t* remote,
                                 const arauto_section_t* local) {
    unsigned char* base = memory[kLocal];
    const uint64_t there = address[rank][which];
    if (way == 0) {
        return is_put ? arauto_put_section(segment, rank, remote, base, local)
                      : arauto_get_section(segment, rank, remote, base, local);
    }
    return is_put ? arauto_put_section_at(rank, there, remote, base, local)
                  : arauto_get_section_at(rank, there, remote, base, local);
}

/* Draws one operation of `origin`, carries it out when that is this rank, and plays it. */
static void operate(int origin, int target) {
    arauto_section_t shape;
    memset(&shape, 0, sizeof shape);
    shape.rank = (int32_t)below(kDims + 1);
    shape.element_bytes = kElements[below((int64_t)(sizeof kElements / sizeof *kElements))];
    for (int d = 0; d < shape.rank; ++d) {
        shape.dim[d].extent = below(20) == 0 ? 0 : 1 + below(shape.rank == 1 ? 60 : 3);
    }
    const int is_put = (int)below(2);
    const int way = (int)below(4) != 0;
    const int which = way == 0 ? kSegment : kSegment + (int)below(3);
    static selection_t remote;
    static selection_t local;
    select_elements(&remote, &shape, !is_put);
    select_elements(&local, &shape, is_put);
    if (origin == arauto_rank()) {
        CHECK_OK(carry_out(is_put, way, target, which, &remote.section, &local.section));
    }
    unsigned char* there = model_of(target, which);
    unsigned char* here = model_of(origin, kLocal);
    if (is_put) {
        copy_serially(there, &remote.section, here, &local.section);
    } else {
        copy_serially(here, &local.section, there, &remote.section);
    }
}

static void compare(int step) {
    const int me = arauto_rank();
    for (int which = 0; which < kMemories; ++which) {
        const unsigned char* wanted = model_of(me, which);
        const int differs = memcmp(memory[which], wanted, kBytes) != 0;
        for (int i = 0; differs && i < kBytes; ++i) {
            CHECK(memory[which][i] == wanted[i],
                  "step %d: byte %d of memory %d is %d, the serial copy has %d", step, i, which,
                  memory[which][i], wanted[i]);
        }
    }
}

int main(void) {
    start();
    const int ranks = arauto_size();
    const int me = arauto_rank();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    void* allocated = NULL;
    CHECK_OK(arauto_memory_allocate(kBytes, &allocated));
    memory[kLocal] = malloc(kBytes);
    memory[kSegment] = arauto_segment_base(segment);
    memory[kAllocated] = allocated;
    memory[kPrivate] = private_memory;
    address = malloc((size_t)ranks * sizeof *address);
    model = malloc((size_t)ranks * kMemories * kBytes);
    for (size_t i = 0; i < (size_t)ranks * kMemories * kBytes; ++i) {
        model[i] = (unsigned char)mixed(1, i, 0);
    }
    uint64_t mine[kMemories];
    for (int which = 0; which < kMemories; ++which) {
        memcpy(memory[which], model_of(me, which), kBytes);
        mine[which] = (uint64_t)(uintptr_t)memory[which];
    }
    CHECK_OK(arauto_allgather(arauto_team_world(), mine, sizeof mine, address));
    for (int step = 0; step < kSteps; ++step) {
        const int shift = (int)below(ranks); /* each rank is the target of one other */
        for (int origin = 0; origin < ranks; ++origin) {
            operate(origin, (origin + shift) % ranks);
        }
        barrier();
        compare(step);
        barrier();
    }
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
