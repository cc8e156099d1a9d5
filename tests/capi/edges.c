/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Numbers at the limits: widths that a byte would truncate, addresses whose end wraps, and accesses
 * that begin in a rank's shared memory and end behind it.
 */
#include "job.h"

#include "arauto/spi/rma.h"

static void widths(arauto_segment_h segment, int rank) {
    const int bad[] = {0, 3, 16, 256 + 4, 256 + 8, -248, -1};
    uint64_t old = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        char number[16];
        snprintf(number, sizeof number, " %d ", bad[i]);
        CHECK_FAILS(arauto_atomic_store(segment, rank, 0, bad[i], 9), ARAUTO_ERR_ARGUMENT, number);
        CHECK_FAILS(arauto_atomic_load(segment, rank, 0, bad[i], &old), ARAUTO_ERR_ARGUMENT,
                    number);
        CHECK_FAILS(arauto_atomic_fetch(segment, rank, 0, bad[i], ARAUTO_ATOMIC_MAX, 9, &old),
                    ARAUTO_ERR_ARGUMENT, number);
        CHECK_FAILS(arauto_atomic_compare_swap(segment, rank, 0, bad[i], 0, 9, &old),
                    ARAUTO_ERR_ARGUMENT, number);
    }
}

static void addresses(int rank) {
    char buffer[8] = {0};
    CHECK_STATUS(arauto_get_at(rank, UINT64_MAX - 3, buffer, sizeof buffer), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_put_at(rank, UINT64_MAX - 3, buffer, sizeof buffer), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_get_at(rank, 16, buffer, sizeof buffer), ARAUTO_ERR_RANGE);
}

/* Looks for the end of this rank's shared memory from below, by halves. */
static uint64_t end_of_shared(int rank, uint64_t inside) {
    uint64_t step = (uint64_t)1 << 46;
    while (step > 0) {
        if (arauto_is_shared_at(rank, inside + step, NULL) == 1) {
            inside += step;
        }
        step /= 2;
    }
    return inside + 1;
}

int main(void) {
    start();
    arauto_segment_h segment;
    arauto_team_h world = arauto_team_world();
    const int me = arauto_rank();
    CHECK_OK(arauto_segment_allocate(world, 64, &segment));
    const uint64_t* mine = arauto_segment_base(segment);
    for (int rank = 0; rank < arauto_size(); ++rank) {
        widths(segment, rank);
        addresses(rank);
    }
    const uint64_t end = end_of_shared(me, (uint64_t)mine);
    const uint64_t value = 77;
    CHECK_FAILS(arauto_put_at(me, end - 4, &value, 8), ARAUTO_ERR_RANGE, "past the end");
    const arauto_run_t run = {end - 4, (void*)&value, 8};
    CHECK_FAILS(arauto_put_runs_at(me, &run, 1), ARAUTO_ERR_RANGE, "past the end");
    CHECK(arauto_is_shared_at(me, end - 1, NULL) == 1, "the last byte is not shared");
    barrier();
    CHECK(*mine == 0, "got %llu", (unsigned long long)*mine);
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
