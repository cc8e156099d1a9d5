/* RACE yes; pair message_not_waited.c:15 message_not_waited.c:20; images 2;
 * a load before the wait for the message */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Request come;
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        MPI_Win_unlock(1, window);
        MPI_Send(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &come);
        value = mine[2];
        MPI_Wait(&come, MPI_STATUS_IGNORE);
    }
    return end(value + got + other);
}
