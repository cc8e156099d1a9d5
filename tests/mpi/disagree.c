/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Windows among processes of which some have the library and some have not.
 * disagree [unchecked]                on MPI_COMM_WORLD, and on each half: with it and without
 * disagree [unchecked] spawn WORD...  rank 0 spawns two processes by these words, and they meet
 */
#include "job.h"

#include <string.h>

static int is_checked = 1; /* some MPIs move nothing, or elsewhere, by windows of their own */

/* Everybody puts its rank to the next; all kinds of windows. */
static void use_windows(MPI_Comm comm) {
    int me, all;
    long *data, own = -1;
    MPI_Win win;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &all);
    for (int kind = 0; kind < 2; ++kind) {
        const long mine = me;
        if (kind == 0) {
            MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &data, &win);
        } else {
            data = &own;
            MPI_Win_create(data, sizeof(long), sizeof(long), MPI_INFO_NULL, comm, &win);
        }
        *data = -1;
        MPI_Win_fence(0, win);
        if (is_checked) {
            MPI_Put(&mine, 1, MPI_LONG, (me + 1) % all, 0, 1, MPI_LONG, win);
        }
        MPI_Win_fence(0, win);
        CHECK(!is_checked || *data == (me + all - 1) % all, "got %ld", *data);
        MPI_Win_free(&win);
    }
}

static int has_library(void) {
    const char* const preload = getenv("LD_PRELOAD");
    const char* const choice = getenv("ARAUTO_MPI");
    return preload != NULL && strstr(preload, "arauto_mpi") != NULL &&
           !(choice != NULL && strcmp(choice, "off") == 0);
}

static void on_halves(void) {
    MPI_Comm half;
    int all;
    MPI_Comm_split(MPI_COMM_WORLD, has_library(), rank, &half);
    MPI_Comm_size(half, &all);
    if (all > 1) { /* alone, some MPIs have no windows */
        use_windows(half);
    }
    MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
    MPI_Comm parents, both;
    begin(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "unchecked") == 0) {
        is_checked = 0;
        --argc;
        ++argv;
    }
    MPI_Comm_get_parent(&parents);
    if (argc > 2 && strcmp(argv[1], "spawn") == 0) {
        MPI_Comm_spawn(argv[2], argv + 3, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &parents,
                       MPI_ERRCODES_IGNORE);
    }
    if (parents != MPI_COMM_NULL) {
        MPI_Intercomm_merge(parents, argc < 2, &both); /* the processes that spawned come first */
        use_windows(both);
        MPI_Comm_free(&both);
        if (size > 1) {
            use_windows(MPI_COMM_WORLD);
        }
        MPI_Comm_disconnect(&parents);
    } else {
        use_windows(MPI_COMM_WORLD);
        on_halves();
        use_windows(MPI_COMM_WORLD);
    }
    return end();
}
