/* RACE no; images 3; acc and gacc of two origins in one epoch */
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
    if (me == 2) {
        MPI_Get_accumulate(&value, 1, MPI_INT, &got, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, window);
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
