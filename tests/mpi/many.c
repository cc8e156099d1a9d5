/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Communicators and windows that are made and freed many times, in every order of freeing: their
 * memory does not grow.
 *
 * many [TIMES]
 */
#include "job.h"

#include <string.h>

/* Kilobytes of this process, private or shared. */
static long memory_in_use(void) {
    char line[256];
    long kilobytes = -1;
    FILE* file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kilobytes = atol(line + 6);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kilobytes;
}

static void once(int round) {
    MPI_Comm comm;
    MPI_Win first, second = MPI_WIN_NULL;
    long *words, one = 1;
    if (round % 3 == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm); /* the other way round */
    } else {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    int me;
    MPI_Comm_rank(comm, &me);
    MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &words, &first);
    if (round % 4 == 0) {
        MPI_Win_create(&one, sizeof one, 1, MPI_INFO_NULL, comm, &second);
    }
    words[1] = 0;
    MPI_Win_fence(0, first);
    MPI_Put(&one, 1, MPI_LONG, (me + 1) % size, 1, 1, MPI_LONG, first);
    MPI_Win_fence(0, first);
    CHECK(words[1] == 1, "the put of round %d has not come", round);
    if (round % 2 == 0) {
        MPI_Comm_free(&comm); /* the windows outlive it */
    }
    if (second != MPI_WIN_NULL) {
        MPI_Win_free(&second);
    }
    MPI_Win_free(&first);
    if (round % 2 == 1) {
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const int times = argc > 1 ? atoi(argv[1]) : 2000;
    long before = 0;
    for (int round = 0; round < times; ++round) {
        if (round == times / 4) {
            before = memory_in_use();
        }
        once(round);
    }
    const long grown = memory_in_use() - before;
    /* The MPI itself may keep 1 MiB, and less than a page for each communicator. */
    CHECK(grown < 1024 + times, "%ld KiB more after %d communicators than after %d", grown, times,
          times / 4);
    if (rank == 0) {
        printf("%ld KiB more after %d communicators\n", grown, times);
    }
    return end();
}
