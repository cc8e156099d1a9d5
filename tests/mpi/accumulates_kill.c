/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * All processes add to memory of the first, one word and a long vector by turns, while the last two
 * are killed at random instants, also while they hold the lock on that memory. The survivors go on,
 * and none of their operations is lost: of each killed process at most the last operation is
 * missing or partial.
 *
 * accumulates_kill FOLDER; see accumulates_kill_test.py.
 */
#include "job.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { kVictims = 2, kLongs = 4096 };

/* The words of each process, in its part of the window. */
struct Part {
    long counted[2]; /* operations that have returned: on the word, on the vector */
    long has_ended;
    long word;
    long vector[kLongs];
};

static const char* folder;
static MPI_Win win;
static struct Part* parts[64];

static void note(const char* name, const char* text) {
    char path[512], part[560];
    snprintf(path, sizeof path, "%s/%s.%d", folder, name, rank);
    snprintf(part, sizeof part, "%s.part", path);
    FILE* file = fopen(part, "w");
    fprintf(file, "%s\n", text);
    fclose(file);
    rename(part, path);
}

static int is_enough(void) {
    char path[512];
    snprintf(path, sizeof path, "%s/enough", folder);
    return access(path, F_OK) == 0;
}

static void add_once(volatile long* counted) {
    static long ones[kLongs];
    const long one = 1;
    long old;
    ones[0] = 1;
    if (ones[kLongs - 1] == 0) {
        for (int i = 0; i < kLongs; ++i) {
            ones[i] = 1;
        }
    }
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, offsetof(struct Part, word) / sizeof(long), MPI_SUM,
                     win);
    ++counted[0];
    MPI_Accumulate(ones, kLongs, MPI_LONG, 0, offsetof(struct Part, vector) / sizeof(long), kLongs,
                   MPI_LONG, MPI_SUM, win);
    ++counted[1];
}

/* The difference between the sum in memory and the counts of all. */
static void check_sum(const char* what, long sum, int which) {
    char text[160];
    for (int r = 0; r < size; ++r) {
        sum -= parts[r]->counted[which];
    }
    if (sum < 0 || sum > kVictims) {
        snprintf(text, sizeof text, "%s is %ld off, 0 to %d would be right", what, sum, kVictims);
        note("survivor", text);
        _exit(7);
    }
}

static void check_all(void) {
    for (int r = 0; r < size - kVictims; ++r) {
        while (*(volatile long*)&parts[r]->has_ended == 0) {
            usleep(1000);
        }
    }
    __sync_synchronize();
    check_sum("the word", parts[0]->word, 0);
    for (int i = 0; i < kLongs; ++i) {
        check_sum("the vector", parts[0]->vector[i], 1);
    }
}

int main(int argc, char** argv) {
    char pid[16];
    struct Part* mine;
    begin(&argc, &argv);
    folder = argc > 1 ? argv[1] : ".";
    MPI_Win_allocate(sizeof(struct Part), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    memset(mine, 0, sizeof *mine);
    for (int r = 0; r < size; ++r) {
        MPI_Aint bytes;
        int unit;
        MPI_Win_shared_query(win, r, &bytes, &unit, &parts[r]);
    }
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    note("pid", pid);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round % 64 != 63 || !is_enough(); ++round) {
        add_once(mine->counted);
        if (round == 20) {
            note("ready", "");
        }
    }
    __sync_synchronize();
    mine->has_ended = 1;
    if (rank == 0) {
        check_all();
    }
    note("survivor", "all well");
    _exit(0);
}
