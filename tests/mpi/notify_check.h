/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the tests of notified communication: a check that ends the whole job, and small waits.
 */
#pragma once

#include "arauto/mpix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, size;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, me, #condition);   \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

#define OK(call) CHECK((call) == MPI_SUCCESS)

static inline int class_of(int code) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    return error_class;
}

/* The call must give an error of this class. */
#define GIVES(call, class) CHECK(class_of(call) == (class))

static inline void begin(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline int finish(const char* name) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) {
        printf("%s: passed\n", name);
    }
    MPI_Finalize();
    return 0;
}

/* A window of `longs` longs on every process, all 0, in an epoch towards everybody. */
static inline MPI_Win window_of(int longs, long** data) {
    MPI_Win win;
    OK(MPI_Win_allocate((MPI_Aint)(sizeof(long) * (size_t)longs), sizeof(long), MPI_INFO_NULL,
                        MPI_COMM_WORLD, data, &win));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    memset(*data, 0, sizeof(long) * (size_t)longs);
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

static inline void await_value(MPI_Win win, int index, MPI_Count at_least) {
    MPI_Count value = -1;
    do {
        OK(MPIX_Win_get_notify_value(win, index, &value));
    } while (value < at_least);
}

static inline int bytes_of(const MPI_Status* status) {
    int bytes = -1;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    return bytes;
}
