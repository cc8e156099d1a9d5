/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank that waits asleep is not woken by what another of its threads does for others: questions
 * of another node.
 */
#include "check.h"

#include "arauto/counters.h"

enum { kAsked = 1000 };

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
    CHECK_OK(arauto_finalize());
    return 0;
}
