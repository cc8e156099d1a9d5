/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Checks for MPI programs: the first fault ends the job with a sentence.
 */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size; /* in MPI_COMM_WORLD */

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: rank %d: %s: ", __FILE__, __LINE__, rank, #condition);         \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fprintf(stderr, "\n");                                                                 \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

/* The call must fail with an error of this class. */
#define CHECK_CLASS(call, wanted)                                                                  \
    do {                                                                                           \
        const int code_ = (call);                                                                  \
        int class_ = MPI_SUCCESS;                                                                  \
        if (code_ != MPI_SUCCESS) {                                                                \
            MPI_Error_class(code_, &class_);                                                       \
        }                                                                                          \
        CHECK(class_ == (wanted), "error class %d, wanted %d", class_, (wanted));                  \
    } while (0)

static void __attribute__((unused)) begin(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    setbuf(stdout, NULL);
}

static int end(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("all well\n");
    }
    MPI_Finalize();
    return 0;
}
