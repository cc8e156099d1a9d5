/* RACE no; images 2; persistent messages */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Request request;
    if (me == 0) {
        MPI_Send_init(&other, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    } else {
        MPI_Recv_init(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    }
    for (int i = 0; i < 3; ++i) {
        if (me == 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
            MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
            MPI_Win_unlock(1, window);
        }
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        got += me == 1 ? mine[2] : 0;
        all();
    }
    MPI_Request_free(&request);
    return end(value + got + other);
}
