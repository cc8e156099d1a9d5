/* RACE yes; pair types.c:14 types.c:17; images 3; accumulates of two types to one place */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    float real = 1.0F;
    MPI_Win_fence(0, window);
    if (me == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, window);
    }
    if (me == 2) {
        MPI_Accumulate(&real, 1, MPI_FLOAT, 1, 2, 1, MPI_FLOAT, MPI_SUM, window);
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
