/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Matching: data that is there with the notification, statuses, wildcards, order, what came before
 * the start, expected counts, several requests, every call of the wait family beside requests of
 * the MPI, cancel, probe, and refusals.
 */
#include "notify.h"

static int right, left;

static void ring(void) {
    enum { kRounds = 1000, kLongs = 32 };
    long* data = NULL;
    MPI_Win win = window_of(kLongs, &data);
    MPI_Request arrived, may_go;
    MPI_Status status;
    OK(MPIX_Notify_init(win, left, 5, 1, &arrived));
    OK(MPIX_Notify_init(win, right, 6, 1, &may_go));
    OK(MPI_Win_lock_all(0, win));
    for (int round = 1; round <= kRounds; ++round) {
        long mine[kLongs];
        for (int i = 0; i < kLongs; ++i) {
            mine[i] = (long)rank * 1000000 + round * 100 + i;
        }
        OK(MPI_Start(&arrived));
        OK(MPI_Start(&may_go));
        OK(MPIX_Put_notify_tag(mine, kLongs, MPI_LONG, right, 0, kLongs, MPI_LONG, win, 5));
        OK(MPI_Wait(&arrived, &status));
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 5);
        CHECK(bytes_of(&status) == (int)(kLongs * sizeof(long)));
        for (int i = 0; i < kLongs; ++i) {
            CHECK(data[i] == (long)left * 1000000 + round * 100 + i);
        }
        OK(MPIX_Get_notify_tag(mine, 1, MPI_LONG, left, 0, 1, MPI_LONG, win, 6));
        OK(MPI_Wait(&may_go, &status));
        CHECK(status.MPI_SOURCE == right && status.MPI_TAG == 6);
        CHECK(bytes_of(&status) == (int)sizeof(long));
    }
    OK(MPI_Request_free(&arrived));
    OK(MPI_Request_free(&may_go));
    CHECK(arrived == MPI_REQUEST_NULL);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Everybody sends tags 0 to kTags - 1 to rank 0, which starts its requests afterwards. */
static void unexpected(void) {
    enum { kTags = 500 };
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    OK(MPI_Win_lock_all(0, win));
    for (int tag = 0; tag < kTags; ++tag) {
        OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, 0, 0, 0, MPI_LONG, win, tag));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Status status;
        /* Exact ones, in any order. */
        for (int tag = kTags - 1; tag >= kTags / 2; --tag) {
            for (int source = 0; source < size; ++source) {
                MPI_Request request;
                OK(MPIX_Notify_init(win, source, tag, 1, &request));
                OK(MPI_Start(&request));
                OK(MPI_Wait(&request, &status));
                CHECK(status.MPI_SOURCE == source && status.MPI_TAG == tag);
                OK(MPI_Request_free(&request));
            }
        }
        /* Any tag of one source: in the order in which it sent. */
        MPI_Request request;
        OK(MPIX_Notify_init(win, size - 1, MPI_ANY_TAG, 1, &request));
        for (int tag = 0; tag < kTags / 4; ++tag) {
            OK(MPI_Start(&request));
            OK(MPI_Wait(&request, &status));
            CHECK(status.MPI_SOURCE == size - 1 && status.MPI_TAG == tag);
        }
        OK(MPI_Request_free(&request));
        /* A tag of any source, all at once: the last match is reported. */
        OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, kTags / 2 - 1, size, &request));
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, &status));
        CHECK(status.MPI_TAG == kTags / 2 - 1 && status.MPI_SOURCE < size);
        OK(MPI_Request_free(&request));
        /* All the rest. */
        const int rest = size * (kTags / 2) - kTags / 4 - size;
        int flag = -1;
        OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, MPI_ANY_TAG, rest + 1, &request));
        OK(MPI_Start(&request));
        OK(MPI_Test(&request, &flag, &status));
        CHECK(flag == 0);
        OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, 0, 0, 0, MPI_LONG, win, 12345));
        OK(MPI_Test(&request, &flag, &status));
        CHECK(flag == 1 && status.MPI_TAG == 12345 && status.MPI_SOURCE == 0);
        OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, &status));
        CHECK(flag == 0);
        OK(MPI_Request_free(&request));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Each tag comes twice, the tags in a mixed order; the bytes show which of the two it is. Whatever
 * is taken by its tag, a probe finds it first, and the older one comes first; what any tag takes
 * comes in the order in which it was sent. */
static void many_tags(void) {
    enum { kTags = 5000, kStep = 1777 }; /* without a common divisor */
    long two[2] = {0, 0};
    long* data = NULL;
    MPI_Win win = window_of(2, &data);
    OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < 2 * kTags; ++i) {
        const int longs = 1 + i / kTags;
        OK(MPIX_Put_notify_tag(two, longs, MPI_LONG, right, 0, longs, MPI_LONG, win,
                               i % kTags * kStep % kTags));
    }
    OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, right, 0, 0, MPI_LONG, win, kTags));
    MPI_Request request;
    MPI_Status status;
    int flag = 0;
    while (flag == 0) { /* once the last has come, all have */
        OK(MPIX_Iprobe_notify(win, left, kTags, &flag, &status));
    }
    for (int tag = kTags - 1; tag > 0; tag -= 2) {
        for (int longs = 1; longs <= 2; ++longs) {
            OK(MPIX_Iprobe_notify(win, longs == 1 ? left : MPI_ANY_SOURCE, tag, &flag, &status));
            CHECK(flag == 1 && status.MPI_SOURCE == left && status.MPI_TAG == tag);
            CHECK(bytes_of(&status) == longs * (int)sizeof(long));
            OK(MPIX_Notify_init(win, left, tag, 1, &request));
            OK(MPI_Start(&request));
            OK(MPI_Wait(&request, &status));
            CHECK(status.MPI_SOURCE == left && status.MPI_TAG == tag);
            CHECK(bytes_of(&status) == longs * (int)sizeof(long));
            OK(MPI_Request_free(&request));
        }
        OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, tag, &flag, &status));
        CHECK(flag == 0);
    }
    OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, MPI_ANY_TAG, 1, &request));
    for (int i = 0; i < 2 * kTags; ++i) {
        const int tag = i % kTags * kStep % kTags;
        if (tag % 2 == (kTags - 1) % 2 && tag > 0) {
            continue; /* taken above */
        }
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, &status));
        CHECK(status.MPI_TAG == tag && bytes_of(&status) == (1 + i / kTags) * (int)sizeof(long));
    }
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, &status));
    CHECK(status.MPI_TAG == kTags);
    OK(MPI_Request_free(&request));
    OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, &status));
    CHECK(flag == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

static void send_to_self(MPI_Win win, int tag) {
    OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, rank, 0, 0, MPI_LONG, win, tag));
}

/* Started requests take in the order of their starts, whichever is tested. */
static void order(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    MPI_Request exact, any;
    MPI_Status status;
    int flag = -1;
    OK(MPI_Win_lock_all(0, win));
    OK(MPIX_Notify_init(win, rank, 5, 2, &exact));
    OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, MPI_ANY_TAG, 1, &any));
    OK(MPI_Start(&exact));
    OK(MPI_Start(&any));
    send_to_self(win, 5);
    OK(MPI_Test(&any, &flag, &status));
    CHECK(flag == 0);
    send_to_self(win, 7);
    OK(MPI_Test(&any, &flag, &status));
    CHECK(flag == 1 && status.MPI_TAG == 7 && status.MPI_SOURCE == rank);
    OK(MPI_Test(&exact, &flag, &status));
    CHECK(flag == 0);
    send_to_self(win, 5);
    OK(MPI_Test(&exact, &flag, &status));
    CHECK(flag == 1 && status.MPI_TAG == 5);
    /* The other way round. */
    OK(MPI_Start(&any));
    OK(MPI_Start(&exact));
    for (int i = 0; i < 3; ++i) {
        send_to_self(win, 5);
    }
    OK(MPI_Wait(&exact, MPI_STATUS_IGNORE));
    OK(MPI_Request_get_status(any, &flag, &status));
    CHECK(flag == 1 && status.MPI_TAG == 5);
    OK(MPI_Wait(&any, &status));
    CHECK(status.MPI_TAG == 5);
    /* Not started: complete at once, with an empty status. */
    OK(MPI_Wait(&any, &status));
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    OK(MPI_Test(&any, &flag, MPI_STATUS_IGNORE));
    CHECK(flag == 1);
    OK(MPI_Request_free(&any));
    OK(MPI_Request_free(&exact));
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* The second request wants what the first wants, and what the third wants: a test of the third must
 * not give the second what is the first's. */
static void chain(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    MPI_Request requests[3];
    MPI_Status status;
    int flag = -1;
    OK(MPI_Win_lock_all(0, win));
    OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, 5, 1, &requests[0]));
    OK(MPIX_Notify_init(win, rank, MPI_ANY_TAG, 1, &requests[1]));
    OK(MPIX_Notify_init(win, rank, 6, 1, &requests[2]));
    OK(MPI_Startall(3, requests));
    send_to_self(win, 5);
    OK(MPI_Test(&requests[2], &flag, &status));
    CHECK(flag == 0);
    OK(MPI_Test(&requests[1], &flag, &status));
    CHECK(flag == 0);
    OK(MPI_Test(&requests[0], &flag, &status));
    CHECK(flag == 1 && status.MPI_TAG == 5);
    send_to_self(win, 6);
    OK(MPI_Test(&requests[2], &flag, &status));
    CHECK(flag == 0);
    OK(MPI_Test(&requests[1], &flag, &status));
    CHECK(flag == 1 && status.MPI_TAG == 6);
    send_to_self(win, 6);
    OK(MPI_Wait(&requests[2], &status));
    CHECK(status.MPI_TAG == 6);
    for (int i = 0; i < 3; ++i) {
        OK(MPI_Request_free(&requests[i]));
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Many are started, each with two of a tag, and waited for from the newest on; the older of the two
 * gets what came first. */
static void many_started(void) {
    enum { kTags = 2000, kAll = 2 * kTags };
    static MPI_Request requests[kAll];
    const long two[2] = {0, 0};
    long* data = NULL;
    MPI_Win win = window_of(2, &data);
    MPI_Status status;
    OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < kAll; ++i) {
        OK(MPIX_Notify_init(win, left, i % kTags, 1, &requests[i]));
    }
    OK(MPI_Startall(kAll, requests));
    for (int i = 0; i < kAll; ++i) {
        const int longs = 1 + i / kTags;
        OK(MPIX_Put_notify_tag(two, longs, MPI_LONG, right, 0, longs, MPI_LONG, win, i % kTags));
    }
    for (int i = kAll - 1; i >= 0; --i) {
        OK(MPI_Wait(&requests[i], &status));
        CHECK(status.MPI_TAG == i % kTags);
        CHECK(bytes_of(&status) == (1 + i / kTags) * (int)sizeof(long));
        OK(MPI_Request_free(&requests[i]));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* A probed notification is kept, at its position in the order. */
static void probe(void) {
    long* data = NULL;
    MPI_Win win = window_of(4, &data);
    const long some[3] = {1, 2, 3};
    MPI_Request request;
    MPI_Status status;
    int flag = -1;
    OK(MPI_Win_lock_all(0, win));
    OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, &status));
    CHECK(flag == 0);
    send_to_self(win, 1);
    send_to_self(win, 2);
    OK(MPIX_Put_notify_tag(some, 3, MPI_LONG, rank, 0, 3, MPI_LONG, win, 3));
    send_to_self(win, 4);
    for (int i = 0; i < 2; ++i) {
        OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, 3, &flag, &status));
        CHECK(flag == 1 && status.MPI_TAG == 3 && status.MPI_SOURCE == rank);
        CHECK(bytes_of(&status) == (int)sizeof some);
    }
    OK(MPIX_Iprobe_notify(win, rank, 9, &flag, &status));
    CHECK(flag == 0);
    OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, MPI_ANY_TAG, 1, &request));
    for (int tag = 1; tag <= 4; ++tag) {
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, &status));
        CHECK(status.MPI_TAG == tag);
    }
    OK(MPI_Request_free(&request));
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

static void cancel(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    MPI_Request request;
    MPI_Status status;
    int flag = -1;
    OK(MPI_Win_lock_all(0, win));
    OK(MPIX_Notify_init(win, rank, 1, 1, &request));
    OK(MPI_Start(&request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag == 1);
    /* A notification that comes later is for the next start; then there is nothing to cancel. */
    send_to_self(win, 1);
    OK(MPI_Start(&request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag == 0 && status.MPI_TAG == 1);
    /* An active one may be freed; what it would have taken stays. */
    OK(MPI_Start(&request));
    OK(MPI_Request_free(&request));
    send_to_self(win, 1);
    OK(MPIX_Iprobe_notify(win, rank, 1, &flag, &status));
    CHECK(flag == 1);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

enum { kNotified = 3, kAll = 6 };

/* Three requests of ours and three receives, completed by one call. Returns which is whose. */
static void start_mixed(MPI_Win win, MPI_Request* requests, int* received) {
    for (int i = 0; i < kNotified; ++i) {
        OK(MPI_Irecv(&received[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[2 * i + 1]));
        OK(MPI_Start(&requests[2 * i]));
    }
    (void)win;
}

static void feed_mixed(MPI_Win win) {
    for (int i = 0; i < kNotified; ++i) {
        const int value = 100 * rank + i;
        OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, right, 0, 0, MPI_LONG, win, i));
        OK(MPI_Send(&value, 1, MPI_INT, right, i, MPI_COMM_WORLD));
    }
}

static void check_mixed(const int* received, const MPI_Status* statuses) {
    for (int i = 0; i < kNotified; ++i) {
        CHECK(received[i] == 100 * left + i);
        CHECK(statuses[2 * i].MPI_SOURCE == left && statuses[2 * i].MPI_TAG == i);
        CHECK(statuses[2 * i + 1].MPI_SOURCE == left && statuses[2 * i + 1].MPI_TAG == i);
        CHECK(bytes_of(&statuses[2 * i + 1]) == (int)sizeof(int));
    }
}

static void finish_any(MPI_Request* requests, MPI_Status* statuses, int tests) {
    for (int done = 0; done < kAll; ++done) {
        MPI_Status status;
        int index = -1;
        int flag = 0;
        if (tests) {
            while (!flag) {
                OK(MPI_Testany(kAll, requests, &index, &flag, &status));
            }
        } else {
            OK(MPI_Waitany(kAll, requests, &index, &status));
        }
        CHECK(index >= 0 && index < kAll);
        statuses[index] = status;
    }
    int index = -1;
    OK(MPI_Waitany(kAll, requests, &index, MPI_STATUS_IGNORE));
    CHECK(index == MPI_UNDEFINED);
}

static void finish_some(MPI_Request* requests, MPI_Status* statuses, int tests) {
    for (int done = 0; done < kAll;) {
        MPI_Status some[kAll];
        int indices[kAll];
        int number = -1;
        if (tests) {
            OK(MPI_Testsome(kAll, requests, &number, indices, some));
        } else {
            OK(MPI_Waitsome(kAll, requests, &number, indices, some));
            CHECK(number > 0);
        }
        for (int i = 0; i < number; ++i) {
            statuses[indices[i]] = some[i];
        }
        done += number;
    }
    int indices[kAll];
    int number = -1;
    OK(MPI_Waitsome(kAll, requests, &number, indices, MPI_STATUSES_IGNORE));
    CHECK(number == MPI_UNDEFINED);
}

static void mix_calls(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    MPI_Request requests[kAll];
    OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < kNotified; ++i) {
        OK(MPIX_Notify_init(win, left, i, 1, &requests[2 * i]));
    }
    for (int round = 0; round < 24; ++round) {
        int received[kNotified] = {-1, -1, -1};
        MPI_Status statuses[kAll];
        int flag = 0;
        const int early = round % 2 && size > 1; /* a send to oneself may wait for its receive */
        if (early) {
            feed_mixed(win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        start_mixed(win, requests, received);
        if (!early) {
            feed_mixed(win);
        }
        switch (round / 2 % 6) {
        case 0:
            OK(MPI_Waitall(kAll, requests, statuses));
            break;
        case 1:
            while (!flag) {
                OK(MPI_Testall(kAll, requests, &flag, statuses));
            }
            break;
        case 2:
            finish_any(requests, statuses, 0);
            break;
        case 3:
            finish_any(requests, statuses, 1);
            break;
        case 4:
            finish_some(requests, statuses, 0);
            break;
        default:
            finish_some(requests, statuses, 1);
            break;
        }
        check_mixed(received, statuses);
        for (int i = 0; i < kNotified; ++i) {
            CHECK(requests[2 * i] != MPI_REQUEST_NULL && requests[2 * i + 1] == MPI_REQUEST_NULL);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    /* Statuses that nobody wants, and Startall with a persistent receive of the MPI. */
    MPI_Request both[2];
    int value = -1;
    OK(MPI_Recv_init(&value, 1, MPI_INT, left, 77, MPI_COMM_WORLD, &both[0]));
    both[1] = requests[0];
    OK(MPI_Startall(2, both));
    OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, right, 0, 0, MPI_LONG, win, 0));
    OK(MPI_Send(&rank, 1, MPI_INT, right, 77, MPI_COMM_WORLD));
    OK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
    CHECK(value == left);
    OK(MPI_Request_free(&both[0]));
    for (int i = 0; i < kNotified; ++i) {
        OK(MPI_Request_free(&requests[2 * i]));
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Columns of a matrix, sums, request forms, ordinary memory, and a fence epoch. */
static void operations(void) {
    long mine[16] = {0};
    const long column[4] = {rank + 1, rank + 2, rank + 3, rank + 4};
    const long one = 1;
    MPI_Datatype strided;
    MPI_Win win;
    MPI_Request request, done;
    OK(MPI_Type_vector(4, 1, 4, MPI_LONG, &strided));
    OK(MPI_Type_commit(&strided));
    OK(MPI_Win_create(mine, sizeof mine, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPIX_Notify_init(win, left, 3, 1, &request));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Start(&request));
    OK(MPIX_Put_notify_tag(column, 4, MPI_LONG, right, 1, 1, strided, win, 3));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < 4; ++i) {
        CHECK(mine[1 + 4 * i] == left + 1 + i && mine[4 * i] == 0);
    }
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    OK(MPI_Win_lock_all(0, win));
    OK(MPI_Request_free(&request));
    OK(MPIX_Notify_init(win, MPI_ANY_SOURCE, 4, 2 * size, &request));
    OK(MPI_Start(&request));
    for (int rank = 0; rank < size; ++rank) {
        OK(MPIX_Accumulate_notify_tag(&one, 1, MPI_LONG, rank, 0, 1, MPI_LONG, MPI_SUM, win, 4));
        OK(MPIX_Raccumulate_notify_tag(&one, 1, MPI_LONG, rank, 0, 1, MPI_LONG, MPI_SUM, win, &done,
                                       4));
        OK(MPI_Wait(&done, MPI_STATUS_IGNORE));
    }
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(mine[0] == 2 * size);
    OK(MPI_Request_free(&request));
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPIX_Notify_init(win, left, 8, 2, &request));
    OK(MPI_Start(&request));
    long seen = -1;
    OK(MPIX_Rput_notify_tag(column, 1, MPI_LONG, right, 2, 1, MPI_LONG, win, &done, 8));
    OK(MPI_Wait(&done, MPI_STATUS_IGNORE));
    OK(MPIX_Rget_notify_tag(&seen, 1, MPI_LONG, right, 2, 1, MPI_LONG, win, &done, 8));
    OK(MPI_Wait(&done, MPI_STATUS_IGNORE));
    CHECK(seen == column[0]);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(mine[2] == left + 1);
    OK(MPI_Request_free(&request));
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Type_free(&strided));
    OK(MPI_Win_free(&win));
}

static void refusals(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    const long value = 9;
    MPI_Request request;
    MPI_Status status;
    int flag = -1;
    CHECK_CLASS(MPIX_Notify_init(win, size, 0, 1, &request), MPI_ERR_RANK);
    CHECK_CLASS(MPIX_Notify_init(win, 0, -5, 1, &request), MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Notify_init(win, 0, 0, -1, &request), MPI_ERR_COUNT);
    CHECK_CLASS(MPIX_Iprobe_notify(win, 0, -5, &flag, &status), MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Put_notify_tag(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, win, 1),
                MPI_ERR_RMA_SYNC);
    OK(MPI_Win_lock_all(0, win));
    CHECK_CLASS(MPIX_Put_notify_tag(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, win, -1),
                MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Put_notify_tag(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, win, MPI_ANY_TAG),
                MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Put_notify_tag(&value, 1, MPI_LONG, size, 0, 1, MPI_LONG, win, 1),
                MPI_ERR_RANK);
    CHECK_CLASS(MPIX_Put_notify_tag(&value, 1, MPI_LONG, right, 1, 1, MPI_LONG, win, 1),
                MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPIX_Put_notify_tag(&value, -1, MPI_LONG, right, 0, 1, MPI_LONG, win, 1),
                MPI_ERR_COUNT);
    OK(MPIX_Put_notify_tag(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win, 1));
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, &status));
    CHECK(flag == 0 && data[0] == 0);
    OK(MPIX_Notify_init(win, rank, 1, 1, &request));
    OK(MPI_Start(&request));
    CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
    OK(MPI_Request_free(&request));
    /* From nobody: complete with the status of MPI_PROC_NULL. No notifications: complete too. */
    OK(MPIX_Notify_init(win, MPI_PROC_NULL, 1, 1, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && bytes_of(&status) == 0);
    OK(MPI_Request_free(&request));
    OK(MPIX_Notify_init(win, rank, 1, 0, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    ring();
    unexpected();
    many_tags();
    order();
    chain();
    many_started();
    probe();
    cancel();
    mix_calls();
    operations();
    refusals();
    return finish("matching");
}
