/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A program of an MPI: its begin and end, and checks of the class of an error.
 */
#pragma once

#include "../check.h"

#include <mpi.h>
#include <unistd.h>

static int rank, size; /* in MPI_COMM_WORLD */

static inline int check_rank(void) {
    return rank;
}

static inline int check_size(void) {
    return size;
}

static inline void check_end(const char* sentence) {
    int begun = 0, ended = 0;
    fprintf(stderr, "%s\n", sentence);
    MPI_Initialized(&begun); /* not where a program has sessions alone */
    MPI_Finalized(&ended);
    if (begun && !ended) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    _exit(1);
}

/* The call must succeed. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        const int code_ = (call);                                                                  \
        if (code_ != MPI_SUCCESS) {                                                                \
            char text_[MPI_MAX_ERROR_STRING] = "";                                                 \
            int length_ = 0;                                                                       \
            MPI_Error_string(code_, text_, &length_);                                              \
            check_failed(__FILE__, __LINE__, "MPI_SUCCESS", " of %s: %s", #call, text_);           \
        }                                                                                          \
    } while (0)

static inline int class_of(int code) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    return error_class;
}

/* The call must give an error of this class. */
#define CHECK_CLASS(call, wanted)                                                                  \
    do {                                                                                           \
        const int class_ = class_of(call);                                                         \
        if (class_ != (wanted)) {                                                                  \
            check_failed(__FILE__, __LINE__, #wanted, " of %s, which gives %d", #call, class_);    \
        }                                                                                          \
    } while (0)

static inline void learn_rank(void) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    setbuf(stdout, NULL);
}

static inline void begin(int* argc, char*** argv) {
    MPI_Init(argc, argv);
    learn_rank();
}

/* The MPI must offer that level of threads. */
static inline void begin_with(int level, int* argc, char*** argv) {
    int offered;
    MPI_Init_thread(argc, argv, level, &offered);
    learn_rank();
    CHECK(offered >= level, "the MPI offers no more than level %d", offered);
}

static inline int end(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("all well\n");
    }
    MPI_Finalize();
    return 0;
}
