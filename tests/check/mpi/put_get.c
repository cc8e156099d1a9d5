/* RACE yes; pair put_get.c:13 put_get.c:16; images 3; put and get of two origins in one epoch */
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
    }
    if (me == 2) {
        MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
