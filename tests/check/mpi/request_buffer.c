/* RACE yes; pair request_buffer.c:15 request_buffer.c:16; images 2;
 * the result of a get with a request, read before its wait */
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
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Rget(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, window, &request);
        mine[5] = got;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, window);
    }
    return end(value + got + other);
}
