/* RACE no; images 2; flushes and barriers within one epoch of all */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < 5; ++i) {
        if (me == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
            MPI_Win_flush_all(window);
        }
        all();
        got += me == 1 ? mine[2] : 0;
        all();
    }
    MPI_Win_unlock_all(window);
    return end(value + got + other);
}
