/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * MPI_THREAD_MULTIPLE: threads of every process work at the same time on one window and on windows
 * of their own, with locks, accumulates, requests, notifications and two-sided messages between.
 * threads [ROUNDS [SEED [PART]]]: every part runs by itself, then each thread takes another part.
 */
#define _GNU_SOURCE
#include "job.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

enum { kThreads = 3, kWords = 64 };

/* The notified calls, found by name: the program must also run with the library preloaded. */
static int (*put_tagged)(
    const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, int);
static int (*notify_init)(MPI_Win, int, int, int, MPI_Request*);

static int rounds = 60;
static MPI_Win common; /* allocated; kWords words for each thread */
static long* words;
static MPI_Comm own_comm[kThreads];
static long written[kThreads], counted[kThreads], windows_freed[kThreads][2];

struct Thread {
    int number;
    unsigned seed;
    int part;
    pthread_t handle;
};

static int any(struct Thread* me, int limit) {
    me->seed = me->seed * 1664525u + 1013904223u;
    if ((me->seed >> 13) % 16 == 0) {
        sched_yield(); /* meet others in other places */
    }
    return (int)(me->seed >> 16) % limit;
}

/* Accumulates and fetches of all threads on word 0 of each rank; puts and gets on their own words.
 */
static void on_one_window(struct Thread* me) {
    const MPI_Aint mine = 1 + me->number;
    for (int i = 0; i < rounds; ++i) {
        const int target = any(me, size);
        long one = 1, old = -1, back = -1;
        const long mark = 1000L * rank + i;
        if (i % 2 == 0) {
            MPI_Accumulate(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, MPI_SUM, common);
        } else {
            MPI_Fetch_and_op(&one, &old, MPI_LONG, target, 0, MPI_SUM, common);
            CHECK(old >= 0, "a sum of ones is %ld", old);
        }
        ++counted[me->number];
        /* word of this thread and this rank at the target */
        const MPI_Aint displacement = 8 + rank * kThreads + mine - 1;
        MPI_Put(&mark, 1, MPI_LONG, target, displacement, 1, MPI_LONG, common);
        MPI_Win_flush(target, common);
        MPI_Get(&back, 1, MPI_LONG, target, displacement, 1, MPI_LONG, common);
        MPI_Win_flush_local(target, common);
        CHECK(back == mark, "thread %d put %ld and got %ld", me->number, mark, back);
    }
}

/* Requests of one-sided and of two-sided operations in one array. */
static void requests(struct Thread* me) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size, tag = 100 + me->number;
    for (int i = 0; i < rounds; ++i) {
        long out = 7L * i + rank, in = -1, back = -1, seen = -1;
        MPI_Request all[4];
        MPI_Irecv(&in, 1, MPI_LONG, from, tag, own_comm[me->number], &all[0]);
        MPI_Rput(&out, 1, MPI_LONG, to, 40 + me->number, 1, MPI_LONG, common, &all[1]);
        MPI_Isend(&out, 1, MPI_LONG, to, tag, own_comm[me->number], &all[2]);
        MPI_Rget(&back, 1, MPI_LONG, to, 40 + me->number, 1, MPI_LONG, common, &all[3]);
        if (any(me, 2) == 0) {
            MPI_Status statuses[4];
            MPI_Waitall(4, all, statuses);
            CHECK(statuses[0].MPI_SOURCE == from && statuses[0].MPI_TAG == tag,
                  "the message of round %d has source %d and tag %d", i, statuses[0].MPI_SOURCE,
                  statuses[0].MPI_TAG);
        } else {
            for (int left = 4; left > 0; --left) {
                int index;
                MPI_Waitany(4, all, &index, MPI_STATUS_IGNORE);
            }
        }
        CHECK(in == 7L * i + from, "the message of round %d was %ld", i, in);
        CHECK(back == out, "put %ld, got %ld", out, back);
        MPI_Sendrecv(&out, 1, MPI_LONG, to, tag, &seen, 1, MPI_LONG, from, tag,
                     own_comm[me->number], MPI_STATUS_IGNORE);
        CHECK(seen == in, "the second message of round %d was %ld", i, seen);
    }
}

static void two_sided(struct Thread* me) {
    char buffer[4096];
    for (int i = 0; i < rounds; ++i) {
        const int bytes = any(me, 2) == 0 ? 8 : (int)sizeof buffer;
        (void)bytes;
        MPI_Request request;
        const int to = (rank + 1) % size, from = (rank + size - 1) % size;
        MPI_Irecv(buffer, sizeof buffer, MPI_CHAR, from, 1, own_comm[me->number], &request);
        char out[4096] = {(char)i};
        MPI_Send(out, bytes, MPI_CHAR, to, 1, own_comm[me->number]);
        int done = 0;
        while (!done) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        }
        CHECK(buffer[0] == (char)i, "message %d has %d", i, buffer[0]);
        if (i % 8 == 0) {
            MPI_Barrier(own_comm[me->number]);
        }
    }
}

/* Two words of each rank always change together under an exclusive lock. */
static void lock_round(struct Thread* me, MPI_Win win, int target) {
    long both[2] = {-1, -2};
    switch (any(me, 3)) {
    case 0:
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_flush(target, win);
        CHECK(both[0] == both[1], "a writer found %ld and %ld", both[0], both[1]);
        ++both[0];
        MPI_Put(&both[0], 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
        MPI_Put(&both[0], 1, MPI_LONG, target, 1, 1, MPI_LONG, win);
        MPI_Win_unlock(target, win);
        ++written[me->number];
        break;
    case 1:
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_unlock(target, win);
        CHECK(both[0] == both[1], "a reader found %ld and %ld", both[0], both[1]);
        break;
    default:
        MPI_Win_lock_all(0, win);
        MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
        MPI_Win_unlock_all(win);
        CHECK(both[0] == both[1], "a reader of all found %ld and %ld", both[0], both[1]);
    }
}

static void locks_on_own_window(struct Thread* me) {
    MPI_Comm comm = own_comm[me->number];
    long *base, all = 0, found = 0, before = written[me->number];
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &base, &win);
    for (int i = 0; i < rounds; ++i) {
        lock_round(me, win, any(me, size));
    }
    MPI_Barrier(comm);
    before = written[me->number] - before;
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Allreduce(&base[0], &found, 1, MPI_LONG, MPI_SUM, comm);
    MPI_Win_unlock(rank, win);
    MPI_Allreduce(&before, &all, 1, MPI_LONG, MPI_SUM, comm);
    CHECK(found == all, "%ld of %ld changes are there", found, all);
    MPI_Win_free(&win);
}

/* Every kind of window comes and goes, with fences, and posts and starts between neighbours. */
static void windows_come_and_go(struct Thread* me) {
    MPI_Comm comm = own_comm[me->number];
    MPI_Group everybody, to, from;
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Comm_group(comm, &everybody);
    MPI_Group_incl(everybody, 1, &next, &to);
    MPI_Group_incl(everybody, 1, &last, &from);
    for (int i = 0; i < rounds / 8 + 1; ++i) {
        long memory[4] = {-1, -1, -1, -1};
        long *base = memory, out = 100L * i + rank;
        MPI_Win win;
        if (i % 3 == 0) {
            MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, comm, &win);
        } else if (i % 3 == 1) {
            MPI_Win_allocate(sizeof memory, sizeof(long), MPI_INFO_NULL, comm, &base, &win);
        } else {
            MPI_Win_allocate_shared(sizeof memory, sizeof(long), MPI_INFO_NULL, comm, &base, &win);
        }
        MPI_Win_fence(0, win);
        MPI_Put(&out, 1, MPI_LONG, next, 0, 1, MPI_LONG, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        CHECK(base[0] == 100L * i + last, "round %d: after the fence %ld", i, base[0]);
        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(&out, 1, MPI_LONG, next, 1, 1, MPI_LONG, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        CHECK(base[1] == 100L * i + last, "round %d: after the wait %ld", i, base[1]);
        MPI_Win_free(&win);
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&everybody);
}

/* Each thread's tag; matches, wildcards of the source, and requests beside those of messages. */
static void notified(struct Thread* me) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    const int tag = 10 + me->number;
    long in = -1, out;
    MPI_Request both[2];
    notify_init(common, any(me, 2) == 0 ? from : MPI_ANY_SOURCE, tag, 1, &both[0]);
    for (int i = 0; i < rounds; ++i) {
        MPI_Status status[2];
        MPI_Start(&both[0]);
        MPI_Irecv(&in, 1, MPI_LONG, from, 3, own_comm[me->number], &both[1]);
        out = 5L * i + me->number;
        put_tagged(&out, 1, MPI_LONG, to, 50 + me->number, 1, MPI_LONG, common, tag);
        MPI_Send(&out, 1, MPI_LONG, to, 3, own_comm[me->number]);
        MPI_Waitall(2, both, status);
        CHECK(status[0].MPI_TAG == tag && status[0].MPI_SOURCE == from,
              "thread %d got the notification %d of rank %d", me->number, status[0].MPI_TAG,
              status[0].MPI_SOURCE);
        CHECK(in == out, "message %ld came instead of %ld", in, out);
        long there = 0;
        MPI_Get(&there, 1, MPI_LONG, rank, 50 + me->number, 1, MPI_LONG, common);
        CHECK(there == out, "thread %d was told of %ld and finds %ld", me->number, out, there);
        MPI_Barrier(own_comm[me->number]);
    }
    MPI_Request_free(&both[0]);
}

/* One of two windows of a communicator, and the word of `common` that tells how often each rank has
 * called MPI_Win_free for windows in its place. */
struct Freed {
    MPI_Win win;
    MPI_Aint word;
    long calls;
};

static void* free_and_look(void* argument) {
    struct Freed* freed = argument;
    MPI_Accumulate(&freed->calls, 1, MPI_LONG, rank, freed->word, 1, MPI_LONG, MPI_REPLACE, common);
    MPI_Win_flush(rank, common);
    MPI_Win_free(&freed->win);
    for (int member = 0; member < size; ++member) {
        const long nothing = 0;
        long calls = -1;
        MPI_Fetch_and_op(&nothing, &calls, MPI_LONG, member, freed->word, MPI_NO_OP, common);
        MPI_Win_flush(member, common);
        CHECK(calls >= freed->calls, "window %ld is free, but rank %d has called it %ld times",
              freed->calls, member, calls);
    }
    return NULL;
}

/* Two threads free two windows of one communicator, in any order on each rank. */
static void freed_side_by_side(struct Thread* me) {
    MPI_Comm comm = own_comm[me->number];
    for (int i = 0; i < rounds / 2 + 1; ++i) {
        struct Freed freed[2];
        pthread_t other;
        long* base;
        for (int w = 0; w < 2; ++w) {
            freed[w].word = 56 + 2 * me->number + w;
            freed[w].calls = ++windows_freed[me->number][w];
            MPI_Win_allocate(64, 8, MPI_INFO_NULL, comm, &base, &freed[w].win);
        }
        const int first = any(me, 2);
        pthread_create(&other, NULL, free_and_look, &freed[first]);
        free_and_look(&freed[1 - first]);
        pthread_join(other, NULL);
    }
}

static void (*const kParts[])(struct Thread*) = {
    on_one_window,       requests, two_sided,          locks_on_own_window,
    windows_come_and_go, notified, freed_side_by_side,
};
enum { kPartCount = sizeof kParts / sizeof kParts[0] };

static void* run(void* argument) {
    struct Thread* me = argument;
    if (me->part < kPartCount) {
        kParts[me->part](me);
    } else { /* each thread another part; the same on all ranks, for parts are collective */
        for (int i = 0; i < kPartCount; ++i) {
            kParts[(me->part - kPartCount + i * (me->number + 1) + me->number) % kPartCount](me);
        }
    }
    return NULL;
}

static void run_part(int part, unsigned seed) {
    struct Thread threads[kThreads];
    MPI_Win_lock_all(MPI_MODE_NOCHECK, common);
    for (int i = 0; i < kThreads; ++i) {
        threads[i] = (struct Thread){i, seed + 97u * (unsigned)(rank * kThreads + i), part, 0};
        pthread_create(&threads[i].handle, NULL, run, &threads[i]);
    }
    for (int i = 0; i < kThreads; ++i) {
        pthread_join(threads[i].handle, NULL);
    }
    MPI_Win_unlock_all(common);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin_with(MPI_THREAD_MULTIPLE, &argc, &argv);
    rounds = argc > 1 ? atoi(argv[1]) : rounds;
    const unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1u;
    const int only = argc > 3 ? atoi(argv[3]) : -1;
    put_tagged = (int (*)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win,
                          int))dlsym(RTLD_DEFAULT, "MPIX_Put_notify_tag");
    notify_init =
        (int (*)(MPI_Win, int, int, int, MPI_Request*))dlsym(RTLD_DEFAULT, "MPIX_Notify_init");
    CHECK(size <= 8, "the words are laid out for 8 ranks, not %d", size);
    for (int i = 0; i < kThreads; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &own_comm[i]);
    }
    MPI_Win_allocate(kWords * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words,
                     &common);
    for (int part = 0; part < kPartCount + 2; ++part) {
        if (only < 0 || only == part) {
            run_part(part, seed + (unsigned)part);
        }
    }
    long mine = 0, all = 0, found = 0;
    for (int i = 0; i < kThreads; ++i) {
        mine += counted[i];
    }
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, common);
    MPI_Allreduce(&words[0], &found, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_unlock(rank, common);
    CHECK(found == all, "%ld of %ld accumulates are there", found, all);
    MPI_Win_free(&common);
    for (int i = 0; i < kThreads; ++i) {
        MPI_Comm_free(&own_comm[i]);
    }
    return end();
}
