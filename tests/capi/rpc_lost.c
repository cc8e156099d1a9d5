/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank fails when its request, which another node has put off, is still to be served. The
 * function is called again as lost, until it has given up; requests of others behind it are served
 * then.
 */
#include "job.h"

#include "arauto/spi/rpc.h"
#include "arauto/spi/runtime.h"

#include <stdatomic.h>

enum { kTarget, kVictim, kLooksMax = 1 << 30 };

static _Atomic int* seen; /* in the segment: how often the victim's request was put off */
static _Atomic int lost; /* calls as lost */
static _Atomic int served; /* requests that were done */
static _Atomic int faults;

static arauto_status_t serve(const arauto_rpc_request_t* request) {
    if (request->is_lost != 0) {
        faults += request->origin != kVictim || *seen == 0;
        return ++lost < 3 ? ARAUTO_RPC_LATER : ARAUTO_OK;
    }
    if (request->origin == kVictim) {
        *seen += 1;
        return ARAUTO_RPC_LATER;
    }
    served += 1;
    return ARAUTO_OK;
}

static void fail_in_line(arauto_segment_h words, int function) {
    int value = 0;
    CHECK_OK(arauto_rpc_post(kTarget, function, NULL, 0));
    for (int look = 0; value == 0; ++look) {
        CHECK(look < kLooksMax, "the request is not put off");
        arauto_progress();
        CHECK_OK(arauto_get(words, kTarget, 0, &value, sizeof value));
    }
    arauto_fail();
}

static void await(const _Atomic int* word, int wanted) {
    for (int look = 0; *word < wanted; ++look) {
        CHECK(look < kLooksMax, "it is %d, not %d", *word, wanted);
        arauto_progress();
    }
}

int main(void) {
    int function = -1;
    arauto_segment_h words;
    start();
    CHECK_OK(arauto_rpc_register(serve, &function));
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof *seen, &words));
    seen = arauto_segment_base(words);
    barrier();
    if (arauto_rank() == kVictim) {
        fail_in_line(words, function);
    }
    if (arauto_rank() == kTarget) {
        await(&lost, 3);
        await(&served, arauto_size() - 2);
        CHECK(lost == 3 && faults == 0, "called as lost %d times, %d wrong", lost, faults);
    } else {
        CHECK_OK(arauto_rpc_call(kTarget, function, NULL, 0, NULL, 0));
    }
    arauto_team_barrier(arauto_team_world()); /* reports the failure */
    CHECK_OK(arauto_finalize());
    return 0;
}
