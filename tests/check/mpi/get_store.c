/* RACE yes; pair get_store.c:14 get_store.c:17; images 3;
 * get, and a store of its target in the same epoch */
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
        MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
    }
    if (me == 1) {
        mine[2] = 9;
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
