/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Four threads of each rank put, get, add, post and wait at the same time; each finds its own data
 * where it has written it, and no post between them is lost.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <pthread.h>

enum { kThreads = 4, kSteps = 1680, kPart = 1024, kRanksMax = 16, kMemories = 3 };

typedef struct {
    int number;
    uint64_t row;
    uint64_t added;
    unsigned char written[kMemories][kRanksMax][kPart];
    unsigned char piece[kPart];
} worker_t;

static arauto_segment_h segment; /* a counter, then a part for each thread of each rank */
static arauto_notify_h event;
static unsigned char private_memory[kRanksMax * kThreads * kPart];
static uint64_t address[kRanksMax][kMemories]; /* of the memories, as each rank sees them */
static worker_t workers[kThreads];

static size_t offset_of(const worker_t* worker) {
    return (size_t)(arauto_rank() * kThreads + worker->number) * kPart;
}

static void write_and_read(worker_t* worker, int memory, int rank) {
    const size_t length = next_below(&worker->row, kPart);
    const size_t offset = next_below(&worker->row, kPart - length + 1);
    const size_t start_at = offset_of(worker) + offset;
    unsigned char* written = worker->written[memory][rank];
    for (size_t i = 0; i < length; ++i) {
        written[offset + i] = (unsigned char)next_below(&worker->row, 256);
    }
    if (memory == 0) {
        CHECK_OK(arauto_put(segment, rank, 64 + start_at, written + offset, length));
        CHECK_OK(arauto_get(segment, rank, 64 + offset_of(worker), worker->piece, kPart));
    } else {
        const uint64_t there = address[rank][memory];
        CHECK_OK(arauto_put_at(rank, there + start_at, written + offset, length));
        CHECK_OK(arauto_get_at(rank, there + offset_of(worker), worker->piece, kPart));
    }
    CHECK(memcmp(worker->piece, written, kPart) == 0,
          "thread %d: its part of memory %d of rank %d has changed", worker->number, memory, rank);
}

static void read_strided(worker_t* worker, int memory, int rank) {
    const arauto_section_t remote = {.rank = 1,
                                     .element_bytes = 2,
                                     .offset = (int64_t)offset_of(worker) + kPart - 2,
                                     .dim = {{.extent = kPart / 16, .stride = -16}}};
    const arauto_section_t local = {
        .rank = 1, .element_bytes = 2, .dim = {{.extent = kPart / 16, .stride = 2}}};
    CHECK_OK(arauto_get_section_at(rank, address[rank][memory], &remote, worker->piece, &local));
    for (int i = 0; i < kPart / 16; ++i) {
        CHECK(memcmp(worker->piece + 2 * i, worker->written[memory][rank] + kPart - 2 - 16 * i,
                     2) == 0,
              "thread %d: element %d of memory %d of rank %d has changed", worker->number, i,
              memory, rank);
    }
}

static void* work(void* argument) {
    worker_t* worker = argument;
    for (int step = 0; step < kSteps; ++step) {
        const int rank = (int)next_below(&worker->row, (uint64_t)arauto_size());
        const int memory = (int)next_below(&worker->row, kMemories);
        const uint64_t number = next_below(&worker->row, 50);
        switch (next_below(&worker->row, 3)) {
        case 0:
            write_and_read(worker, memory, rank);
            break;
        case 1:
            read_strided(worker, memory, rank);
            break;
        default:
            CHECK_OK(arauto_atomic_fetch(segment, 0, 0, 8, ARAUTO_ATOMIC_ADD, number, NULL));
            worker->added += number;
            break;
        }
        /* A post to each rank in turn: kSteps is a multiple of 1 to 8, so all get equally many. */
        CHECK_OK(arauto_event_post(event, step % arauto_size(), 0));
        if (step % arauto_size() == arauto_size() - 1) {
            CHECK_OK(arauto_notify_wait(event, 0, (uint64_t)arauto_size()));
        }
    }
    return NULL;
}

static void publish_addresses(void) {
    void* allocated = NULL;
    CHECK_OK(arauto_memory_allocate(sizeof private_memory, &allocated));
    memset(allocated, 0, sizeof private_memory);
    const uint64_t mine[kMemories] = {(uint64_t)(uintptr_t)arauto_segment_base(segment) + 64,
                                      (uint64_t)(uintptr_t)allocated,
                                      (uint64_t)(uintptr_t)private_memory};
    CHECK_OK(arauto_allgather(arauto_team_world(), mine, sizeof mine, address));
}

int main(void) {
    start();
    CHECK(arauto_size() <= kRanksMax, "the test is for %d ranks at most", kRanksMax);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64 + sizeof private_memory, &segment));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &event));
    publish_addresses();
    pthread_t threads[kThreads];
    for (int i = 0; i < kThreads; ++i) {
        workers[i].number = i;
        workers[i].row = mixed(8, (uint64_t)arauto_rank(), (uint64_t)i) >> 1;
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0, "no thread could start");
    }
    uint64_t added = 0;
    for (int i = 0; i < kThreads; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0, "a thread could not be joined");
        added += workers[i].added;
    }
    barrier();
    CHECK_OK(arauto_reduce(arauto_team_world(), &added, 1, ARAUTO_UINT64, ARAUTO_SUM, -1));
    uint64_t total = 0;
    uint64_t left = 0;
    CHECK_OK(arauto_atomic_load(segment, 0, 0, 8, &total));
    CHECK(total == added, "the threads added %llu, %llu is there", (unsigned long long)added,
          (unsigned long long)total);
    CHECK_OK(arauto_notify_query(event, 0, &left));
    CHECK(left == 0, "%llu posts are left", (unsigned long long)left);
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
