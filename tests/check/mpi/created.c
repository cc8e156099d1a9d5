/* RACE yes; pair created.c:18 created.c:19; images 2;
 * the buffer of a put to a window over memory of malloc */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    MPI_Win other_window;
    int* const memory = calloc(16, sizeof(int));
    MPI_Win_create(memory, 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &other_window);
    MPI_Win_fence(0, other_window);
    if (me == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, other_window);
        value = 6;
    }
    MPI_Win_fence(0, other_window);
    MPI_Win_free(&other_window);
    free(memory);
    return end(value + got + other);
}
