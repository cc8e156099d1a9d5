/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every kind of window and every kind of epoch with put and get: each rank writes to its right
 * neighbour and reads from its left one.
 */
#include "job.h"
#include "nodes.h"

#include <string.h>

enum { kWords = 1000 };
static long buffer[kWords];

static int right(void) {
    return (rank + 1) % size;
}

static int left(void) {
    return (rank + size - 1) % size;
}

static void fill(long* words, long start) {
    for (int i = 0; i < kWords; ++i) {
        words[i] = start + i;
    }
}

static void check_words(const long* words, long start) {
    for (int i = 0; i < kWords; ++i) {
        CHECK(words[i] == start + i, "word %d is %ld", i, words[i]);
    }
}

static void with_fence(MPI_Win win, long* mine) {
    for (int round = 0; round < 50; ++round) {
        fill(buffer, 1000L * round + rank);
        MPI_Win_fence(round == 0 ? MPI_MODE_NOPRECEDE : 0, win);
        MPI_Put(buffer, kWords, MPI_LONG, right(), 0, kWords, MPI_LONG, win);
        MPI_Win_fence(0, win);
        check_words(mine, 1000L * round + left());
        long got[kWords];
        MPI_Get(got, kWords, MPI_LONG, right(), 0, kWords, MPI_LONG, win);
        MPI_Win_fence(MPI_MODE_NOPUT, win);
        check_words(got, 1000L * round + rank);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void with_groups(MPI_Win win, const long* mine) {
    MPI_Group all, to, from;
    MPI_Win_get_group(win, &all);
    const int target = right(), origin = left();
    MPI_Group_incl(all, 1, &target, &to);
    MPI_Group_incl(all, 1, &origin, &from);
    for (int round = 0; round < 50; ++round) {
        fill(buffer, 77L * round + rank);
        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(buffer, kWords, MPI_LONG, right(), 0, kWords, MPI_LONG, win);
        MPI_Win_complete(win);
        if (round % 2 == 0) {
            MPI_Win_wait(win);
        } else {
            for (int done = 0; done == 0;) {
                MPI_Win_test(win, &done);
            }
        }
        check_words(mine, 77L * round + left());
    }
    MPI_Group_free(&all);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
}

/* Everybody adds to a word of rank 0 that only an exclusive lock protects. */
static void with_locks(MPI_Win win, const long* mine) {
    const long zero = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&zero, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 200; ++round) {
        long value = 0;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        ++value;
        MPI_Put(&value, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win);
        MPI_Win_unlock(0, win);
        MPI_Win_lock_all(0, win);
        MPI_Get(&value, 1, MPI_LONG, 0, 5, 1, MPI_LONG, win);
        MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
        CHECK(value > round && value <= 200L * size, "the counter is %ld", value);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        CHECK(mine[5] == 200L * size, "the counter is %ld", mine[5]);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void with_requests(MPI_Win win, const long* mine) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    long got[kWords];
    fill(buffer, 31L + rank);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Rput(buffer, kWords, MPI_LONG, right(), 0, kWords, MPI_LONG, win, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_flush(right(), win);
    MPI_Rget(got, kWords, MPI_LONG, right(), 0, kWords, MPI_LONG, win, &requests[0]);
    MPI_Rput(NULL, 0, MPI_LONG, MPI_PROC_NULL, 0, 0, MPI_LONG, win, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    for (int i = 0; i < 2; ++i) {
        int is_cancelled = 1;
        MPI_Test_cancelled(&statuses[i], &is_cancelled);
        CHECK(!is_cancelled, "request %d was cancelled", i);
    }
    check_words(got, 31L + rank);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    check_words(mine, 31L + left());
    MPI_Barrier(MPI_COMM_WORLD);
}

static void all_epochs(MPI_Win win, long* mine) {
    with_fence(win, mine);
    MPI_Barrier(MPI_COMM_WORLD);
    with_groups(win, mine);
    with_locks(win, mine);
    with_requests(win, mine);
}

static void check_attributes(MPI_Win win, void* base, int unit, int flavor) {
    void* value = NULL;
    int found = 0;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &found);
    CHECK(found && value == base, "base %p instead of %p", value, base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &found);
    CHECK(found && *(MPI_Aint*)value == (MPI_Aint)(kWords * sizeof(long)), "size");
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &found);
    CHECK(found && *(int*)value == unit, "unit %d", *(int*)value);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &found);
    CHECK(found && *(int*)value == flavor, "flavor %d", *(int*)value);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &found);
    CHECK(found && *(int*)value == MPI_WIN_UNIFIED, "model %d", *(int*)value);
}

static void dynamic_window(void) {
    MPI_Win win;
    long* words = calloc(kWords, sizeof(long));
    MPI_Aint mine, theirs;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, words, kWords * sizeof(long));
    MPI_Get_address(words, &mine);
    MPI_Sendrecv(&mine, 1, MPI_AINT, left(), 0, &theirs, 1, MPI_AINT, right(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    fill(buffer, 900L + rank);
    MPI_Win_fence(0, win);
    MPI_Put(buffer, kWords, MPI_LONG, right(), theirs, kWords, MPI_LONG, win);
    MPI_Win_fence(0, win);
    check_words(words, 900L + left());
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_detach(win, words);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL, "the handle is left");
    free(words);
}

static void shared_window(MPI_Aint bytes) {
    MPI_Win win;
    long* words = NULL;
    MPI_Win_allocate_shared(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    check_attributes(win, words, sizeof(long), MPI_WIN_FLAVOR_SHARED);
    all_epochs(win, words);
    MPI_Aint their_bytes;
    int unit;
    long* first;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &their_bytes, &unit, &first);
    CHECK(their_bytes == bytes && unit == sizeof(long), "%ld bytes", (long)their_bytes);
    MPI_Win_shared_query(win, rank, &their_bytes, &unit, &words);
    CHECK(words == first + (long)rank * kWords, "the parts do not adjoin");
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const MPI_Aint bytes = kWords * sizeof(long);
    MPI_Win win;
    long* words = NULL;

    MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    check_attributes(win, words, sizeof(long), MPI_WIN_FLAVOR_ALLOCATE);
    all_epochs(win, words);
    MPI_Win_free(&win);

    if (is_one_node()) {
        shared_window(bytes);
    }

    long* const own = malloc((size_t)bytes);
    MPI_Win_create(own, bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_attributes(win, own, sizeof(long), MPI_WIN_FLAVOR_CREATE);
    all_epochs(win, own);
    MPI_Win_free(&win);
    free(own);

    dynamic_window();
    return end();
}
