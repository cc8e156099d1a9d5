/* RACE yes; pair pscw_early.c:19 pscw_early.c:23; images 2;
 * a load before the wait of the exposure epoch */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Group world;
    MPI_Group others;
    const int other_rank = me == 0 ? 1 : 0;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other_rank, &others);
    if (me == 0) {
        MPI_Win_start(others, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        MPI_Win_complete(window);
    } else {
        MPI_Win_post(others, 0, window);
        value = mine[2];
        MPI_Win_wait(window);
    }
    MPI_Group_free(&others);
    MPI_Group_free(&world);
    return end(value + got + other);
}
