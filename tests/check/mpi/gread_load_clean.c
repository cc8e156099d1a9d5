/* RACE no; images 3; gread, and a load of its target in the same epoch */
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
        MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_NO_OP, window);
    }
    if (me == 1) {
        value = mine[2];
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
