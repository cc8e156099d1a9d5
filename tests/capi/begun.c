/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Operations that one call begins and another ends: gets, puts and atomics of all lengths at all
 * ranks at the same time, in any order of their ends; the notification of a put comes after its
 * data; requests that are used up are refused. Any number of ranks.
 */
#include "job.h"

#include "arauto/op.h"

enum { kWords = 100000, kRounds = 6, kAtomics = 40, kRanksMax = 8 };

static int me, size;
static arauto_segment_h memory; /* each rank's words for each other rank, then a counter */

static size_t part(int rank) {
    return (size_t)rank * kWords * sizeof(uint64_t);
}

static uint64_t value(int origin, int target, int round, size_t i) {
    return ((uint64_t)origin << 48) + ((uint64_t)target << 40) + ((uint64_t)round << 32) + i;
}

static uint64_t* new_words(void) {
    uint64_t* const words = malloc(kWords * sizeof *words);
    CHECK(words != NULL, "%s", "no memory");
    return words;
}

/* Ends a request by calls that never wait, or by one that does. */
static void end(arauto_request_t* request, int is_tested) {
    int done = 0;
    while (is_tested && !done) {
        CHECK_OK(arauto_request_test(request, &done));
    }
    CHECK_OK(arauto_request_wait(request)); /* of a request that is zero: at once */
    CHECK(request->offset == 0 && request->serial == 0, "%s", "a request that has ended is not 0");
}

/* Puts to every rank that are under way together; each rank looks behind the notification. */
static void puts_arrive(arauto_notify_h notify, int round) {
    uint64_t* source[kRanksMax];
    arauto_request_t request[kRanksMax];
    const size_t words = round == 0 ? 1 : round == 1 ? 0 : kWords >> (round - 2) * 2;
    for (int to = 0; to < size; ++to) {
        source[to] = new_words();
        for (size_t i = 0; i < words; ++i) {
            source[to][i] = value(me, to, round, i);
        }
        arauto_slot_t slot;
        CHECK_OK(arauto_notify_slot(notify, (size_t)me, &slot));
        CHECK_OK(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_PUT,
                                                 .rank = to,
                                                 .segment = memory,
                                                 .offset = part(me),
                                                 .source = source[to],
                                                 .bytes = words * sizeof(uint64_t),
                                                 .slot = slot},
                                  &request[to]));
    }
    for (int to = size - 1; to >= 0; --to) {
        end(&request[to], round % 2);
        for (size_t i = 0; i < words; ++i) {
            source[to][i] = 0; /* it has left */
        }
        free(source[to]);
    }
    for (int from = 0; from < size; ++from) {
        CHECK_OK(arauto_notify_wait(notify, (size_t)from, 1));
        const uint64_t* const came =
            (const uint64_t*)((const char*)arauto_segment_base(memory) + part(from));
        for (size_t i = 0; i < words; ++i) {
            CHECK(came[i] == value(from, me, round, i), "word %d of rank %d in round %d is wrong",
                  (int)i, from, round);
        }
    }
}

/* Gets from every rank that are under way together, while nothing at the targets changes. */
static void gets_return(int round) {
    uint64_t* destination[kRanksMax];
    arauto_request_t request[kRanksMax];
    uint64_t* const own = arauto_segment_base(memory);
    for (size_t i = 0; i < kWords; ++i) {
        own[i] = value(me, 0, round, i);
    }
    barrier();
    for (int from = 0; from < size; ++from) {
        destination[from] = new_words();
        CHECK_OK(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET,
                                                 .rank = from,
                                                 .segment = memory,
                                                 .destination = destination[from],
                                                 .bytes = kWords * sizeof(uint64_t)},
                                  &request[from]));
    }
    for (int from = 0; from < size; ++from) {
        end(&request[from], round % 2);
        for (size_t i = 0; i < kWords; ++i) {
            CHECK(destination[from][i] == value(from, 0, round, i),
                  "word %d of rank %d in round %d is wrong", (int)i, from, round);
        }
        free(destination[from]);
    }
    barrier();
}

/* Each value of a counter is fetched once, however many are under way. */
static void atomics_count(void) {
    enum { kSeen = kAtomics * kRanksMax };
    const size_t counter = part(kRanksMax);
    arauto_request_t request[kAtomics];
    uint64_t old[kAtomics];
    for (int i = 0; i < kAtomics; ++i) {
        CHECK_OK(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_FETCH,
                                                 .rank = 0,
                                                 .segment = memory,
                                                 .offset = counter,
                                                 .width = 8,
                                                 .atomic = ARAUTO_ATOMIC_ADD,
                                                 .operand = 1,
                                                 .old_out = &old[i]},
                                  &request[i]));
    }
    for (int i = kAtomics; i-- > 0;) {
        end(&request[i], i % 2);
        CHECK(old[i] < (uint64_t)(kAtomics * size), "a counter was %d before", (int)old[i]);
        const size_t seen = counter + (1 + old[i]) * sizeof(uint64_t); /* marked once */
        uint64_t before = 1;
        CHECK_OK(arauto_atomic_fetch(memory, 0, seen, 8, ARAUTO_ATOMIC_ADD, 1, &before));
        CHECK(before == 0, "%d was fetched twice", (int)old[i]);
    }
    barrier();
    uint64_t sum = 0;
    CHECK_OK(arauto_atomic_load(memory, 0, counter, 8, &sum));
    CHECK(sum == (uint64_t)(kAtomics * size), "%d instead of %d were added", (int)sum,
          kAtomics * size);
    barrier();
}

/* Operations that may not go on are complete on return; one that is refused changes nothing. */
static void others_are_complete(void) {
    const int to = (me + 1) % size;
    const uint64_t words[2] = {value(me, to, 99, 0), value(me, to, 99, 1)};
    const arauto_section_t apart = {
        .rank = 1, .element_bytes = 8, .dim = {{.extent = 2, .stride = 16}}};
    arauto_request_t request = {7, 7};
    CHECK_OK(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_PUT,
                                             .rank = to,
                                             .segment = memory,
                                             .offset = part(me),
                                             .source = words,
                                             .remote_section = &apart},
                              &request));
    CHECK(request.offset == 0, "%s", "a strided put goes on");
    barrier();
    const int from = (me + size - 1) % size;
    const uint64_t* const came =
        (const uint64_t*)((const char*)arauto_segment_base(memory) + part(from));
    CHECK(came[0] == value(from, me, 99, 0) && came[2] == value(from, me, 99, 1), "%s",
          "strided words are wrong");
    request = (arauto_request_t){7, 7};
    CHECK_FAILS(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_PUT, .rank = size}, &request),
                ARAUTO_ERR_RANK, "arauto_rma_begin");
    CHECK(request.offset == 7 && request.serial == 7, "%s", "a refused call has changed a request");
    CHECK_FAILS(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_PUT,
                                                .rank = to,
                                                .segment = memory,
                                                .source = words,
                                                .bytes = sizeof words},
                                 NULL),
                ARAUTO_ERR_ARGUMENT, "arauto_rma_begin");
    barrier();
}

/* A request is used once, and cannot be given up. */
static void requests_are_used_up(void) {
    uint64_t* const words = new_words();
    arauto_request_t request;
    const arauto_op_t get = {.kind = ARAUTO_OP_GET,
                             .rank = (me + 1) % size,
                             .segment = memory,
                             .destination = words,
                             .bytes = kWords * sizeof(uint64_t)};
    CHECK_OK(arauto_rma_begin(&get, &request));
    arauto_request_t copy = request;
    CHECK_OK(arauto_request_wait(&request));
    if (copy.offset != 0) { /* it has gone on: between nodes */
        int done = 0;
        CHECK_FAILS(arauto_request_wait(&copy), ARAUTO_ERR_ARGUMENT, "used up already");
        CHECK_FAILS(arauto_request_test(&copy, &done), ARAUTO_ERR_ARGUMENT, "used up already");
    }
    CHECK_OK(arauto_rma_begin(&get, &request));
    if (request.offset != 0) {
        CHECK_FAILS(arauto_request_free(&request), ARAUTO_ERR_UNSUPPORTED, "wait for it");
    }
    CHECK_OK(arauto_request_wait(&request));
    barrier();
    free(words);
}

int main(void) {
    start();
    me = arauto_rank();
    size = arauto_size();
    CHECK(size <= kRanksMax, "%d ranks are too many", size);
    const size_t counters = (1 + (size_t)kAtomics * kRanksMax) * sizeof(uint64_t);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), part(kRanksMax) + counters, &memory));
    arauto_notify_h notify;
    CHECK_OK(arauto_notify_create(arauto_team_world(), (size_t)size, &notify));
    for (int round = 0; round < kRounds; ++round) {
        puts_arrive(notify, round);
        barrier();
    }
    for (int round = 0; round < 2; ++round) {
        gets_return(round);
    }
    atomics_count();
    others_are_complete();
    requests_are_used_up();
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_segment_free(memory));
    CHECK_OK(arauto_finalize());
    return 0;
}
