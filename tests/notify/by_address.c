/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Notified puts by address: into a segment, into memory of one rank, and into private memory.
 */
#include "../capi/job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <stdlib.h>

enum { ROUNDS = 200, WORDS = 700, KINDS = 3 };

int main(void) {
    CHECK_OK(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int me = arauto_rank();
    const int ranks = arauto_size();
    const int right = (me + 1) % ranks;
    const int left = (me + ranks - 1) % ranks;
    arauto_segment_h segment;
    arauto_notify_h notify;
    arauto_slot_t slot;
    CHECK_OK(arauto_segment_allocate(world, WORDS * sizeof(long), &segment));
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    long* address[KINDS] = {arauto_segment_base(segment), NULL, calloc(WORDS, sizeof(long))};
    void* memory = NULL;
    CHECK_OK(arauto_memory_allocate(WORDS * sizeof(long), &memory));
    address[1] = memory;
    uint64_t* there = malloc((size_t)ranks * sizeof *there);
    for (int kind = 0; kind < KINDS; ++kind) {
        const uint64_t mine = (uint64_t)(uintptr_t)address[kind];
        CHECK_OK(arauto_allgather(world, &mine, sizeof mine, there));
        for (long round = 1; round <= ROUNDS; ++round) {
            const size_t words = round % 3 == 0 ? WORDS : 1;
            long values[WORDS];
            for (size_t i = 0; i < words; ++i) {
                values[i] = 1000 * round + me;
            }
            CHECK_OK(arauto_put_notify_at(right, there[right], values, words * sizeof(long), slot));
            CHECK_OK(arauto_notify_wait(notify, 0, 1));
            const long wanted = 1000 * round + left;
            CHECK(address[kind][0] == wanted && address[kind][words - 1] == wanted,
                  "kind %d, round %ld: %ld and %ld came, expected %ld", kind, round,
                  address[kind][0], address[kind][words - 1], wanted);
            CHECK_OK(arauto_team_barrier(world));
        }
    }
    const arauto_slot_t none = {0};
    CHECK_STATUS(arauto_put_notify_at(right, there[right], &right, 4, none), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_notify_at(ranks, there[right], &right, 4, slot), ARAUTO_ERR_RANK);
    CHECK_OK(arauto_team_barrier(world));
    uint64_t count = 1;
    CHECK_OK(arauto_notify_query(notify, 0, &count));
    CHECK(count == 0, "%llu notifications are left", (unsigned long long)count);
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_memory_free(memory));
    free(address[2]);
    free(there);
    return 0;
}
