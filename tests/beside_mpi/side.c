/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The MPI side of program.f90, for any Fortran compiler: no module of the MPI is needed. With
 * -DNEVER nothing of it initialises or ends MPI.
 */
#include <mpi.h>
#include <stddef.h>

void side_begin(int with_threads);
void side_end(void);
int side_rank(void);
int side_size(void);
int side_sum(int value);
int side_rank_in(int communicator);
int side_size_of(int communicator);
int side_window(int value);

#ifndef NEVER
void side_begin(int with_threads) {
    int level = 0;
    if (with_threads) {
        MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    } else {
        MPI_Init(NULL, NULL);
    }
}

void side_end(void) {
    MPI_Finalize();
}
#else
void side_begin(int with_threads) {
    (void)with_threads;
}

void side_end(void) {}
#endif

int side_rank(void) {
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int side_size(void) {
    int size = -1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

int side_sum(int value) {
    int sum = -1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static MPI_Comm of_fortran(int communicator) {
#ifdef MPI_ABI_VERSION
    return MPI_Comm_fromint(communicator);
#else
    return MPI_Comm_f2c(communicator);
#endif
}

int side_rank_in(int communicator) {
    int rank = -1;
    MPI_Comm_rank(of_fortran(communicator), &rank);
    return rank;
}

int side_size_of(int communicator) {
    int size = -1;
    MPI_Comm_size(of_fortran(communicator), &size);
    return size;
}

/* Returns the value that the rank before this one has put into a window of this rank. */
int side_window(int value) {
    static int shown = -1;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(&shown, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, (side_rank() + 1) % side_size(), 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    return shown;
}
