/* RACE no; images 3; accumulates of different lengths, and of a derived type */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    const int many[4] = {1, 2, 3, 4};
    MPI_Datatype four;
    MPI_Type_contiguous(4, MPI_INT, &four);
    MPI_Type_commit(&four);
    MPI_Win_fence(0, window);
    MPI_Accumulate(many, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, window);
    MPI_Accumulate(many, 1, four, 1, 1, 1, four, MPI_SUM, window);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Type_free(&four);
    return end(value + got + other);
}
