/* RACE yes; pair barrier_too_early.c:14 barrier_too_early.c:18; images 2;
 * a barrier before the unlock */
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
    }
    all();
    if (me == 1) {
        value = mine[2];
    }
    if (me == 0) {
        MPI_Win_unlock(1, window);
    }
    return end(value + got + other);
}
