/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Teams, events, locks and collectives with invalid arguments: each call returns the status that
 * its header names and a sentence that names the call; objects work afterwards as before.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/team.h"

#include <limits.h>

enum { kCount = 3 };

static void refuse_in_teams(void) {
    arauto_team_h world = arauto_team_world();
    arauto_team_h team = NULL;
    CHECK_FAILS(arauto_team_split(world, -1, 0, &team), ARAUTO_ERR_ARGUMENT, "arauto_team_split");
    CHECK_FAILS(arauto_team_split(world, INT64_MIN, 0, &team), ARAUTO_ERR_ARGUMENT,
                "arauto_team_split");
    CHECK_FAILS(arauto_team_split(NULL, 0, 0, &team), ARAUTO_ERR_ARGUMENT, "arauto_team_split");
    CHECK_FAILS(arauto_team_split(world, 0, 0, NULL), ARAUTO_ERR_ARGUMENT, "arauto_team_split");
    CHECK(team == NULL, "a refused split made a team");
    CHECK_FAILS(arauto_team_free(world), ARAUTO_ERR_ARGUMENT, "arauto_team_free");
    CHECK_FAILS(arauto_team_free(NULL), ARAUTO_ERR_ARGUMENT, "arauto_team_free");
    CHECK_FAILS(arauto_team_barrier(NULL), ARAUTO_ERR_ARGUMENT, "arauto_team_barrier");
    int count = -5;
    CHECK_FAILS(arauto_team_members_in_state(NULL, ARAUTO_RANK_RUNNING, NULL, 0, &count),
                ARAUTO_ERR_ARGUMENT, "arauto_team_members_in_state");
    CHECK_FAILS(arauto_team_members_in_state(world, ARAUTO_RANK_RUNNING, NULL, 0, NULL),
                ARAUTO_ERR_ARGUMENT, "arauto_team_members_in_state");
    CHECK(count == -5, "a refused query wrote its result");
    arauto_rank_state_t state = ARAUTO_RANK_FAILED;
    CHECK_FAILS(arauto_rank_state(-1, &state), ARAUTO_ERR_RANK, "arauto_rank_state");
    CHECK_FAILS(arauto_rank_state(arauto_size(), &state), ARAUTO_ERR_RANK, "arauto_rank_state");
    CHECK_FAILS(arauto_rank_state(0, NULL), ARAUTO_ERR_ARGUMENT, "arauto_rank_state");
    CHECK(state == ARAUTO_RANK_FAILED, "a refused query wrote its result");
}

static void list_states(void) {
    arauto_team_h world = arauto_team_world();
    int ranks[2] = {-1, -1};
    int count = 0;
    CHECK_OK(arauto_team_members_in_state(world, ARAUTO_RANK_RUNNING, ranks, 1, &count));
    CHECK(count == arauto_size() && ranks[0] == 0 && ranks[1] == -1,
          "%d run and the list starts with %d, %d", count, ranks[0], ranks[1]);
    CHECK_OK(arauto_team_members_in_state(world, ARAUTO_RANK_FAILED, NULL, 0, &count));
    CHECK(count == 0, "%d have failed", count);
    arauto_rank_state_t state = ARAUTO_RANK_FAILED;
    CHECK_OK(arauto_rank_state(arauto_size() - 1, &state));
    CHECK(state == ARAUTO_RANK_RUNNING, "the last rank has state %d", (int)state);
    barrier();
}

static void refuse_in_events(void) {
    arauto_notify_h event = NULL;
    CHECK_FAILS(arauto_notify_create(NULL, 1, &event), ARAUTO_ERR_ARGUMENT, "arauto_notify_create");
    CHECK_FAILS(arauto_notify_create(arauto_team_world(), 1, NULL), ARAUTO_ERR_ARGUMENT,
                "arauto_notify_create");
    CHECK(event == NULL, "a refused call made an event");
    static const size_t too_many[] = {SIZE_MAX, ((size_t)1 << 57) + 1, ((size_t)1 << 58) + 1};
    for (size_t i = 0; i < sizeof too_many / sizeof *too_many; ++i) {
        CHECK_FAILS(arauto_notify_create(arauto_team_world(), too_many[i], &event),
                    ARAUTO_ERR_MEMORY, "arauto_notify_create");
    }
    CHECK(event == NULL, "a refused call made an event");
    CHECK_FAILS(arauto_notify_free(NULL), ARAUTO_ERR_ARGUMENT, "arauto_notify_free");
    CHECK_OK(arauto_notify_create(arauto_team_world(), kCount, &event));
    uint64_t count = 99;
    CHECK_FAILS(arauto_event_post(NULL, 0, 0), ARAUTO_ERR_ARGUMENT, "arauto_event_post");
    CHECK_FAILS(arauto_notify_wait(NULL, 0, 1), ARAUTO_ERR_ARGUMENT, "arauto_notify_wait");
    CHECK_FAILS(arauto_notify_query(NULL, 0, &count), ARAUTO_ERR_ARGUMENT, "arauto_notify_query");
    CHECK_FAILS(arauto_notify_query(event, 0, NULL), ARAUTO_ERR_ARGUMENT, "arauto_notify_query");
    CHECK_FAILS(arauto_notify_wait(event, 0, 0), ARAUTO_ERR_ARGUMENT, "arauto_notify_wait");
    static const size_t beyond[] = {kCount, kCount + 1, SIZE_MAX, (size_t)1 << 58};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; ++i) {
        CHECK_FAILS(arauto_event_post(event, 0, beyond[i]), ARAUTO_ERR_RANGE, "arauto_event_post");
        CHECK_FAILS(arauto_notify_wait(event, beyond[i], 1), ARAUTO_ERR_RANGE,
                    "arauto_notify_wait");
        CHECK_FAILS(arauto_notify_query(event, beyond[i], &count), ARAUTO_ERR_RANGE,
                    "arauto_notify_query");
    }
    const int none[] = {-1, arauto_size(), INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        CHECK_FAILS(arauto_event_post(event, none[i], 0), ARAUTO_ERR_RANK, "arauto_event_post");
    }
    CHECK(count == 99, "a refused query wrote its result");
    barrier();
    for (size_t index = 0; index < kCount; ++index) {
        CHECK_OK(arauto_notify_query(event, index, &count));
        CHECK(count == 0, "refused calls left %llu posts", (unsigned long long)count);
    }
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 0, &event));
    CHECK_FAILS(arauto_event_post(event, 0, 0), ARAUTO_ERR_RANGE, "arauto_event_post");
    CHECK_OK(arauto_notify_free(event));
}

static void refuse_in_locks(void) {
    arauto_lock_h lock = NULL;
    int acquired = 99;
    CHECK_FAILS(arauto_lock_create(NULL, 1, &lock), ARAUTO_ERR_ARGUMENT, "arauto_lock_create");
    CHECK_FAILS(arauto_lock_create(arauto_team_world(), 1, NULL), ARAUTO_ERR_ARGUMENT,
                "arauto_lock_create");
    CHECK(lock == NULL, "a refused call made a lock");
    CHECK_FAILS(arauto_lock_create(arauto_team_world(), ((size_t)1 << 58) + 1, &lock),
                ARAUTO_ERR_MEMORY, "arauto_lock_create");
    CHECK(lock == NULL, "a refused call made a lock");
    CHECK_FAILS(arauto_lock_free(NULL), ARAUTO_ERR_ARGUMENT, "arauto_lock_free");
    CHECK_OK(arauto_lock_create(arauto_team_world(), kCount, &lock));
    CHECK_FAILS(arauto_lock_acquire(NULL, 0, 0), ARAUTO_ERR_ARGUMENT, "arauto_lock_acquire");
    CHECK_FAILS(arauto_lock_try(NULL, 0, 0, &acquired), ARAUTO_ERR_ARGUMENT, "arauto_lock_try");
    CHECK_FAILS(arauto_lock_try(lock, 0, 0, NULL), ARAUTO_ERR_ARGUMENT, "arauto_lock_try");
    CHECK_FAILS(arauto_lock_release(NULL, 0, 0), ARAUTO_ERR_ARGUMENT, "arauto_lock_release");
    CHECK_FAILS(arauto_lock_acquire(lock, 0, kCount), ARAUTO_ERR_RANGE, "arauto_lock_acquire");
    CHECK_FAILS(arauto_lock_try(lock, 0, SIZE_MAX, &acquired), ARAUTO_ERR_RANGE, "lock_try");
    CHECK_FAILS(arauto_lock_release(lock, 0, kCount), ARAUTO_ERR_RANGE, "arauto_lock_release");
    CHECK_FAILS(arauto_lock_acquire(lock, -1, 0), ARAUTO_ERR_RANK, "arauto_lock_acquire");
    CHECK_FAILS(arauto_lock_try(lock, arauto_size(), 0, &acquired), ARAUTO_ERR_RANK, "lock_try");
    CHECK_FAILS(arauto_lock_release(lock, INT_MIN, 0), ARAUTO_ERR_RANK, "arauto_lock_release");
    CHECK(acquired == 99, "a refused try wrote its result");
    const int me = arauto_rank(); /* each its own lock from here on */
    for (int turn = 0; turn < 3; ++turn) {
        CHECK_FAILS(arauto_lock_release(lock, me, 1), ARAUTO_ERR_UNLOCKED, "arauto_lock_release");
        CHECK_OK(arauto_lock_acquire(lock, me, 1));
        CHECK_FAILS(arauto_lock_acquire(lock, me, 1), ARAUTO_ERR_LOCKED, "arauto_lock_acquire");
        CHECK_FAILS(arauto_lock_try(lock, me, 1, &acquired), ARAUTO_ERR_LOCKED, "lock_try");
        CHECK_OK(arauto_lock_release(lock, me, 1));
    }
    CHECK(acquired == 99, "a refused try wrote its result");
    CHECK_FAILS(arauto_lock_release(lock, me, 1), ARAUTO_ERR_UNLOCKED, "arauto_lock_release");
    CHECK_OK(arauto_lock_free(lock));
}

static void keep(void* context, void* inout, const void* in, size_t count) {
    (void)context;
    (void)inout;
    (void)in;
    (void)count;
}

static void refuse_in_collectives(void) {
    arauto_team_h team = arauto_team_world();
    const int none[] = {-2, arauto_size(), INT_MAX, INT_MIN};
    double d[2] = {1, 2};
    double all[2] = {3, 4};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        CHECK_FAILS(arauto_broadcast(team, d, 8, none[i]), ARAUTO_ERR_RANK, "arauto_broadcast");
        CHECK_FAILS(arauto_reduce(team, d, 1, ARAUTO_DOUBLE, ARAUTO_SUM, none[i]), ARAUTO_ERR_RANK,
                    "arauto_reduce");
        CHECK_FAILS(arauto_reduce_with(team, d, 1, 8, keep, NULL, none[i]), ARAUTO_ERR_RANK,
                    "arauto_reduce_with");
    }
    CHECK_FAILS(arauto_broadcast(team, d, 8, ARAUTO_ALL_RANKS), ARAUTO_ERR_RANK, "broadcast");
    const arauto_status_t wanted = ARAUTO_ERR_ARGUMENT;
    CHECK_FAILS(arauto_broadcast(NULL, d, 8, 0), wanted, "arauto_broadcast");
    CHECK_FAILS(arauto_broadcast(team, NULL, 8, 0), wanted, "arauto_broadcast");
    CHECK_FAILS(arauto_allgather(NULL, d, 8, all), wanted, "arauto_allgather");
    CHECK_FAILS(arauto_allgather(team, NULL, 8, all), wanted, "arauto_allgather");
    CHECK_FAILS(arauto_allgather(team, d, 8, NULL), wanted, "arauto_allgather");
    CHECK_FAILS(arauto_reduce(NULL, d, 1, ARAUTO_DOUBLE, ARAUTO_SUM, 0), wanted, "arauto_reduce");
    CHECK_FAILS(arauto_reduce(team, NULL, 1, ARAUTO_DOUBLE, ARAUTO_SUM, 0), wanted, "reduce");
    CHECK_FAILS(arauto_reduce(team, d, 1, (arauto_type_t)99, ARAUTO_SUM, 0), wanted, "reduce");
    CHECK_FAILS(arauto_reduce(team, d, 1, (arauto_type_t)-1, ARAUTO_SUM, 0), wanted, "reduce");
    CHECK_FAILS(arauto_reduce(team, d, 1, ARAUTO_INT8, (arauto_reduce_op_t)4, 0), wanted, "reduce");
    CHECK_FAILS(arauto_reduce_with(team, d, 1, 8, NULL, NULL, 0), wanted, "arauto_reduce_with");
    CHECK_FAILS(arauto_reduce_with(team, d, 1, 0, keep, NULL, 0), wanted, "arauto_reduce_with");
    CHECK(d[0] == 1 && d[1] == 2 && all[0] == 3, "a refused collective changed its data");
    barrier();
}

int main(void) {
    start();
    refuse_in_teams();
    list_states();
    refuse_in_events();
    refuse_in_locks();
    refuse_in_collectives();
    return 0;
}
