/* RACE yes; pair ibarrier.c:15 ibarrier.c:20; images 2;
 * a load before the wait for a nonblocking barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Request met;
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        MPI_Win_unlock(1, window);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &met);
    if (me == 1) {
        value = mine[2];
    }
    MPI_Wait(&met, MPI_STATUS_IGNORE);
    return end(value + got + other);
}
