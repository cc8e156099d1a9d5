/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Many pieces at once, in private memory, in memory from arauto_local_allocate and in a segment
 * mixed; pieces that overlap, empty ones, none; and which of these memories is which.
 */
#include "job.h"

#include "arauto/spi/info.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

enum { kBytes = 200000, kRuns = 3000, kKinds = 3 };
static unsigned char private_memory[kBytes];
static unsigned char expected[kKinds][kBytes];
static unsigned char out[kBytes];
static unsigned char in[kRuns][40];

static void choose(arauto_run_t* run, int* kind, const uint64_t* there, uint64_t* row) {
    *kind = (int)next_below(row, kKinds);
    run->bytes = next_below(row, 41);
    run->address = there[*kind] + next_below(row, kBytes - 40);
}

static void put_then_get(int rank, const uint64_t* there, uint64_t* row) {
    static arauto_run_t runs[kRuns];
    static int kinds[kRuns];
    size_t used = 0;
    for (int i = 0; i < kRuns; ++i) {
        choose(&runs[i], &kinds[i], there, row);
        runs[i].local = out + used;
        for (size_t k = 0; k < runs[i].bytes; ++k) {
            out[used++] = (unsigned char)next_below(row, 256);
        }
        memcpy(expected[kinds[i]] + (runs[i].address - there[kinds[i]]), runs[i].local,
               runs[i].bytes);
    }
    CHECK_OK(arauto_put_runs_at(rank, runs, kRuns));
    for (int i = 0; i < kRuns; ++i) {
        choose(&runs[i], &kinds[i], there, row);
        runs[i].local = in[i];
    }
    CHECK_OK(arauto_get_runs_at(rank, runs, kRuns));
    for (int i = 0; i < kRuns; ++i) {
        const unsigned char* wanted = expected[kinds[i]] + (runs[i].address - there[kinds[i]]);
        CHECK(memcmp(in[i], wanted, runs[i].bytes) == 0,
              "run %d of %zu bytes from memory of kind %d at rank %d differs", i, runs[i].bytes,
              kinds[i], rank);
    }
}

static void distinguish_memories(int rank, const uint64_t* there, int maps) {
    for (int kind = 0; kind < kKinds; ++kind) {
        void* pointer = &pointer;
        CHECK(arauto_is_shared_at(rank, there[kind], &pointer) == (kind != 0),
              "memory of kind %d at rank %d is taken for another", kind, rank);
        CHECK((pointer != NULL) == (kind != 0 && maps), "kind %d: the pointer is %p", kind,
              pointer);
    }
    CHECK(arauto_is_shared_at(-1, there[1], NULL) == 0, "there is no rank -1");
}

int main(void) {
    start();
    const int me = arauto_rank();
    const int to = (me + 1) % arauto_size();
    arauto_segment_h segment = NULL;
    void* ours = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    CHECK_OK(arauto_memory_allocate(kBytes, &ours));
    memset(ours, 0, kBytes);
    const uint64_t mine[kKinds] = {(uint64_t)(uintptr_t)private_memory, (uint64_t)(uintptr_t)ours,
                                   (uint64_t)(uintptr_t)arauto_segment_base(segment)};
    uint64_t(*all)[kKinds] = malloc((size_t)arauto_size() * sizeof mine);
    CHECK_OK(arauto_allgather(arauto_team_world(), mine, sizeof mine, all));
    distinguish_memories(to, all[to], arauto_segment_pointer(segment, to) != NULL);
    uint64_t row = (uint64_t)me;
    for (int turn = 0; turn < 5; ++turn) {
        put_then_get(to, all[to], &row);
    }
    CHECK_OK(arauto_put_runs_at(to, NULL, 0));
    CHECK_FAILS(arauto_put_runs_at(to, NULL, 1), ARAUTO_ERR_ARGUMENT, "arauto_put_runs_at");
    const arauto_run_t wrong[] = {{all[to][0], out, 4}, {0x1230, out, 4}};
    CHECK_FAILS(arauto_get_runs_at(arauto_size(), wrong, 1), ARAUTO_ERR_RANK, "arauto_get_runs_at");
    CHECK_FAILS(arauto_get_runs_at(to, wrong, 2), ARAUTO_ERR_RANGE, "0x1230");
    CHECK(strcmp(arauto_setting("ARAUTO_FOREIGN_CACHE"), "off") == 0 ||
              strcmp(arauto_setting("ARAUTO_FOREIGN_CACHE"), "on") == 0,
          "a setting has another text");
    CHECK(arauto_setting("ARAUTO_NO_SUCH") == NULL, "a setting that does not exist has a text");
    barrier();
    CHECK_OK(arauto_memory_free(ours));
    CHECK_OK(arauto_segment_free(segment));
    free(all);
    return 0;
}
