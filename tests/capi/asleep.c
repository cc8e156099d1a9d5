/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank that waits asleep is not woken by what another of its threads does for others: questions
 * of another node. It is woken when that thread reads that what it waits for is done: an answer, or
 * a get.
 */
#include "check.h"

#include "arauto/counters.h"

#include <time.h>

enum { kAsked = 1000, kGot = 200, kTimesMax = 20 }; /* slept over: as long as 50 to 100 answers */

static arauto_status_t answer(const arauto_service_call_t* call) {
    memset(call->answer, 1, call->answer_bytes);
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
static void compare_with_gets(int service) {
    arauto_segment_h segment;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof(uint64_t), &segment));
    double asking = 0, getting = 0;
    for (int i = 0; arauto_rank() == 1 && i < kGot; ++i) {
        char got = 0;
        uint64_t word = 1;
        const double start = seconds();
        CHECK_OK(arauto_service_ask(0, service, NULL, 0, &got, sizeof got));
        const double middle = seconds();
        CHECK_OK(arauto_get(segment, 0, 0, &word, sizeof word));
        getting += seconds() - middle;
        asking += middle - start;
    }
    CHECK(getting <= kTimesMax * asking, "%d gets took %.3f s, so many answers %.3f", kGot, getting,
          asking);
    meet();
    CHECK_OK(arauto_segment_free(segment));
}

int main(void) {
    int service = -1;
    uint64_t before = 0, after = 0;
    start();
    CHECK_OK(arauto_service_register(answer, &service));
    meet();
    arauto_counters_visit(take, &before);
    for (int i = 0; arauto_rank() == 1 && i < kAsked; ++i) {
        char got = 0;
        CHECK_OK(arauto_service_ask(0, service, NULL, 0, &got, sizeof got));
        CHECK(got == 1, "the answer is %d", got);
    }
    meet();
    arauto_counters_visit(take, &after);
    CHECK(arauto_rank() != 0 || after > before, "rank 0 has not slept, so nothing was tried");
    CHECK(arauto_rank() != 0 || after - before < kAsked / 2, "rank 0 was woken %llu times",
          (unsigned long long)(after - before));
    compare_with_gets(service);
    CHECK_OK(arauto_finalize());
    return 0;
}
