/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A process dies while its accumulate to a process of another node waits there for another
 * accumulate to end. Of four ranks on two nodes, 0 is the target, and 1 holds the target's lock on
 * accumulates: the page that it adds from cannot be read for a while. 2 is killed when its request
 * waits for that lock. Then the others accumulate to the target, which must not hang.
 *
 * far_kill WHAT HOW FOLDER: WHAT rank 2 accumulates, word or vector; HOW: alone; or behind, where
 * rank 3 accumulates from the same node, after rank 2; or queued, where rank 3 waits behind rank 2
 * before that dies, and no other call comes after it. See far_kill_test.py.
 */
#define _GNU_SOURCE
#include "job.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kTarget, kHolder, kVictim, kWitness, kRanks };
enum { kLongs = 4096, kTimes = 50, kWaitsMax = 1 << 20 };

static const char* folder;
static MPI_Win win, watched;
static long* words;
static long* page; /* of rank 1 */
static size_t page_bytes;

static void path_of(char* path, size_t bytes, const char* name, int of_rank) {
    if (of_rank < 0) {
        snprintf(path, bytes, "%s/%s", folder, name);
    } else {
        snprintf(path, bytes, "%s/%s.%d", folder, name, of_rank);
    }
}

static void note(const char* name, const char* text) {
    char path[512], part[560];
    path_of(path, sizeof path, name, rank);
    snprintf(part, sizeof part, "%s.part", path);
    FILE* file = fopen(part, "w");
    fprintf(file, "%s\n", text);
    fclose(file);
    rename(part, path);
}

/* Until that file is there. @param of_rank  -1: one of the driver's */
static void await_file(const char* name, int of_rank) {
    char path[512];
    path_of(path, sizeof path, name, of_rank);
    for (int i = 0; access(path, F_OK) != 0; ++i) {
        if (i == kWaitsMax) {
            _exit(9);
        }
        usleep(1000);
    }
}

/* Comes with the lock held, when the page is read. */
static void hold(int number) {
    (void)number;
    note("holds", "");
    await_file("release", -1);
    mprotect(page, page_bytes, PROT_READ | PROT_WRITE);
}

static void hold_the_lock(void) {
    struct sigaction action;
    page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    page = mmap(NULL, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = 1;
    mprotect(page, page_bytes, PROT_NONE);
    memset(&action, 0, sizeof action);
    action.sa_handler = hold;
    sigaction(SIGSEGV, &action, NULL);
    MPI_Accumulate(page, 1, MPI_LONG, kTarget, 0, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(kTarget, win);
    signal(SIGSEGV, SIG_DFL);
}

static void be_killed(const char* what) {
    static long many[kLongs];
    long old;
    await_file("holds", kHolder);
    note("victim", "ready");
    many[0] = 1;
    if (strcmp(what, "vector") == 0) {
        MPI_Accumulate(many, kLongs, MPI_LONG, kTarget, 0, kLongs, MPI_LONG, MPI_SUM, win);
        MPI_Win_flush(kTarget, win);
    } else {
        MPI_Fetch_and_op(many, &old, MPI_LONG, kTarget, 0, MPI_SUM, win);
    }
    note("victim", "has accumulated");
    pause();
}

/* Until a call reports that rank 2 has died. */
static void await_death(void) {
    MPI_Group all, victim;
    const int number = kVictim;
    int done = 0;
    MPI_Win_get_group(watched, &all);
    MPI_Group_incl(all, 1, &number, &victim);
    MPI_Win_post(victim, 0, watched);
    while (MPI_Win_test(watched, &done) == MPI_SUCCESS) {
        usleep(1000);
    }
    note("noticed", "");
}

static void accumulate(void) {
    const long one = 1;
    long old;
    for (int i = 0; i < kTimes; ++i) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, kTarget, 0, MPI_SUM, win);
    }
    MPI_Win_flush(kTarget, win);
}

static void check_word(long wanted) {
    char text[160];
    if (words[0] != wanted) {
        snprintf(text, sizeof text, "the word is %ld, not %ld", words[0], wanted);
        note("survivor", text);
        _exit(7);
    }
}

int main(int argc, char** argv) {
    char pid[16];
    long* unused;
    begin(&argc, &argv);
    CHECK(argc == 4 && size == kRanks, "far_kill WHAT HOW FOLDER, on %d ranks", kRanks);
    const int is_queued = strcmp(argv[2], "queued") == 0;
    const int are_behind = is_queued || strcmp(argv[2], "behind") == 0;
    folder = argv[3];
    MPI_Win_allocate(kLongs * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words,
                     &win);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &unused, &watched);
    MPI_Win_set_errhandler(watched, MPI_ERRORS_RETURN);
    memset(words, 0, kLongs * sizeof(long));
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    note("pid", pid);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == kHolder) {
        hold_the_lock();
        if (is_queued) {
            await_file("survivor", kWitness);
        }
    } else if (rank == kWitness && is_queued) {
        await_file("queue", -1);
        note("witness", "ready");
    } else if (rank == kVictim) {
        be_killed(argv[1]);
    } else {
        await_death();
        await_file("release", -1);
    }
    if (rank == kTarget && is_queued) {
        await_file("survivor", kWitness);
    }
    if (rank != kWitness || are_behind) {
        accumulate();
    }
    if (rank == kTarget) {
        await_file("survivor", kHolder);
        await_file("survivor", kWitness);
        check_word(1 + kTimes * (are_behind ? 3 : 2));
    }
    note("survivor", "all well");
    _exit(0);
}
