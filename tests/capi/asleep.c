/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A sleeping rank is not woken by requests of other nodes that another of its threads serves. It is
 * woken when that thread receives the reply or the data of a get that it waits for.
 */
#include "job.h"

#include "arauto/spi/counters.h"
#include "arauto/spi/rpc.h"

#include <time.h>

enum { kAsked = 1000, kGot = 200, kTimesMax = 20 }; /* slept over: as long as 50 to 100 replies */

static arauto_status_t reply(const arauto_rpc_request_t* request) {
    memset(request->reply, 1, request->reply_bytes);
    return ARAUTO_OK;
}

static void take(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)help;
    if (strcmp(name, "sleep") == 0) {
        *(uint64_t*)context = count.calls;
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Both go there and back. In turn, so that what else runs here holds up both. */
static void compare_with_gets(int function) {
    arauto_segment_h segment;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof(uint64_t), &segment));
    double asking = 0, getting = 0;
    for (int i = 0; arauto_rank() == 1 && i < kGot; ++i) {
        char got = 0;
        uint64_t word = 1;
        const double start = seconds();
        CHECK_OK(arauto_rpc_call(0, function, NULL, 0, &got, sizeof got));
        const double middle = seconds();
        CHECK_OK(arauto_get(segment, 0, 0, &word, sizeof word));
        getting += seconds() - middle;
        asking += middle - start;
    }
    CHECK(getting <= kTimesMax * asking, "%d gets took %.3f s, so many replies %.3f", kGot, getting,
          asking);
    barrier();
    CHECK_OK(arauto_segment_free(segment));
}

int main(void) {
    int function = -1;
    uint64_t before = 0, after = 0;
    start();
    CHECK_OK(arauto_rpc_register(reply, &function));
    barrier();
    arauto_counters_visit(take, &before);
    for (int i = 0; arauto_rank() == 1 && i < kAsked; ++i) {
        char got = 0;
        CHECK_OK(arauto_rpc_call(0, function, NULL, 0, &got, sizeof got));
        CHECK(got == 1, "the reply is %d", got);
    }
    barrier();
    arauto_counters_visit(take, &after);
    CHECK(arauto_rank() != 0 || after > before, "rank 0 has not slept, so nothing was tried");
    CHECK(arauto_rank() != 0 || after - before < kAsked / 2, "rank 0 was woken %llu times",
          (unsigned long long)(after - before));
    compare_with_gets(function);
    CHECK_OK(arauto_finalize());
    return 0;
}
