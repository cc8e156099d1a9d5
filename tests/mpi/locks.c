/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks under contention, in every combination: holders of an exclusive lock always change two
 * words of each rank together, so readers under shared locks and MPI_Win_lock_all must find them
 * equal; and every rank gets the lock, in order of arrival.
 */
#include "job.h"
#include "nodes.h"

enum { kRounds = 300 };
static MPI_Win win;
static unsigned seed;
static long* turns; /* word 2 of rank 0 */

static int any(int limit) {
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 16) % limit;
}

static void write_both(int target) {
    long both[2];
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
    MPI_Win_flush(target, win);
    CHECK(both[0] == both[1], "a writer found %ld and %ld", both[0], both[1]);
    ++both[0];
    MPI_Put(&both[0], 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
    MPI_Win_flush(target, win);
    MPI_Put(&both[0], 1, MPI_LONG, target, 1, 1, MPI_LONG, win);
    MPI_Win_unlock(target, win);
}

static void read_both(int target) {
    long both[2];
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
    MPI_Win_unlock(target, win);
    CHECK(both[0] == both[1], "a reader found %ld and %ld", both[0], both[1]);
}

static void read_all(void) {
    long both[2];
    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; ++target) {
        MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_flush_local(target, win);
        CHECK(both[0] == both[1], "a reader of all found %ld and %ld", both[0], both[1]);
    }
    MPI_Win_unlock_all(win);
}

/* Two exclusive locks at a time, taken in the order of ranks. */
static void write_two(void) {
    const int first = any(size), second = any(size);
    const int low = first < second ? first : second, high = first < second ? second : first;
    if (low == high) {
        return;
    }
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, low, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, high, 0, win);
    MPI_Win_unlock(low, win);
    MPI_Win_unlock(high, win);
}

/* All ranks want the same lock all the time. Each reads how many turns there have been before it
 * asks, and how many when it holds the lock: about one of each other rank if none is overtaken. A
 * rank that loses its core between reading and asking finds more, so half may. */
static void in_order_of_arrival(void) {
    enum { kTurns = 400 };
    long zero = 0, before, now, late = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&zero, 1, MPI_LONG, 0, 2, 1, MPI_LONG, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < kTurns; ++turn) {
        before = *(volatile long*)turns;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        now = *(volatile long*)turns;
        *(volatile long*)turns = now + 1;
        MPI_Win_unlock(0, win);
        late += now - before > 2L * size;
    }
    CHECK(late <= kTurns / 2, "%ld of %d times this rank was overtaken", late, kTurns);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    long *words, written = 0, all = 0, found = 0;
    seed = 12345u + (unsigned)rank;
    MPI_Aint bytes;
    int unit;
    MPI_Win_allocate(3 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &turns); /* as every window of one node answers */
    turns += 2;
    for (int round = 0; round < kRounds; ++round) {
        switch (any(4)) {
        case 0:
            write_both(any(size));
            ++written;
            break;
        case 1:
            read_both(any(size));
            break;
        case 2:
            write_two();
            break;
        default:
            read_all();
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Allreduce(&words[0], &found, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_unlock(rank, win);
    MPI_Allreduce(&written, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(found == all, "%ld of %ld changes are there", found, all);
    if (is_one_node()) {
        in_order_of_arrival();
    }
    MPI_Win_free(&win);
    return end();
}
