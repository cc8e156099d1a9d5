/* RACE no; images 2; windows that are freed and made again */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    for (int i = 0; i < 4; ++i) {
        MPI_Win again;
        int* part;
        MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &again);
        part[2] = i;
        MPI_Win_fence(0, again);
        if (me == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, again);
        }
        MPI_Win_fence(0, again);
        got += part[2];
        MPI_Win_free(&again);
    }
    return end(value + got + other);
}
