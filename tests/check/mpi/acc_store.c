/* RACE yes; pair acc_store.c:14 acc_store.c:17; images 3;
 * acc, and a store of its target in the same epoch */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Win_fence(0, window);
    if (me == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, window);
    }
    if (me == 1) {
        mine[2] = 9;
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
