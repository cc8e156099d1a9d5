// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Notified access through the C API, timed between two ranks: a put or a get and its notification,
// one way, beside a put and the post of an event. The target reads the last value, and in
// notified_put_read all. Then a notification with a tag, received from any source, while many
// others are kept unexpected. Rank 0 prints lines "name/c bytes value" in nanoseconds; for
// match_unexpected, `bytes` is the number kept.
//
//   notify_bench SECONDS-PER-CASE [largest size in bytes]
#include "read_all.h"

#include <arauto/arauto.h>
#include <arauto/board.h>
#include <arauto/notify.h>
#include <arauto/spi/board.h>
#include <arauto/spi/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int me, other;
static double seconds = 0.05;
static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_notify_h event;
static arauto_slot_t slot;
static arauto_board_h board;
static int64_t* own; // this rank's part of the segment
static int64_t* local; // what is put from and got into

enum { TAG_TURN = 1, TAG_FILLED, TAG_KEPT };

typedef void exchange_t(int64_t turn, size_t bytes);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "notify_bench: %s\n", arauto_last_error());
        exit(1);
    }
}

static void must_be(int64_t value, int64_t turn) {
    if (value != turn) {
        fprintf(stderr, "notify_bench: %lld came in turn %lld\n", (long long)value,
                (long long)turn);
        exit(1);
    }
}

static void send_notified(int64_t turn, size_t bytes) {
    local[bytes / 8 - 1] = turn;
    must(arauto_put_notify(segment, other, 0, local, bytes, slot));
}

static void receive_notified(int64_t turn, size_t bytes) {
    must(arauto_notify_wait(notify, 0, 1));
    must_be(own[bytes / 8 - 1], turn);
}

static void receive_and_read(int64_t turn, size_t bytes) {
    must(arauto_notify_wait(notify, 0, 1));
    must_be(sum_of(own, bytes / 8), turn); // all other words are 0
}

static void send_and_post(int64_t turn, size_t bytes) {
    local[bytes / 8 - 1] = turn;
    must(arauto_put(segment, other, 0, local, bytes));
    must(arauto_event_post(event, other, 0));
}

static void receive_event(int64_t turn, size_t bytes) {
    must(arauto_notify_wait(event, 0, 1));
    must_be(own[bytes / 8 - 1], turn);
}

// The getter waited only for its turn; the notification shows the other rank that it may go on.
static void get(int64_t turn, size_t bytes) {
    (void)turn;
    must(arauto_get_notify(segment, other, 0, local, bytes, slot));
}

static void be_got_from(int64_t turn, size_t bytes) {
    (void)bytes;
    must(arauto_notify_wait(notify, 0, 1));
    own[0] = turn;
}

static void send_tagged(int64_t turn, size_t kept) {
    (void)turn;
    (void)kept;
    must(arauto_board_post(board, other, TAG_TURN, 0));
}

static void receive_tagged(int64_t turn, size_t kept) {
    (void)turn;
    (void)kept;
    arauto_match_t match;
    must(arauto_board_wait(board, ARAUTO_ANY_SOURCE, TAG_TURN, 1, &match));
    must_be(match.source, other);
}

/* Nanoseconds for one way of `count` exchanges. */
static double time_exchanges(exchange_t* send, exchange_t* receive, size_t bytes, int count) {
    must(arauto_team_barrier(arauto_team_world()));
    const double start = now();
    for (int turn = 1; turn <= count; ++turn) {
        if (me == 0) {
            send(turn, bytes);
            receive(turn, bytes);
        } else {
            receive(turn, bytes);
            send(turn, bytes);
        }
    }
    return (now() - start) / count / 2 * 1e9;
}

static void bench(const char* name, exchange_t* send, exchange_t* receive, size_t bytes) {
    const double first = time_exchanges(send, receive, bytes, 20);
    int64_t count = (int64_t)(seconds * 1e9 / 2 / first) + 10;
    if (count > 2000000) {
        count = 2000000;
    }
    must(arauto_broadcast(arauto_team_world(), &count, sizeof count, 0));
    const double each = time_exchanges(send, receive, bytes, (int)count);
    if (me == 0) {
        printf("%s/c %zu %.2f\n", name, bytes, each);
    }
}

// `kept` notifications that nobody asks for lie on each board while the others are matched.
static void bench_unexpected(size_t kept) {
    must(arauto_board_create(arauto_team_world(), 0, &board));
    for (size_t i = 0; i < kept; ++i) {
        must(arauto_board_post(board, other, TAG_KEPT + (int)i, 0));
    }
    must(arauto_board_post(board, other, TAG_FILLED, 0));
    must(arauto_board_wait(board, other, TAG_FILLED, 1, NULL));
    bench("match_unexpected", send_tagged, receive_tagged, kept);
    uint64_t there;
    must(arauto_board_query(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &there));
    must_be((int64_t)there, (int64_t)kept);
    must(arauto_board_free(board));
}

int main(int count, char** words) {
    must(arauto_init());
    seconds = count > 1 ? atof(words[1]) : seconds;
    const size_t largest = count > 2 ? (size_t)atoll(words[2]) : (size_t)1 << 20;
    me = arauto_rank();
    other = 1 - me;
    if (arauto_size() == 2) {
        must(arauto_segment_allocate(arauto_team_world(), largest, &segment));
        must(arauto_notify_create(arauto_team_world(), 1, &notify));
        must(arauto_notify_create(arauto_team_world(), 1, &event));
        must(arauto_notify_slot(notify, 0, &slot));
        own = arauto_segment_base(segment);
        local = malloc(largest);
        memset(own, 0, largest);
        memset(local, 0, largest);
        const size_t sizes[] = {8, 512, 4096, 65536, 1 << 20};
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= largest; ++i) {
            bench("notified_put", send_notified, receive_notified, sizes[i]);
            bench("put_event", send_and_post, receive_event, sizes[i]);
            bench("notified_get", get, be_got_from, sizes[i]);
        }
        const size_t read_sizes[] = READ_SIZES;
        memset(own, 0, largest);
        memset(local, 0, largest);
        must(arauto_team_barrier(arauto_team_world()));
        for (size_t i = 0; i < sizeof read_sizes / sizeof *read_sizes; ++i) {
            if (read_sizes[i] <= largest) {
                bench("notified_put_read", send_notified, receive_and_read, read_sizes[i]);
                local[read_sizes[i] / 8 - 1] = 0;
                memset(own, 0, read_sizes[i]);
                must(arauto_team_barrier(arauto_team_world()));
            }
        }
        bench_unexpected(0);
        bench_unexpected(1000);
        bench_unexpected(100000);
    }
    must(arauto_finalize());
    return 0;
}
