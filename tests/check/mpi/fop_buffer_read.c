/* RACE yes; pair fop_buffer_read.c:14 fop_buffer_read.c:15; images 2;
 * the buffer of fop, read before the fence */
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
        MPI_Fetch_and_op(&value, &got, MPI_INT, 1, 2, MPI_SUM, window);
        mine[5] = got;
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
