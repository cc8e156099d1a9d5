/* RACE yes; pair put_buffer_written.c:14 put_buffer_written.c:15; images 2;
 * the buffer of put, written before the fence */
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
        value = 6;
    }
    MPI_Win_fence(0, window);
    return end(value + got + other);
}
