/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Counting slots with real processes: every operation of notify.h moves its data, counts once at
 * its target, and never lets a count be seen before its data. Any number of ranks.
 */
#include "../capi/job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/notify.h"

#define EXPECT(condition) CHECK(condition, "expected %s", #condition)

enum { PUT, GET, SECTION, ATOMIC, READY, FREE }; /* READY: to be read; FREE: to be overwritten */
enum { SLOTS = 6, BYTES = 1 << 16, ROUNDS = 200 };

static arauto_team_h world;
static int me, ranks, right, left;
static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_slot_t slot[SLOTS];

static void pattern(unsigned char* data, size_t bytes, unsigned seed) {
    for (size_t i = 0; i < bytes; ++i) {
        data[i] = (unsigned char)(seed * 31u + (unsigned)i * 7u);
    }
}

static int matches(const unsigned char* data, size_t bytes, unsigned seed) {
    for (size_t i = 0; i < bytes; ++i) {
        if (data[i] != (unsigned char)(seed * 31u + (unsigned)i * 7u)) {
            return 0;
        }
    }
    return 1;
}

/* All data of a put is there when its notification is, for each size, also for 0 bytes. */
static void puts_arrive_whole(void) {
    static unsigned char source[BYTES];
    const size_t sizes[] = {0, 1, 8, 63, 64, 65, 4096, BYTES};
    const unsigned char* mine = arauto_segment_base(segment);
    for (unsigned round = 0; round < ROUNDS; ++round) {
        const size_t bytes = sizes[round % (sizeof sizes / sizeof *sizes)];
        pattern(source, bytes, round + (unsigned)me);
        CHECK_OK(arauto_put_notify(segment, right, 0, source, bytes, slot[PUT]));
        CHECK_OK(arauto_notify_wait(notify, PUT, 1));
        EXPECT(matches(mine, bytes, round + (unsigned)left));
        CHECK_OK(arauto_notify_post(left, slot[FREE]));
        CHECK_OK(arauto_notify_wait(notify, FREE, 1));
    }
}

static void gets_tell_their_target(void) {
    unsigned char* mine = arauto_segment_base(segment);
    static unsigned char copy[4096];
    for (unsigned round = 0; round < ROUNDS; ++round) {
        pattern(mine, sizeof copy, round + (unsigned)me);
        CHECK_OK(arauto_notify_post(right, slot[READY]));
        CHECK_OK(arauto_notify_wait(notify, READY, 1));
        CHECK_OK(arauto_get_notify(segment, left, 0, copy, sizeof copy, slot[GET]));
        EXPECT(matches(copy, sizeof copy, round + (unsigned)left));
        CHECK_OK(arauto_notify_wait(notify, GET, 1)); /* the right neighbour has read ours */
    }
    barrier();
}

/* Every second element of a column of 100: one notification for all of them. */
static void sections_notify_once(void) {
    int32_t source[50];
    int32_t back[50];
    int32_t* mine = arauto_segment_base(segment);
    arauto_section_t every_second = {.rank = 1, .element_bytes = 4, .dim = {{50, 8, NULL}}};
    const arauto_op_t put = {.kind = ARAUTO_OP_PUT,
                             .rank = right,
                             .segment = segment,
                             .source = source,
                             .remote_section = &every_second,
                             .slot = slot[SECTION]};
    arauto_op_t get = put;
    get.kind = ARAUTO_OP_GET;
    get.source = NULL;
    get.destination = back;
    memset(mine, 0, 400);
    barrier();
    for (int i = 0; i < 50; ++i) {
        source[i] = me * 100 + i;
    }
    CHECK_OK(arauto_rma(&put));
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1));
    for (int i = 0; i < 50; ++i) {
        EXPECT(mine[2 * i] == left * 100 + i && mine[2 * i + 1] == 0);
    }
    barrier();
    CHECK_OK(arauto_rma(&get));
    EXPECT(back[49] == me * 100 + 49);
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1));
    every_second.dim[0].extent = 0;
    CHECK_OK(arauto_rma(&put));
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1)); /* nothing travels, and that is notified */
    uint64_t more = 1;
    barrier();
    CHECK_OK(arauto_notify_query(notify, SECTION, &more));
    EXPECT(more == 0);
}

/* All ranks add to rank 0, which waits for the count and then finds the sum. */
static void atomics_count(void) {
    uint64_t* mine = arauto_segment_base(segment);
    uint64_t old = 0;
    const arauto_op_t add = {.kind = ARAUTO_OP_FETCH,
                             .segment = segment,
                             .width = 8,
                             .operand = 1,
                             .old_out = &old,
                             .slot = slot[ATOMIC]};
    *mine = 0;
    barrier();
    for (int i = 0; i < ROUNDS; ++i) {
        CHECK_OK(arauto_rma(&add));
        EXPECT(old < (uint64_t)(ROUNDS * ranks));
    }
    if (me == 0) {
        CHECK_OK(arauto_notify_wait(notify, ATOMIC, (uint64_t)(ROUNDS * ranks)));
        EXPECT(*mine == (uint64_t)(ROUNDS * ranks));
    }
    barrier();
    CHECK_OK(arauto_rma(&(arauto_op_t){.kind = ARAUTO_OP_STORE,
                                       .rank = right,
                                       .segment = segment,
                                       .offset = 8,
                                       .width = 4,
                                       .operand = 77,
                                       .slot = slot[ATOMIC]}));
    CHECK_OK(arauto_notify_wait(notify, ATOMIC, 1));
    EXPECT(((uint32_t*)mine)[2] == 77);
    barrier();
    arauto_op_t swap = {.kind = ARAUTO_OP_COMPARE_SWAP,
                        .rank = right,
                        .segment = segment,
                        .offset = 8,
                        .width = 4,
                        .operand = 78,
                        .expected = 77,
                        .old_out = &old,
                        .slot = slot[ATOMIC]};
    CHECK_OK(arauto_rma(&swap));
    EXPECT(old == 77);
    swap.operand = 79;
    CHECK_OK(arauto_rma(&swap));
    EXPECT(old == 78); /* unchanged, and notified all the same */
    CHECK_OK(arauto_notify_wait(notify, ATOMIC, 2));
    EXPECT(((uint32_t*)mine)[2] == 78);
    barrier();
}

static void counts_are_taken(void) {
    int done = 1;
    uint64_t count = 9;
    CHECK_OK(arauto_notify_test(notify, PUT, 1, &done));
    EXPECT(done == 0);
    barrier();
    for (int i = 0; i < 5; ++i) {
        CHECK_OK(arauto_notify_post(right, slot[PUT]));
    }
    barrier();
    CHECK_OK(arauto_notify_test(notify, PUT, 6, &done));
    EXPECT(done == 0);
    CHECK_OK(arauto_notify_query(notify, PUT, &count));
    EXPECT(count == 5);
    CHECK_OK(arauto_notify_test(notify, PUT, 2, &done));
    EXPECT(done == 1);
    CHECK_OK(arauto_notify_take(notify, PUT, &count));
    EXPECT(count == 3);
    CHECK_OK(arauto_notify_take(notify, PUT, &count));
    EXPECT(count == 0);
}

/* An event takes posts and notifications alike. */
static void events_are_slots(void) {
    arauto_notify_h event;
    arauto_slot_t of_event;
    uint64_t count = 0;
    CHECK_OK(arauto_notify_create(world, 3, &event));
    CHECK_OK(arauto_notify_slot(event, 2, &of_event));
    const uint64_t value = 1000u + (unsigned)me;
    const uint64_t* mine = arauto_segment_base(segment);
    CHECK_OK(arauto_event_post(event, right, 2));
    CHECK_OK(arauto_put_notify(segment, right, 0, &value, sizeof value, of_event));
    CHECK_OK(arauto_notify_wait(event, 2, 2));
    EXPECT(*mine == 1000u + (unsigned)left);
    CHECK_OK(arauto_notify_query(event, 2, &count));
    EXPECT(count == 0);
    CHECK_OK(arauto_notify_free(event));
}

/* Everything that is wrong gets its status and changes neither data nor counts. */
static void refusals_change_nothing(void) {
    unsigned char byte = 1;
    unsigned char* mine = arauto_segment_base(segment);
    uint64_t count = 0;
    int done = 0;
    const arauto_slot_t none = {0};
    const arauto_slot_t misaligned = {slot[PUT].offset + 1};
    memset(mine, 0, 64);
    barrier();
    CHECK_STATUS(arauto_put_notify(segment, right, 0, &byte, 1, none), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_notify(segment, right, 0, &byte, 1, misaligned), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_notify(segment, right, BYTES, &byte, 1, slot[PUT]), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_put_notify(segment, ranks, 0, &byte, 1, slot[PUT]), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_put_notify(NULL, right, 0, &byte, 1, slot[PUT]), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_post(-1, slot[PUT]), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_notify_post(right, none), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_wait(notify, SLOTS, 1), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_notify_wait(notify, PUT, 0), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_test(notify, PUT, 0, &done), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_query(NULL, PUT, &count), ARAUTO_ERR_ARGUMENT);
    barrier();
    for (int i = 0; i < SLOTS; ++i) {
        CHECK_OK(arauto_notify_query(notify, (size_t)i, &count));
        EXPECT(count == 0);
    }
    EXPECT(mine[0] == 0);
}

int main(void) {
    start();
    world = arauto_team_world();
    me = arauto_team_rank(world);
    ranks = arauto_team_size(world);
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    CHECK_OK(arauto_segment_allocate(world, BYTES, &segment));
    CHECK_OK(arauto_notify_create(world, SLOTS, &notify));
    for (int i = 0; i < SLOTS; ++i) {
        CHECK_OK(arauto_notify_slot(notify, (size_t)i, &slot[i]));
    }
    puts_arrive_whole();
    gets_tell_their_target();
    sections_notify_once();
    atomics_count();
    counts_are_taken();
    events_are_slots();
    refusals_change_nothing();
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_finalize());
    return 0;
}
