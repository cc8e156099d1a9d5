/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the tests of notified communication: errors, windows and small waits.
 */
#pragma once

#include "job.h"

#include "arauto/mpix.h"

static inline int finish(const char* name) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
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
