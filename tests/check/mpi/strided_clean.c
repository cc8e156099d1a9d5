/* RACE no; images 3; puts of a vector and between its elements */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

int main(void) {
    begin();
    int value = 5;
    int got = 0;
    int other = 7;
    const int many[4] = {1, 2, 3, 4};
    MPI_Datatype every_other;
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Win_fence(0, window);
    if (me == 0) {
        MPI_Put(many, 4, MPI_INT, 1, 0, 1, every_other, window);
    }
    if (me == 2) {
        MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, window);
    }
    MPI_Win_fence(0, window);
    MPI_Type_free(&every_other);
    return end(value + got + other);
}
