/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * MPI epochs that nobody waits for: heat in a ring of cells, divided among the processes. Each step
 * opens and closes its epochs at once, works on the inner cells meanwhile, and asks for the
 * neighbours' cells only when it needs them. The result has the bits of a serial run.
 *
 *   arauto cc --mpi epochs_mpi.c -o epochs_mpi && mpirun -n 4 ./epochs_mpi
 */
#include <arauto/mpix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 1000, STEPS = 200 }; /* of each process */

static double smooth(const double* cell) {
    return 0.25 * cell[-1] + 0.5 * cell[0] + 0.25 * cell[1];
}

static double at_first(int cell) {
    return cell % 17 == 0 ? 100.0 : (double)(cell % 5);
}

/* One step. cells[0] and cells[CELLS + 1] belong to the neighbours, which put there. */
static void step(MPI_Win win, MPI_Group neighbours, int left, int right, double* cells) {
    double next[CELLS + 2];
    MPI_Request opened, sent, received;
    MPIX_Win_ipost(neighbours, 0, win, &opened);
    MPI_Wait(&opened, MPI_STATUS_IGNORE); /* complete at once, as that of istart */
    MPIX_Win_istart(neighbours, 0, win, &opened);
    MPI_Wait(&opened, MPI_STATUS_IGNORE);
    MPI_Put(&cells[1], 1, MPI_DOUBLE, left, CELLS + 1, 1, MPI_DOUBLE, win);
    MPI_Put(&cells[CELLS], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPIX_Win_icomplete(win, &sent); /* however late a neighbour may be */
    MPIX_Win_iwait(win, &received);
    for (int i = 2; i < CELLS; ++i) {
        next[i] = smooth(&cells[i]);
    }
    MPI_Wait(&received, MPI_STATUS_IGNORE); /* the neighbours' cells are here */
    next[1] = smooth(&cells[1]);
    next[CELLS] = smooth(&cells[CELLS]);
    MPI_Wait(&sent, MPI_STATUS_IGNORE); /* and ours are there: they may be overwritten */
    memcpy(&cells[1], &next[1], CELLS * sizeof *cells);
}

/* The whole ring on one process. @return the number of cells that differ from those here */
static int compare(const double* cells, int rank, int size) {
    const int all = CELLS * size;
    double* ring = malloc((size_t)(all + 2) * sizeof *ring);
    double* next = malloc((size_t)(all + 2) * sizeof *next);
    int faults = 0;
    for (int i = 0; i < all; ++i) {
        ring[i + 1] = at_first(i);
    }
    for (int i = 0; i < STEPS; ++i) {
        ring[0] = ring[all];
        ring[all + 1] = ring[1];
        for (int cell = 1; cell <= all; ++cell) {
            next[cell] = smooth(&ring[cell]);
        }
        memcpy(&ring[1], &next[1], (size_t)all * sizeof *ring);
    }
    for (int i = 1; i <= CELLS; ++i) {
        faults += cells[i] != ring[rank * CELLS + i];
    }
    free(next);
    free(ring);
    return faults;
}

int main(int argc, char** argv) {
    int rank, size, faults = 0, all_faults = 0;
    double* cells;
    MPI_Win win;
    MPI_Group world, neighbours;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int sides[2] = {(rank + size - 1) % size, (rank + 1) % size};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, sides[0] == sides[1] ? 1 : 2, sides, &neighbours);
    MPI_Win_allocate((CELLS + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &cells, &win);
    for (int i = 0; i < CELLS; ++i) {
        cells[i + 1] = at_first(rank * CELLS + i);
    }
    for (int i = 0; i < STEPS; ++i) {
        step(win, neighbours, sides[0], sides[1], cells);
    }
    faults = compare(cells, rank, size);
    MPI_Allreduce(&faults, &all_faults, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d cells, %d steps, %d differ from a serial run\n", CELLS * size, STEPS,
               all_faults);
    }
    MPI_Group_free(&neighbours);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return all_faults != 0;
}
