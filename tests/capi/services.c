/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Services: what a rank of another node is told is done once, in order, and before settle returns;
 * what it is asked is answered; a service that puts a question off gets it again. Where it is
 * counted, many questions take few messages.
 */
#include "check.h"

#include "arauto/counters.h"

#include <stdatomic.h>

enum { kTold = 1000, kRanksMax = 64 };

static _Atomic uint64_t told[kRanksMax]; /* by each rank */
static _Atomic uint64_t faults;
static int put_off;
static int counting, adding, refusing;

/* Takes numbers, each rank's in order; now and then only when asked again. */
static arauto_status_t count(const arauto_service_call_t* call) {
    uint64_t number = 0;
    if (put_off == 0) {
        put_off = 1;
        return ARAUTO_SERVICE_LATER;
    }
    memcpy(&number, call->question, sizeof number);
    if (call->question_bytes < sizeof number || number != told[call->origin]) {
        faults += 1;
    }
    told[call->origin] += 1;
    put_off = number % 7 == 0 ? 0 : 1;
    return ARAUTO_OK;
}

/* Answers with the question, one more in each byte, as far as it is wanted. */
static arauto_status_t add(const arauto_service_call_t* call) {
    const unsigned char* const from = call->question;
    unsigned char* const to = call->answer;
    for (size_t i = 0; i < call->answer_bytes && i < call->question_bytes; ++i) {
        to[i] = (unsigned char)(from[i] + 1);
    }
    return ARAUTO_OK;
}

static arauto_status_t refuse(const arauto_service_call_t* call) {
    (void)call;
    return ARAUTO_ERR_RANGE;
}

static int is_near(int rank) {
    const char* const ranks = getenv("ARAUTO_NODE_RANKS");
    const int node = ranks != NULL ? atoi(ranks) : arauto_size();
    return rank / node == arauto_rank() / node;
}

static void check_answers(int rank) {
    unsigned char question[ARAUTO_SERVICE_BYTES_MAX], answer[ARAUTO_SERVICE_BYTES_MAX + 1];
    for (size_t bytes = 0; bytes <= sizeof question; bytes += 1 + bytes / 3) {
        for (size_t i = 0; i < sizeof question; ++i) {
            question[i] = (unsigned char)mixed(bytes, i, (uint64_t)rank);
        }
        memset(answer, 0xa5, sizeof answer);
        CHECK_OK(arauto_service_ask(rank, adding, question, bytes, answer, bytes));
        for (size_t i = 0; i < sizeof answer; ++i) {
            const int wanted = i < bytes ? (unsigned char)(question[i] + 1) : 0xa5;
            CHECK(answer[i] == wanted, "byte %zu of %zu is %d, not %d", i, bytes, answer[i],
                  wanted);
        }
    }
    CHECK_STATUS(arauto_service_ask(rank, refusing, NULL, 0, NULL, 0), ARAUTO_ERR_RANGE);
    CHECK_FAILS(arauto_service_tell(rank, refusing + 1, NULL, 0), ARAUTO_ERR_ARGUMENT, "service");
    CHECK_FAILS(arauto_service_tell(rank, adding, question, sizeof question + 1),
                ARAUTO_ERR_ARGUMENT, "bytes");
}

/* Tells, with an ask among them, which comes in its turn. */
static void tell(int rank) {
    for (uint64_t number = 0; number < kTold; ++number) {
        if (number == kTold / 2) {
            CHECK_OK(arauto_service_ask(rank, counting, &number, sizeof number, NULL, 0));
        } else {
            CHECK_OK(arauto_service_tell(rank, counting, &number, sizeof number));
        }
    }
}

static void take(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)help;
    if (strcmp(name, "question") == 0) {
        *(arauto_count_t*)context = count;
    }
}

/* Rows grow to twice the length of the one before. */
static void check_counts(int far_ranks) {
    arauto_count_t questions = {0, 0, 0};
    if (arauto_counters_are_on() == 0) {
        return;
    }
    arauto_counters_visit(take, &questions);
    CHECK(questions.calls >= (uint64_t)far_ranks * kTold, "only %llu questions are counted",
          (unsigned long long)questions.calls);
    CHECK(questions.messages * 5 <= questions.calls, "%llu questions took %llu messages",
          (unsigned long long)questions.calls, (unsigned long long)questions.messages);
}

int main(void) {
    int far_ranks = 0;
    start();
    CHECK_OK(arauto_service_register(count, &counting));
    CHECK_OK(arauto_service_register(add, &adding));
    CHECK_OK(arauto_service_register(refuse, &refusing));
    meet();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        if (is_near(rank)) {
            CHECK_FAILS(arauto_service_tell(rank, counting, NULL, 0), ARAUTO_ERR_RANK, "node");
        } else {
            far_ranks += 1;
            tell(rank);
            check_answers(rank);
        }
    }
    for (int rank = 0; rank < arauto_size(); ++rank) {
        CHECK_OK(arauto_service_settle(rank % 2 == 0 ? rank : ARAUTO_SERVICE_ALL));
    }
    meet();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        const uint64_t wanted = is_near(rank) ? 0 : kTold;
        CHECK(told[rank] == wanted, "rank %d has told %llu of %llu", rank,
              (unsigned long long)told[rank], (unsigned long long)wanted);
    }
    check_counts(far_ranks);
    CHECK(faults == 0, "%llu came out of order", (unsigned long long)faults);
    CHECK_FAILS(arauto_service_tell(arauto_size(), counting, NULL, 0), ARAUTO_ERR_RANK, "rank");
    CHECK_OK(arauto_finalize());
    return 0;
}
