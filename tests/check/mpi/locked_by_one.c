/* RACE yes; pair locked_by_one.c:14 locked_by_one.c:17; images 2;
 * a load without the lock under which it is written */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        MPI_Win_unlock(1, window);
    } else {
        value = mine[2];
    }
    return end(value + got + other);
}
