/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * RPC: what is posted to a rank is done once, in order, and before flush returns; a call gets its
 * reply; a function that puts a request off gets it again; a rank serves its node while it computes
 * when it has asked for that. Where it is counted, many requests to other nodes take few messages.
 */
#include "arauto/spi/rpc.h"

#include "job.h"

#include "arauto/spi/counters.h"

#include <stdatomic.h>

enum { kPosted = 1000, kRanksMax = 64 };

static _Atomic uint64_t posted[kRanksMax]; /* by each rank */
static _Atomic uint64_t faults;
static int put_off;
static int counting, adding, refusing;

/* Takes numbers, each rank's in order; now and then only when asked again. */
static arauto_status_t count(const arauto_rpc_request_t* request) {
    uint64_t number = 0;
    if (put_off == 0) {
        put_off = 1;
        return ARAUTO_RPC_LATER;
    }
    memcpy(&number, request->request, sizeof number);
    if (request->request_bytes < sizeof number || number != posted[request->origin]) {
        faults += 1;
    }
    posted[request->origin] += 1;
    put_off = number % 7 == 0 ? 0 : 1;
    return ARAUTO_OK;
}

/* Answers with the request, one more in each byte, as far as it is wanted. */
static arauto_status_t add(const arauto_rpc_request_t* request) {
    const unsigned char* const from = request->request;
    unsigned char* const to = request->reply;
    for (size_t i = 0; i < request->reply_bytes && i < request->request_bytes; ++i) {
        to[i] = (unsigned char)(from[i] + 1);
    }
    return ARAUTO_OK;
}

static arauto_status_t refuse(const arauto_rpc_request_t* request) {
    (void)request;
    return ARAUTO_ERR_RANGE;
}

/* Even ranks ask the next one, which computes until their replies have come. */
static void ask_while_it_computes(void) {
    static _Atomic int* told;
    arauto_segment_h flags;
    const int rank = arauto_rank();
    const int one = 1;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof *told, &flags));
    told = arauto_segment_base(flags);
    if (rank % 2 == 1) {
        while (*told == 0) {
        }
    } else if (rank + 1 < arauto_size()) {
        for (int i = 0; i < 100; ++i) {
            unsigned char number = (unsigned char)i;
            CHECK_OK(arauto_rpc_call(rank + 1, adding, &number, 1, &number, 1));
            CHECK(number == i + 1, "the reply is %d, not %d", number, i + 1);
        }
        CHECK_OK(arauto_put(flags, rank + 1, 0, &one, sizeof one));
        arauto_flush(ARAUTO_EVERY_RANK);
    }
    CHECK_OK(arauto_segment_free(flags));
}

static void check_replies(int rank) {
    unsigned char request[ARAUTO_RPC_BYTES_MAX], reply[ARAUTO_RPC_BYTES_MAX + 1];
    for (size_t bytes = 0; bytes <= sizeof request; bytes += 1 + bytes / 3) {
        for (size_t i = 0; i < sizeof request; ++i) {
            request[i] = (unsigned char)mixed(bytes, i, (uint64_t)rank);
        }
        memset(reply, 0xa5, sizeof reply);
        CHECK_OK(arauto_rpc_call(rank, adding, request, bytes, reply, bytes));
        for (size_t i = 0; i < sizeof reply; ++i) {
            const int wanted = i < bytes ? (unsigned char)(request[i] + 1) : 0xa5;
            CHECK(reply[i] == wanted, "byte %zu of %zu is %d, not %d", i, bytes, reply[i], wanted);
        }
    }
    CHECK_STATUS(arauto_rpc_call(rank, refusing, NULL, 0, NULL, 0), ARAUTO_ERR_RANGE);
    CHECK_FAILS(arauto_rpc_post(rank, refusing + 1, NULL, 0), ARAUTO_ERR_ARGUMENT, "function");
    CHECK_FAILS(arauto_rpc_post(rank, adding, request, sizeof request + 1), ARAUTO_ERR_ARGUMENT,
                "bytes");
}

/* Posts, with a call among them, which comes in its turn. */
static void post(int rank) {
    for (uint64_t number = 0; number < kPosted; ++number) {
        if (number == kPosted / 2) {
            CHECK_OK(arauto_rpc_call(rank, counting, &number, sizeof number, NULL, 0));
        } else {
            CHECK_OK(arauto_rpc_post(rank, counting, &number, sizeof number));
        }
    }
}

static void take(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)help;
    if (strcmp(name, "rpc") == 0) {
        *(arauto_count_t*)context = count;
    }
}

/* Rows grow to twice the length of the one before. */
static void check_counts(int peers) {
    arauto_count_t calls = {0, 0, 0};
    if (arauto_counters_are_on() == 0) {
        return;
    }
    arauto_counters_visit(take, &calls);
    CHECK(calls.calls >= (uint64_t)peers * kPosted, "only %llu calls are counted",
          (unsigned long long)calls.calls);
    CHECK(calls.messages * 5 <= calls.calls, "%llu calls took %llu messages",
          (unsigned long long)calls.calls, (unsigned long long)calls.messages);
}

int main(void) {
    int peers = 0;
    start();
    CHECK_OK(arauto_rpc_register(count, &counting));
    CHECK_OK(arauto_rpc_register(add, &adding));
    CHECK_OK(arauto_rpc_register(refuse, &refusing));
    barrier();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        if (rank == arauto_rank()) {
            CHECK_FAILS(arauto_rpc_post(rank, counting, NULL, 0), ARAUTO_ERR_RANK, "caller");
        } else {
            peers += 1;
            post(rank);
            check_replies(rank);
        }
    }
    for (int rank = 0; rank < arauto_size(); ++rank) {
        CHECK_OK(arauto_rpc_flush(rank % 2 == 0 ? rank : ARAUTO_EVERY_RANK));
    }
    barrier();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        const uint64_t wanted = rank == arauto_rank() ? 0 : kPosted;
        CHECK(posted[rank] == wanted, "rank %d has posted %llu of %llu", rank,
              (unsigned long long)posted[rank], (unsigned long long)wanted);
    }
    check_counts(peers);
    CHECK_OK(arauto_rpc_attend());
    ask_while_it_computes();
    CHECK(faults == 0, "%llu came out of order", (unsigned long long)faults);
    CHECK_FAILS(arauto_rpc_post(arauto_size(), counting, NULL, 0), ARAUTO_ERR_RANK, "rank");
    CHECK_OK(arauto_finalize());
    return 0;
}
