/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Each nonblocking call by itself, and each with the blocking form of the other end of its epoch,
 * here and at the peers: every mixture gives the same result.
 *
 * epochs_forms [fence|pscw|ranks|locks|flushes]: these alone; everything without an argument.
 */
#include "epochs.h"

/* Each rank takes another mixture in each round. */
static void fences(void) {
    for (int round = 0; round < 16; ++round) {
        const int opens = (round + rank) & 1;
        const int closes = ((round >> 1) + rank / 2) & 1;
        const int is_last = round % 3 != 0;
        const long value = 100L * rank + round;
        fence(opens, round % 2 == 0 ? MPI_MODE_NOPRECEDE : 0);
        put_long(&value, right, 0);
        fence(closes, is_last ? MPI_MODE_NOSUCCEED : 0);
        CHECK(words[0] == 100L * left + round, "round %d: %ld", round, words[0]);
        if (!is_last) { /* the closing one has opened another epoch */
            put_long(&value, right, 1);
            fence(opens, MPI_MODE_NOSUCCEED);
            CHECK(words[1] == 100L * left + round, "round %d: %ld", round, words[1]);
        }
        barrier();
    }
    /* It closes nothing: there is nothing to wait for. */
    MPI_Request request;
    OK(MPIX_Win_ifence(MPI_MODE_NOPRECEDE, win, &request));
    CHECK(is_complete(&request), "an ifence with MPI_MODE_NOPRECEDE waits for something");
    fence(1, MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT | MPI_MODE_NOSTORE);
    barrier();
}

/* MPI_Win_test closes as a wait does. */
static void test_until_closed(void) {
    int flag = 0;
    while (!flag) {
        OK(MPI_Win_test(win, &flag));
    }
}

static void exposures(void) {
    for (int round = 0; round < 48; ++round) {
        const int how = (round + 5 * rank) % 16;
        const long value = 100L * rank + round;
        post_to(how & 1, 1, &left);
        start_to((how >> 1) & 1, 1, &right);
        put_long(&value, right, 2);
        complete_access((how >> 2) & 1);
        if (round % 5 == 0) {
            test_until_closed();
        } else {
            wait_exposure((how >> 3) & 1);
        }
        CHECK(words[2] == 100L * left + round, "round %d, form %d: %ld", round, how, words[2]);
    }
    /* Towards nobody: complete at once. */
    MPI_Request request;
    for (int round = 0; round < 2; ++round) {
        start_to(round, 0, NULL);
        OK(MPI_Put(words, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win));
        OK(MPIX_Win_icomplete(win, &request));
        CHECK(is_complete(&request), "an access epoch towards nobody waits");
        post_to(round, 0, NULL);
        OK(MPIX_Win_iwait(win, &request));
        CHECK(is_complete(&request), "an exposure to nobody waits");
    }
    barrier();
}

/* Everybody to everybody, itself included. */
static void all_to_all(void) {
    int everybody[64];
    CHECK(size <= 64, "laid out for 64 ranks, not %d", size);
    for (int i = 0; i < size; ++i) {
        everybody[i] = i;
    }
    for (int round = 0; round < 8; ++round) {
        const long value = 1000L * rank + round;
        post_to(round & 1, size, everybody);
        start_to((round >> 1) & 1, size, everybody);
        for (int target = 0; target < size; ++target) {
            put_long(&value, target, 64 + rank);
        }
        complete_access((round >> 2) & 1);
        wait_exposure(1 - ((round >> 2) & 1));
        for (int origin = 0; origin < size; ++origin) {
            CHECK(words[64 + origin] == 1000L * origin + round, "from %d: %ld", origin,
                  words[64 + origin]);
        }
    }
    barrier();
}

static void lock(int is_nonblocking, int type, int target, int asserted) {
    MPI_Request opened = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_ilock(type, target, asserted, win, &opened)
                      : MPI_Win_lock(type, target, asserted, win));
    finish(&opened);
}

static void unlock(int is_nonblocking, int target) {
    MPI_Request closed = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_iunlock(target, win, &closed) : MPI_Win_unlock(target, win));
    finish(&closed);
}

static void flush(int is_nonblocking, int target) {
    MPI_Request done = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_iflush(target, win, &done) : MPI_Win_flush(target, win));
    finish(&done);
}

/* To read, add and write back is safe under an exclusive lock alone. */
static void exclusive_locks(void) {
    enum { kRounds = 40 };
    for (int round = 0; round < kRounds; ++round) {
        const int how = (round + 3 * rank) % 8;
        const int target = round % size;
        long value = -1;
        lock(how & 1, MPI_LOCK_EXCLUSIVE, target, 0);
        OK(MPI_Get(&value, 1, MPI_LONG, target, 3, 1, MPI_LONG, win));
        flush((how >> 1) & 1, target);
        ++value;
        put_long(&value, target, 3);
        unlock((how >> 2) & 1, target);
    }
    barrier();
    long mine = 0, all = 0;
    lock(1, MPI_LOCK_SHARED, rank, 0);
    mine = words[3];
    unlock(1, rank);
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == (long)kRounds * size, "%ld of %d additions are there", all, kRounds * size);
    barrier();
}

/* Under a lock of its own memory a process may use it: the request of ilock shows when. */
static void load_and_store(void) {
    static const long one = 1;
    const int rounds = 50;
    for (int round = 0; round < rounds; ++round) {
        MPI_Request opened, closed;
        if (rank == 0) {
            OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &opened));
            finish(&opened);
            *(volatile long*)&words[4] += 1;
            OK(MPIX_Win_iunlock(0, win, &closed));
        } else {
            OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &opened));
            OK(MPI_Accumulate(&one, 1, MPI_LONG, 0, 4, 1, MPI_LONG, MPI_SUM, win));
            OK(MPIX_Win_iunlock(0, win, &closed));
            finish(&opened); /* in any order */
        }
        finish(&closed);
    }
    barrier();
    CHECK(rank != 0 || words[4] == (long)rounds * size, "%ld", words[4]);
    barrier();
}

static void lock_all(int how) {
    const long one = 1;
    MPI_Request opened = MPI_REQUEST_NULL, closed = MPI_REQUEST_NULL;
    OK((how & 1) != 0 ? MPIX_Win_ilock_all(0, win, &opened) : MPI_Win_lock_all(0, win));
    if ((how & 4) != 0) {
        finish(&opened);
    }
    for (int target = 0; target < size; ++target) {
        OK(MPI_Accumulate(&one, 1, MPI_LONG, target, 5, 1, MPI_LONG, MPI_SUM, win));
    }
    OK((how & 2) != 0 ? MPIX_Win_iunlock_all(win, &closed) : MPI_Win_unlock_all(win));
    finish(&closed);
    finish(&opened);
}

static void shared_locks(void) {
    enum { kRounds = 24 };
    words[5] = 0;
    barrier();
    for (int round = 0; round < kRounds; ++round) {
        lock_all((round + 3 * rank) % 8);
        long seen = -1;
        lock(round & 1, MPI_LOCK_SHARED, right, (round & 2) != 0 ? MPI_MODE_NOCHECK : 0);
        OK(MPI_Get(&seen, 1, MPI_LONG, right, 5, 1, MPI_LONG, win));
        unlock((round >> 1) & 1, right);
        CHECK(seen >= round + 1 && seen <= (long)kRounds * size, "round %d: %ld", round, seen);
    }
    barrier();
    CHECK(words[5] == (long)kRounds * size, "%ld additions", words[5]);
    barrier();
}

/* All four flushes, in an epoch of one lock and in one of all. */
static void flushes_in(int is_all) {
    long value = 7 + rank + is_all, back[4] = {-1, -1, -1, -1};
    MPI_Request request;
    const MPI_Aint displacement = 8 + 8 * is_all; /* of the left neighbour, here */
    if (is_all) {
        OK(MPIX_Win_ilock_all(0, win, &request));
    } else {
        OK(MPIX_Win_ilock(MPI_LOCK_SHARED, right, 0, win, &request));
    }
    finish(&request);
    put_long(&value, right, displacement);
    OK(MPIX_Win_iflush_local(right, win, &request));
    finish(&request);
    value = -5; /* it may be used again */
    OK(MPIX_Win_iflush(right, win, &request));
    finish(&request);
    for (int i = 0; i < 4; ++i) {
        OK(MPI_Get(&back[i], 1, MPI_LONG, right, displacement, 1, MPI_LONG, win));
        OK(i == 0   ? MPIX_Win_iflush(right, win, &request)
           : i == 1 ? MPIX_Win_iflush_all(win, &request)
           : i == 2 ? MPIX_Win_iflush_local(right, win, &request)
                    : MPIX_Win_iflush_local_all(win, &request));
        finish(&request);
        CHECK(back[i] == 7 + rank + is_all, "flush %d: %ld came back", i, back[i]);
    }
    if (is_all) {
        OK(MPIX_Win_iunlock_all(win, &request));
    } else {
        OK(MPIX_Win_iunlock(right, win, &request));
    }
    finish(&request);
    barrier();
    CHECK(words[displacement] == 7 + left + is_all, "%ld", words[displacement]);
    barrier();
}

/* A window of other ranks than those of MPI_COMM_WORLD: the same processes the other way round, and
 * of half of them. */
static void other_ranks(int is_half) {
    MPI_Comm comm;
    MPI_Win other;
    MPI_Group group;
    MPI_Request requests[2];
    long* memory;
    int own, number;
    MPI_Comm_split(MPI_COMM_WORLD, is_half ? rank % 2 : 0, size - rank, &comm);
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &number);
    const int neighbours[2] = {(own + 1) % number, (own + number - 1) % number};
    const long value = 50 + own;
    OK(MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory, &other));
    OK(MPI_Win_set_errhandler(other, MPI_ERRORS_RETURN));
    memset(memory, 0, 4 * sizeof *memory);
    MPI_Barrier(comm);
    MPI_Comm_group(comm, &group);
    for (int i = 1; i >= 0; --i) { /* post to the left one, start to the right one */
        MPI_Group one;
        MPI_Group_incl(group, 1, &neighbours[i], &one);
        OK(i == 1 ? MPIX_Win_ipost(one, 0, other, &requests[0])
                  : MPIX_Win_istart(one, 0, other, &requests[0]));
        finish(&requests[0]);
        MPI_Group_free(&one);
    }
    OK(MPI_Put(&value, 1, MPI_LONG, neighbours[0], 0, 1, MPI_LONG, other));
    OK(MPIX_Win_icomplete(other, &requests[0]));
    OK(MPIX_Win_iwait(other, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK(memory[0] == 50 + neighbours[1], "%ld", memory[0]);
    MPI_Barrier(comm);
    OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, number - 1, 0, other, &requests[0]));
    OK(MPI_Accumulate(&value, 1, MPI_LONG, number - 1, 1, 1, MPI_LONG, MPI_SUM, other));
    OK(MPIX_Win_iunlock(number - 1, other, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    MPI_Barrier(comm);
    CHECK(own != number - 1 || memory[1] == 50L * number + (long)number * (number - 1) / 2, "%ld",
          memory[1]);
    MPI_Group_free(&group);
    OK(MPI_Win_free(&other));
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    set_up();
    const char* const only = argc > 1 ? argv[1] : "";
    if (*only == 0 || strcmp(only, "fence") == 0) {
        fences();
    }
    if (*only == 0 || strcmp(only, "pscw") == 0) {
        exposures();
        all_to_all();
    }
    if (*only == 0 || strcmp(only, "ranks") == 0) {
        other_ranks(0);
        other_ranks(1);
    }
    if (*only == 0 || strcmp(only, "locks") == 0) {
        exclusive_locks();
        load_and_store();
        shared_locks();
    }
    if (*only == 0 || strcmp(only, "flushes") == 0) {
        flushes_in(0);
        flushes_in(1);
    }
    return clean_up();
}
