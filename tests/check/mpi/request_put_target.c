/* RACE yes; pair request_put_target.c:15 request_put_target.c:20; images 2;
 * the wait for a put with a request, which says nothing of its target */
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
        MPI_Rput(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    all();
    if (me == 1) {
        got = mine[2];
    }
    if (me == 0) {
        MPI_Win_unlock(1, window);
    }
    return end(value + got + other);
}
