/* RACE no; images 2; a nonblocking message */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        MPI_Win_unlock(1, window);
        MPI_Request sent;
        MPI_Isend(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &sent);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
    }
    if (me == 1) {
        MPI_Request come;
        MPI_Irecv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &come);
        MPI_Waitall(1, &come, MPI_STATUSES_IGNORE);
        value = mine[2];
    }
    return end(value + got + other);
}
