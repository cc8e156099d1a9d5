/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The programs of this folder share a window of 16 integers of each process. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Win window;
static int* mine; /* this process's part */
static int me;

static inline void all(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static inline void begin(void) {
    int provided = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
    for (int i = 0; i < 16; ++i) {
        mine[i] = i;
    }
    all();
}

/* The value is used, so that no compiler leaves its read out. */
static inline int end(int value) {
    all();
    MPI_Win_free(&window);
    MPI_Finalize();
    return value == 12345 ? 1 : 0;
}
