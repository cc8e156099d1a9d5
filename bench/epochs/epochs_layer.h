/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The few calls that the programs of this folder are written in, so that the same source runs on
 * Arauto's epochs, on those of an MPI program with libarauto_mpi, and on the blocking ones of an
 * MPI. A handle asks for the nonblocking form; NULL waits. Times are in microseconds.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* How a program is run. Flagged: nonblocking, and every epoch may go ahead of others. */
typedef enum form { BLOCKING, NONBLOCKING, FLAGGED, FORMS } form_t;

typedef struct handle {
    uint64_t words[2];
} handle_t;

extern int me;
extern int ranks;
extern double* memory; /* this rank's part, that others put into */

/* `bytes` of memory on each rank, zero at first. */
void layer_begin(int* argument_count, char*** arguments, size_t bytes);
void layer_end(void);
int layer_is_nonblocking(void);
void layer_choose(form_t form); /* of what follows; BLOCKING at first */
void barrier(void); /* a barrier, not of the epochs */

void epoch_post(const int* origins, int count);
void epoch_wait(handle_t* handle);
void epoch_start(const int* targets, int count);
void epoch_complete(handle_t* handle);
void epoch_fence_open(void); /* the first fence of a sequence */
void epoch_fence_close(handle_t* handle); /* the last */
void epoch_lock(int target);
void epoch_unlock(int target, handle_t* handle);
void epoch_put(int target, size_t first, const double* values, size_t count);
void epoch_add(int target, size_t index, double value); /* atomic towards others of its kind */
void finish(handle_t* handle);

_Noreturn void wrong(const char* what, double value, double right);
