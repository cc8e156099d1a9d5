/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Requests of epochs beside those of messages, of notifications and null ones in one array, by
 * every call that waits or tests; some complete at once, as two accesses are, some because of a
 * message that comes after them, and in no particular order.
 */
#include "epochs.h"

enum { kRequests = 11, kRounds = 12 };

static MPI_Win fenced, locked, counted; /* epochs of their own, that overlap those of win */
static long *fenced_words, *locked_words, *counted_words;
static long out, in; /* by message */
static long value; /* by put */

/* The calls of all ranks in a round. Element 4 stays null. */
static void begin_all(int round, MPI_Request* all) {
    static long more;
    MPI_Request opened;
    value = 1000L * rank + round;
    out = -value;
    in = 0;
    more = value + 1;
    OK(MPI_Irecv(&in, 1, MPI_LONG, left, round, MPI_COMM_WORLD, &all[0]));
    post_to(round & 1, 1, &left);
    start_to(round & 2, 1, &right);
    put_long(&value, right, 0);
    OK(MPIX_Win_icomplete(win, &all[1]));
    OK(MPIX_Win_ifence(MPI_MODE_NOPRECEDE, fenced, &opened));
    finish(&opened);
    OK(MPI_Put(&more, 1, MPI_LONG, right, 0, 1, MPI_LONG, fenced));
    OK(MPIX_Win_ifence(MPI_MODE_NOSUCCEED, fenced, &all[2]));
    OK(MPIX_Win_notify_threshold(counted, 0, round + 1, &all[3]));
    all[4] = MPI_REQUEST_NULL;
    OK(MPIX_Win_iwait(win, &all[5]));
    OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, locked, &all[6]));
    OK(MPI_Accumulate(&more, 1, MPI_LONG, 0, round, 1, MPI_LONG, MPI_SUM, locked));
    OK(MPIX_Win_iunlock(0, locked, &all[7]));
    OK(MPIX_Put_notify(&value, 1, MPI_LONG, right, 1, 1, MPI_LONG, 0, counted));
    OK(MPI_Isend(&out, 1, MPI_LONG, right, round, MPI_COMM_WORLD, &all[8]));
    OK(MPI_Rput(&value, 1, MPI_LONG, right, 2, 1, MPI_LONG, counted, &all[9]));
    OK(MPI_Rput(&value, 1, MPI_LONG, right, 3, 1, MPI_LONG, counted, &all[10]));
}

static void check_all(int round, const MPI_Request* all) {
    for (int i = 0; i < kRequests; ++i) {
        CHECK(all[i] == MPI_REQUEST_NULL, "round %d: request %d is left", round, i);
    }
    CHECK(in == -(1000L * left + round), "message %ld", in);
    CHECK(words[0] == 1000L * left + round, "put %ld", words[0]);
    CHECK(fenced_words[0] == 1000L * left + round + 1, "after the fence %ld", fenced_words[0]);
    CHECK(counted_words[1] == 1000L * left + round, "counted %ld", counted_words[1]);
    OK(MPI_Win_flush(right, counted));
    barrier();
    CHECK(counted_words[2] == 1000L * left + round, "put %ld", counted_words[2]);
    CHECK(counted_words[3] == counted_words[2], "put beside it %ld", counted_words[3]);
    const long sum = 1000L * size * (size - 1) / 2 + (long)size * (round + 1);
    CHECK(rank != 0 || locked_words[round] == sum, "sum %ld, not %ld", locked_words[round], sum);
}

static void wait_each(MPI_Request* all) {
    for (int i = 0; i < kRequests; ++i) {
        MPI_Status status;
        OK(MPI_Wait(&all[i], &status));
    }
}

static void wait_backwards(MPI_Request* all) {
    for (int i = kRequests - 1; i >= 0; --i) {
        OK(MPI_Wait(&all[i], MPI_STATUS_IGNORE));
    }
}

static void waitall(MPI_Request* all) {
    MPI_Status statuses[kRequests];
    OK(MPI_Waitall(kRequests, all, statuses));
    CHECK(statuses[0].MPI_SOURCE == left, "the message is of rank %d", statuses[0].MPI_SOURCE);
}

/* A call that is complete at once may give no request. */
static int active_of(const MPI_Request* all) {
    int active = 0;
    for (int i = 0; i < kRequests; ++i) {
        active += all[i] != MPI_REQUEST_NULL;
    }
    return active;
}

static void waitany(MPI_Request* all) {
    int index = -1;
    for (int left_over = active_of(all); left_over > 0; --left_over) {
        MPI_Request before[kRequests];
        MPI_Status status;
        memcpy(before, all, sizeof before);
        OK(MPI_Waitany(kRequests, all, &index, &status));
        CHECK(index >= 0 && index < kRequests, "index %d", index);
        CHECK(before[index] != MPI_REQUEST_NULL, "request %d is complete again", index);
        CHECK(all[index] == MPI_REQUEST_NULL, "request %d is there still", index);
        CHECK(index != 0 || status.MPI_SOURCE == left, "of rank %d", status.MPI_SOURCE);
    }
    OK(MPI_Waitany(kRequests, all, &index, MPI_STATUS_IGNORE));
    CHECK(index == MPI_UNDEFINED, "index %d of nothing", index);
}

static void waitsome(MPI_Request* all) {
    int indices[kRequests], number = 0;
    MPI_Status statuses[kRequests];
    for (int left_over = active_of(all); left_over > 0; left_over -= number) {
        OK(MPI_Waitsome(kRequests, all, &number, indices, statuses));
        CHECK(number > 0 && number <= left_over, "%d of %d", number, left_over);
        for (int i = 0; i < number; ++i) {
            CHECK(all[indices[i]] == MPI_REQUEST_NULL, "request %d is there still", indices[i]);
        }
    }
    OK(MPI_Waitsome(kRequests, all, &number, indices, statuses));
    CHECK(number == MPI_UNDEFINED, "%d of nothing", number);
}

static void test_each(MPI_Request* all) {
    int left_over = kRequests;
    while (left_over > 0) {
        left_over = kRequests;
        for (int i = 0; i < kRequests; ++i) {
            left_over -= is_complete(&all[i]);
        }
    }
}

static void testall(MPI_Request* all) {
    int flag = 0;
    MPI_Status statuses[kRequests];
    while (!flag) {
        OK(MPI_Testall(kRequests, all, &flag, statuses));
    }
}

static void testany(MPI_Request* all) {
    int flag = 0, index = -1;
    for (int left_over = active_of(all); left_over > 0; left_over -= flag) {
        OK(MPI_Testany(kRequests, all, &index, &flag, MPI_STATUS_IGNORE));
        CHECK(!flag || index != MPI_UNDEFINED, "nothing is active, but %d are left", left_over);
    }
    OK(MPI_Testany(kRequests, all, &index, &flag, MPI_STATUS_IGNORE));
    CHECK(flag && index == MPI_UNDEFINED, "index %d of nothing", index);
}

static void testsome(MPI_Request* all) {
    int indices[kRequests], number = 0;
    for (int left_over = active_of(all); left_over > 0; left_over -= number) {
        OK(MPI_Testsome(kRequests, all, &number, indices, MPI_STATUSES_IGNORE));
        CHECK(number >= 0 && number <= left_over, "%d of %d", number, left_over);
    }
}

/* Looks first, which frees nothing. */
static void get_status(MPI_Request* all) {
    for (int i = 0; i < kRequests; ++i) {
        int flag = 0;
        while (!flag) {
            OK(MPI_Request_get_status(all[i], &flag, MPI_STATUS_IGNORE));
        }
        OK(MPI_Request_get_status(all[i], &flag, MPI_STATUS_IGNORE));
        CHECK(flag, "request %d was complete, and is not any more", i);
        OK(MPI_Wait(&all[i], MPI_STATUS_IGNORE));
    }
}

/* A part of them given up: their epochs go on, and later ones show it. */
static void free_some(MPI_Request* all) {
    give_up(&all[1]);
    give_up(&all[6]);
    OK(MPI_Waitall(kRequests, all, MPI_STATUSES_IGNORE));
    barrier(); /* till then `value` is needed: my target has waited for its exposure */
}

static void (*const kWays[])(MPI_Request*) = {
    wait_each, wait_backwards, waitall,  waitany,    waitsome,  test_each,
    testall,   testany,        testsome, get_status, free_some,
};

int main(int argc, char** argv) {
    begin(&argc, &argv);
    set_up();
    fenced = window_of(1, MPI_INFO_NULL, &fenced_words);
    locked = window_of(kRounds, MPI_INFO_NULL, &locked_words);
    counted = window_of(4, MPI_INFO_NULL, &counted_words);
    OK(MPIX_Win_set_num_notify(counted, MPI_INFO_NULL, 1));
    OK(MPI_Win_lock_all(0, counted));
    const int ways = (int)(sizeof kWays / sizeof kWays[0]);
    CHECK(ways <= kRounds, "%d words for %d rounds", kRounds, ways);
    for (int round = 0; round < ways; ++round) {
        MPI_Request all[kRequests];
        begin_all(round, all);
        kWays[round](all);
        check_all(round, all);
        barrier();
    }
    OK(MPI_Win_unlock_all(counted));
    OK(MPI_Win_free(&counted));
    OK(MPI_Win_free(&locked));
    OK(MPI_Win_free(&fenced));
    return clean_up();
}
