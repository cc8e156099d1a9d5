/* RACE no; images 2; buffers of operations with requests, used behind their waits */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Request requests[2];
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Rget(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, window, &requests[0]);
        MPI_Rput(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, window, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        value = got;
        MPI_Win_unlock(1, window);
    }
    return end(value + got + other);
}
