/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * One rank calls a collective with other arguments than the rest: all get an error whose sentence
 * names the call, no rank hangs, nothing is changed, and the next collective works.
 */
#include "job.h"

enum { kLong = 300000 };
static double data[kLong];

static void keep_first(void* context, void* inout, const void* in, size_t count) {
    (void)context;
    (void)inout;
    (void)in;
    (void)count;
}

static void fill(void) {
    for (int i = 0; i < kLong; ++i) {
        data[i] = arauto_rank() * 10.0 + i;
    }
}

static void check_unchanged(const char* call) {
    for (int i = 0; i < kLong; ++i) {
        CHECK(data[i] == arauto_rank() * 10.0 + i, "the refused %s changed element %d", call, i);
    }
}

static void check_usable(arauto_team_h team) {
    double sum = arauto_team_rank(team) + 1;
    const int size = arauto_team_size(team);
    CHECK_OK(arauto_reduce(team, &sum, 1, ARAUTO_DOUBLE, ARAUTO_SUM, ARAUTO_ALL_RANKS));
    CHECK(sum == size * (size + 1) / 2.0, "after a mismatch the sum is %g", sum);
}

/* `odd` is true on the one rank that differs. */
static void differ_in_reduce(arauto_team_h team, int odd, size_t count) {
    const arauto_status_t wanted = ARAUTO_ERR_MISMATCH;
    const char* call = "arauto_reduce";
    CHECK_FAILS(arauto_reduce(team, data, count - (size_t)odd, ARAUTO_DOUBLE, ARAUTO_SUM, 0),
                wanted, call);
    CHECK_FAILS(arauto_reduce(team, data, count, odd ? ARAUTO_INT64 : ARAUTO_DOUBLE, ARAUTO_SUM, 0),
                wanted, call);
    CHECK_FAILS(arauto_reduce(team, data, count, ARAUTO_DOUBLE, odd ? ARAUTO_MIN : ARAUTO_MAX, 0),
                wanted, call);
    CHECK_FAILS(
        arauto_reduce(team, data, count, ARAUTO_DOUBLE, ARAUTO_SUM, odd ? ARAUTO_ALL_RANKS : 1),
        wanted, call);
    CHECK_FAILS(
        arauto_reduce_with(team, data, odd ? count / 2 : count, odd ? 16 : 8, keep_first, NULL, 0),
        wanted, "arauto_reduce_with");
    CHECK_FAILS(odd ? arauto_reduce_with(team, data, count, 8, keep_first, NULL, 0)
                    : arauto_reduce(team, data, count, ARAUTO_DOUBLE, ARAUTO_SUM, 0),
                wanted, call);
}

static void differ_in_copies(arauto_team_h team, int odd, size_t bytes) {
    const arauto_status_t wanted = ARAUTO_ERR_MISMATCH;
    static double all[8 * kLong];
    all[0] = 1234;
    CHECK_FAILS(arauto_broadcast(team, data, bytes + (size_t)odd, 0), wanted, "broadcast");
    CHECK_FAILS(arauto_broadcast(team, data, bytes, odd), wanted, "broadcast");
    CHECK_FAILS(arauto_broadcast(team, data, odd ? 8 : bytes, 0), wanted, "broadcast");
    CHECK_FAILS(arauto_broadcast(team, data, odd ? 0 : bytes, 0), wanted, "broadcast");
    CHECK_FAILS(arauto_allgather(team, data, bytes - (size_t)odd, all), wanted, "allgather");
    const arauto_status_t mixed_calls =
        odd ? arauto_allgather(team, data, bytes, all) : arauto_broadcast(team, data, bytes, 0);
    CHECK_STATUS(mixed_calls, wanted);
    CHECK(all[0] == 1234, "the refused arauto_allgather wrote its result");
    check_unchanged("broadcast");
}

static void differ_in_allocation(arauto_team_h team, int odd) {
    arauto_segment_h segment = NULL;
    CHECK_FAILS(arauto_segment_allocate(team, odd ? 4096 : 64, &segment), ARAUTO_ERR_MISMATCH,
                "arauto_segment_allocate");
    CHECK_FAILS(arauto_segment_allocate(team, odd ? 0 : 1, &segment), ARAUTO_ERR_MISMATCH,
                "arauto_segment_allocate");
    CHECK(segment == NULL, "the refused allocation made a segment");
    arauto_notify_h event = NULL;
    arauto_lock_h lock = NULL;
    CHECK_FAILS(arauto_notify_create(team, odd ? 2 : 3, &event), ARAUTO_ERR_MISMATCH,
                "arauto_notify_create");
    CHECK_FAILS(arauto_lock_create(team, odd ? 2 : 3, &lock), ARAUTO_ERR_MISMATCH,
                "arauto_lock_create");
    CHECK(event == NULL && lock == NULL, "the refused call made an object");
}

static void check_in(arauto_team_h team) {
    if (arauto_team_size(team) == 1) {
        return; /* nobody to differ from */
    }
    for (int culprit = 0; culprit < arauto_team_size(team); ++culprit) {
        const int odd = arauto_team_rank(team) == culprit;
        differ_in_reduce(team, odd, 4);
        differ_in_reduce(team, odd, 256);
        differ_in_reduce(team, odd, 2048);
        differ_in_reduce(team, odd, kLong);
        check_unchanged("arauto_reduce");
        differ_in_copies(team, odd, 16);
        differ_in_copies(team, odd, 4096);
        differ_in_copies(team, odd, kLong * sizeof *data);
        differ_in_allocation(team, odd);
        check_usable(team);
    }
}

int main(void) {
    start();
    fill();
    check_in(arauto_team_world());
    arauto_team_h team = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank() % 2, 0, &team));
    check_in(team);
    CHECK_OK(arauto_team_free(team));
    check_usable(arauto_team_world());
    return 0;
}
