/* RACE no; images 2; the buffer of put, read before the fence */
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
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
        mine[5] = value;
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
