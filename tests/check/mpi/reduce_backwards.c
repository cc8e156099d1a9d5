/* RACE yes; pair reduce_backwards.c:14 reduce_backwards.c:19; images 2;
 * a reduction to the origin */
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
    }
    MPI_Reduce(&other, &got, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (me == 1) {
        value = mine[2];
    }
    return end(value + got + other);
}
