/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Segments come zeroed, aligned and apart from each other, in whatever order they are allocated and
 * freed, in the world and in teams; without memory the call says so and everything goes on.
 */
#include "job.h"

#include "arauto/spi/segment.h"
#include "arauto/spi/status.h"

enum { kSlots = 12, kTurns = 120, kHuge = 64 };
static const size_t kSizes[] = {0, 1, 8, 63, 64, 65, 4096, 5000, 65536, 1048576, 1500000};

typedef struct {
    arauto_segment_h segment;
    size_t bytes;
    uint64_t mark;
} slot_t;

static unsigned char byte_of(const slot_t* slot, int rank, size_t i) {
    return (unsigned char)mixed(slot->mark, (uint64_t)rank, i / 97) | 1;
}

/* The next member fills this rank's part. */
static void allocate(arauto_team_h team, slot_t* slot, size_t bytes, uint64_t mark) {
    *slot = (slot_t){NULL, bytes, mark};
    CHECK_OK(arauto_segment_allocate(team, bytes, &slot->segment));
    CHECK(arauto_segment_size(slot->segment) == bytes, "the segment has %zu bytes, expected %zu",
          arauto_segment_size(slot->segment), bytes);
    const unsigned char* base = arauto_segment_base(slot->segment);
    CHECK((uintptr_t)base % 64 == 0, "the segment starts at %p", (const void*)base);
    CHECK(arauto_segment_pointer(slot->segment, arauto_rank()) == base, "its pointer is another");
    for (size_t i = 0; i < bytes; ++i) {
        CHECK(base[i] == 0, "byte %zu of a new segment of %zu bytes is %d", i, bytes, base[i]);
    }
    CHECK_OK(arauto_team_barrier(team));
    const int size = arauto_team_size(team);
    const int next = arauto_team_to_world(team, (arauto_team_rank(team) + 1) % size);
    unsigned char* there = arauto_segment_pointer(slot->segment, next);
    ptrdiff_t stride = 0;
    const uint32_t* failed = NULL;
    if (arauto_segment_stride(&stride, &failed) != 0) {
        CHECK(there == base + (next - arauto_rank()) * stride, "the stride leads elsewhere");
        CHECK(*failed == 0, "a rank has failed");
    }
    unsigned char* copy = malloc(bytes + 1);
    for (size_t i = 0; i < bytes; ++i) {
        copy[i] = byte_of(slot, next, i);
    }
    if (there != NULL && mark % 2 == 0) {
        memcpy(there, copy, bytes);
    } else {
        CHECK_OK(arauto_put(slot->segment, next, 0, copy, bytes));
    }
    free(copy);
    CHECK_OK(arauto_team_barrier(team));
}

static void check_and_free(slot_t* slot) {
    const unsigned char* base = arauto_segment_base(slot->segment);
    for (size_t i = 0; i < slot->bytes; ++i) {
        CHECK(base[i] == byte_of(slot, arauto_rank(), i),
              "byte %zu of %zu changed while others were allocated and freed", i, slot->bytes);
    }
    CHECK_OK(arauto_segment_free(slot->segment));
    slot->segment = NULL;
}

/* Drawn allocations and releases; `seed` is the same on all members. */
static void churn(arauto_team_h team, uint64_t seed, int turns) {
    slot_t slots[kSlots] = {{0}};
    uint64_t row = seed;
    for (int turn = 0; turn < turns; ++turn) {
        slot_t* slot = &slots[next_below(&row, kSlots)];
        const size_t bytes = kSizes[next_below(&row, sizeof kSizes / sizeof *kSizes)];
        if (slot->segment == NULL) {
            allocate(team, slot, bytes, seed + (uint64_t)turn);
        } else {
            check_and_free(slot);
        }
    }
    for (int i = kSlots; i-- > 0;) {
        if (slots[i].segment != NULL) {
            check_and_free(&slots[i]);
        }
    }
}

static void check_no_bytes(void) {
    arauto_segment_h segment = NULL;
    char byte = 1;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 0, &segment));
    CHECK(segment != NULL && arauto_segment_size(segment) == 0, "it has bytes");
    CHECK_OK(arauto_put(segment, 0, 0, &byte, 0));
    CHECK_FAILS(arauto_put(segment, 0, 0, &byte, 1), ARAUTO_ERR_RANGE, "arauto_put");
    CHECK_OK(arauto_segment_free(segment));
}

static void check_too_large(void) {
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 63, SIZE_MAX / 2, (size_t)1 << 60};
    arauto_segment_h segment = NULL;
    void* memory = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        CHECK_FAILS(arauto_segment_allocate(arauto_team_world(), sizes[i], &segment),
                    ARAUTO_ERR_MEMORY, "arauto_segment_allocate");
        CHECK_FAILS(arauto_memory_allocate(sizes[i], &memory), ARAUTO_ERR_MEMORY,
                    "arauto_memory_allocate");
    }
    CHECK(segment == NULL && memory == NULL, "a refused allocation gave something");
}

/* Fills the heap with the largest blocks that fit, twice with the same result. */
static void check_exhausted(void) {
    int before = -1;
    for (int turn = 0; turn < 2; ++turn) {
        arauto_segment_h segments[kHuge] = {NULL};
        int count = 0;
        for (size_t bytes = (size_t)1 << 45; bytes >= 65536; bytes /= 2) {
            arauto_status_t status = ARAUTO_OK;
            while (count < kHuge && status == ARAUTO_OK) {
                status = arauto_segment_allocate(arauto_team_world(), bytes, &segments[count]);
                count += status == ARAUTO_OK;
            }
            CHECK(status == ARAUTO_OK || status == ARAUTO_ERR_MEMORY, "a full heap gave %s",
                  arauto_status_name(status));
        }
        CHECK(count > 0 && count < kHuge, "%d blocks fill the heap", count);
        CHECK(before < 0 || before == count, "%d blocks fit, %d before", count, before);
        before = count;
        unsigned char* base = arauto_segment_base(segments[count - 1]);
        CHECK(base[0] == 0 && base[65535] == 0, "the last block is not zero");
        base[0] = base[65535] = 1;
        while (count-- > 0) {
            CHECK_OK(arauto_segment_free(segments[count]));
        }
    }
}

/* When one rank has no room, all get an error, and the others keep theirs. */
static void check_one_full(void) {
    arauto_team_h single = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank(), 0, &single));
    arauto_segment_h full = NULL;
    size_t bytes = (size_t)1 << 45;
    if (arauto_rank() == 0) {
        while (arauto_segment_allocate(single, bytes, &full) != ARAUTO_OK) {
            bytes /= 2;
        }
    }
    CHECK_OK(arauto_broadcast(arauto_team_world(), &bytes, sizeof bytes, 0));
    arauto_segment_h segment = NULL;
    CHECK_FAILS(arauto_segment_allocate(arauto_team_world(), bytes, &segment), ARAUTO_ERR_MEMORY,
                "arauto_segment_allocate");
    CHECK(segment == NULL, "a refused allocation gave a segment");
    if (full != NULL) {
        CHECK_OK(arauto_segment_free(full));
    }
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), bytes, &segment));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_team_free(single));
}

/* Heaps that differ can be used as long as heaps that do not. */
static void check_differing(void) {
    arauto_team_h single = NULL;
    arauto_segment_h kept = NULL;
    arauto_segment_h large = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank(), 0, &single));
    CHECK_OK(arauto_segment_allocate(single, arauto_rank() == 0 ? 100 : 10000, &kept));
    for (int turn = 0; turn < 3000; ++turn) {
        CHECK_OK(arauto_segment_allocate(arauto_team_world(), (size_t)1 << 24, &large));
        unsigned char* base = arauto_segment_base(large);
        CHECK(base[0] == 0 && base[4096] == 0, "turn %d: the segment is not zero", turn);
        base[0] = base[4096] = 1;
        CHECK_OK(arauto_segment_free(large));
    }
    CHECK_OK(arauto_segment_free(kept));
    CHECK_OK(arauto_team_free(single));
}

int main(void) {
    start();
    check_no_bytes();
    check_too_large();
    check_exhausted();
    check_one_full();
    check_differing();
    churn(arauto_team_world(), 11, repetitions(kTurns));
    arauto_team_h team = NULL;
    const int number = arauto_rank() % 2;
    CHECK_OK(arauto_team_split(arauto_team_world(), number, 0, &team));
    slot_t kept;
    allocate(team, &kept, number == 0 ? 70000 : 300, 5); /* heaps differ from here on */
    churn(team, 100 + (uint64_t)number, repetitions(kTurns) / 2 + number * 20);
    churn(arauto_team_world(), 200, repetitions(kTurns) / 4);
    check_and_free(&kept);
    CHECK_OK(arauto_team_free(team));
    return 0;
}
