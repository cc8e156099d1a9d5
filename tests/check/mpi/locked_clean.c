/* RACE no; images 3; puts and loads under exclusive locks */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    for (int i = 0; i < 5; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        if (me == 1) {
            value += mine[2];
        } else {
            MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        }
        MPI_Win_unlock(1, window);
    }
    return end(value + got + other);
}
