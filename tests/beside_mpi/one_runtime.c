/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * One runtime for windows of MPI and for segments of the program: "mpi" or "arauto" says which
 * begins. MPI ends first, and the segment is used after it.
 */
#include "arauto/arauto.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(int is, int should, const char* what) {
    if (is != should) {
        fprintf(stderr, "%s is %d and should be %d\n", what, is, should);
        exit(9);
    }
}

static void begin(int with_mpi) {
    if (with_mpi) {
        MPI_Init(NULL, NULL);
    } else {
        expect(arauto_init(), ARAUTO_OK, "arauto_init");
    }
}

int main(int count, char** words) {
    const int mpi_first = count > 1 && strcmp(words[1], "mpi") == 0;
    begin(mpi_first);
    begin(!mpi_first);
    int rank = -1;
    int size = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(rank, arauto_rank(), "the rank");
    expect(size, arauto_size(), "the size");
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;

    arauto_segment_h segment = NULL;
    int* own = NULL;
    expect(arauto_segment_allocate(arauto_team_world(), 2 * sizeof(int), &segment), ARAUTO_OK,
           "arauto_segment_allocate");
    own = arauto_segment_pointer(segment, rank);
    int* shown = NULL;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shown, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    expect(arauto_put(segment, next, 0, &rank, sizeof rank), ARAUTO_OK, "arauto_put");
    MPI_Win_fence(0, window);
    expect(*shown, before, "what came through the window");
    expect(arauto_team_barrier(arauto_team_world()), ARAUTO_OK, "arauto_team_barrier");
    expect(own[0], before, "what came into the segment");
    MPI_Win_free(&window);
    MPI_Finalize();

    expect(arauto_put(segment, next, sizeof(int), &rank, sizeof rank), ARAUTO_OK,
           "arauto_put after MPI_Finalize");
    expect(arauto_team_barrier(arauto_team_world()), ARAUTO_OK,
           "arauto_team_barrier after MPI_Finalize");
    expect(own[1], before, "what came after MPI_Finalize");
    if (rank == 0) {
        printf("all is right\n");
        fflush(stdout);
    }
    expect(arauto_finalize(), ARAUTO_OK, "arauto_finalize");
    return 0;
}
