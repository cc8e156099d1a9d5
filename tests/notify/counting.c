/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Counting slots with real processes: every operation of notify.h moves its data, counts once at
 * its target, and never lets a count be seen before its data. Any number of ranks.
 */
#include "../capi/check.h"

#define EXPECT(condition) CHECK(condition, "expected %s", #condition)

enum { PUT, GET, SECTION, ATOMIC };
enum { SLOTS = 4, BYTES = 1 << 16, ROUNDS = 200 };

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

/* Data is complete once its notification is: of every size, also of none. */
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
        CHECK_OK(arauto_notify_post(left, slot[GET])); /* it may be overwritten */
        CHECK_OK(arauto_notify_wait(notify, GET, 1));
    }
}

static void gets_tell_their_target(void) {
    unsigned char* mine = arauto_segment_base(segment);
    static unsigned char copy[4096];
    for (unsigned round = 0; round < ROUNDS; ++round) {
        pattern(mine, sizeof copy, round + (unsigned)me);
        CHECK_OK(arauto_notify_post(right, slot[PUT]));
        CHECK_OK(arauto_notify_wait(notify, PUT, 1));
        CHECK_OK(arauto_get_notify(segment, left, 0, copy, sizeof copy, slot[GET]));
        EXPECT(matches(copy, sizeof copy, round + (unsigned)left));
        CHECK_OK(arauto_notify_wait(notify, GET, 1)); /* the right neighbour has read ours */
    }
    meet();
}

/* Every second element of a column of 100: one notification for all of them. */
static void sections_notify_once(void) {
    int32_t source[50];
    int32_t back[50];
    int32_t* mine = arauto_segment_base(segment);
    arauto_section_t remote = {.rank = 1, .element_bytes = 4, .offset = 0};
    arauto_section_t local = remote;
    remote.dim[0] = (arauto_dim_t){50, 8, NULL};
    local.dim[0] = (arauto_dim_t){50, 4, NULL};
    memset(mine, 0, 400);
    meet();
    for (int i = 0; i < 50; ++i) {
        source[i] = me * 100 + i;
    }
    CHECK_OK(arauto_put_section_notify(segment, right, &remote, source, &local, slot[SECTION]));
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1));
    for (int i = 0; i < 50; ++i) {
        EXPECT(mine[2 * i] == left * 100 + i && mine[2 * i + 1] == 0);
    }
    meet();
    CHECK_OK(arauto_get_section_notify(segment, right, &remote, back, &local, slot[SECTION]));
    EXPECT(back[49] == me * 100 + 49);
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1));
    remote.dim[0].extent = 0;
    local.dim[0].extent = 0;
    CHECK_OK(arauto_put_section_notify(segment, right, &remote, source, &local, slot[SECTION]));
    CHECK_OK(arauto_notify_wait(notify, SECTION, 1)); /* nothing travels, and that is told */
    uint64_t more = 1;
    meet();
    CHECK_OK(arauto_notify_query(notify, SECTION, &more));
    EXPECT(more == 0);
}

/* All ranks add to rank 0, which waits for the count and then finds the sum. */
static void atomics_count(void) {
    uint64_t* mine = arauto_segment_base(segment);
    *mine = 0;
    meet();
    for (int i = 0; i < ROUNDS; ++i) {
        uint64_t old = 0;
        CHECK_OK(
            arauto_atomic_fetch_notify(segment, 0, 0, 8, ARAUTO_ATOMIC_ADD, 1, &old, slot[ATOMIC]));
        EXPECT(old < (uint64_t)(ROUNDS * ranks));
    }
    if (me == 0) {
        CHECK_OK(arauto_notify_wait(notify, ATOMIC, (uint64_t)(ROUNDS * ranks)));
        EXPECT(*mine == (uint64_t)(ROUNDS * ranks));
    }
    meet();
    uint64_t old = 0;
    CHECK_OK(arauto_atomic_store_notify(segment, right, 8, 4, 77, slot[ATOMIC]));
    CHECK_OK(arauto_notify_wait(notify, ATOMIC, 1));
    EXPECT(((uint32_t*)mine)[2] == 77);
    meet();
    CHECK_OK(arauto_atomic_compare_swap_notify(segment, right, 8, 4, 77, 78, &old, slot[ATOMIC]));
    EXPECT(old == 77);
    CHECK_OK(arauto_atomic_compare_swap_notify(segment, right, 8, 4, 77, 79, &old, slot[ATOMIC]));
    EXPECT(old == 78); /* unchanged, and told all the same */
    CHECK_OK(arauto_notify_wait(notify, ATOMIC, 2));
    EXPECT(((uint32_t*)mine)[2] == 78);
    meet();
}

static void counts_are_taken(void) {
    int done = 1;
    uint64_t count = 9;
    CHECK_OK(arauto_notify_test(notify, PUT, 1, &done));
    EXPECT(done == 0);
    meet();
    for (int i = 0; i < 5; ++i) {
        CHECK_OK(arauto_notify_post(right, slot[PUT]));
    }
    meet();
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
    arauto_event_h event;
    arauto_slot_t of_event;
    uint64_t count = 0;
    CHECK_OK(arauto_event_create(world, 3, &event));
    CHECK_OK(arauto_event_slot(event, 2, &of_event));
    const uint64_t value = 1000u + (unsigned)me;
    const uint64_t* mine = arauto_segment_base(segment);
    CHECK_OK(arauto_event_post(event, right, 2));
    CHECK_OK(arauto_put_notify(segment, right, 0, &value, sizeof value, of_event));
    CHECK_OK(arauto_event_wait(event, 2, 2));
    EXPECT(*mine == 1000u + (unsigned)left);
    CHECK_OK(arauto_event_query(event, 2, &count));
    EXPECT(count == 0);
    CHECK_OK(arauto_event_free(event));
}

/* Everything that is wrong gets its status and changes neither data nor counts. */
static void refusals_change_nothing(void) {
    unsigned char byte = 1;
    unsigned char* mine = arauto_segment_base(segment);
    uint64_t count = 0;
    int done = 0;
    const arauto_slot_t none = {0};
    const arauto_slot_t crooked = {slot[PUT].place + 1};
    memset(mine, 0, 64);
    meet();
    CHECK_STATUS(arauto_put_notify(segment, right, 0, &byte, 1, none), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_notify(segment, right, 0, &byte, 1, crooked), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_notify(segment, right, BYTES, &byte, 1, slot[PUT]), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_put_notify(segment, ranks, 0, &byte, 1, slot[PUT]), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_put_notify(NULL, right, 0, &byte, 1, slot[PUT]), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_post(-1, slot[PUT]), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_notify_post(right, none), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_wait(notify, SLOTS, 1), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_notify_wait(notify, PUT, 0), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_test(notify, PUT, 0, &done), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_notify_query(NULL, PUT, &count), ARAUTO_ERR_ARGUMENT);
    meet();
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
