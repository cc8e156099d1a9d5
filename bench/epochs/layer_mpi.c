/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * See epochs_layer.h: on the epochs of an MPI, which all wait.
 */
#include "epochs_layer.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int me;
int ranks;
double* memory;

static MPI_Win window;
static MPI_Group world;

void layer_begin(int* argument_count, char*** arguments, size_t bytes) {
    MPI_Init(argument_count, arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_allocate((MPI_Aint)bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    memset(memory, 0, bytes);
    meet();
}

void layer_end(void) {
    MPI_Win_free(&window);
    MPI_Group_free(&world);
    MPI_Finalize();
}

int layer_is_nonblocking(void) {
    return 0;
}

void layer_reorder(int what) {
    (void)what;
}

void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

void epoch_post(const int* origins, int count) {
    MPI_Group group;
    MPI_Group_incl(world, count, origins, &group);
    MPI_Win_post(group, 0, window);
    MPI_Group_free(&group);
}

void epoch_wait(handle_t* handle) {
    (void)handle;
    MPI_Win_wait(window);
}

void epoch_start(const int* targets, int count) {
    MPI_Group group;
    MPI_Group_incl(world, count, targets, &group);
    MPI_Win_start(group, 0, window);
    MPI_Group_free(&group);
}

void epoch_complete(handle_t* handle) {
    (void)handle;
    MPI_Win_complete(window);
}

void epoch_fence_open(void) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
}

void epoch_fence_close(handle_t* handle) {
    (void)handle;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

void epoch_lock(int target) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
}

void epoch_unlock(int target, handle_t* handle) {
    (void)handle;
    MPI_Win_unlock(target, window);
}

void epoch_put(int target, size_t first, const double* values, size_t count) {
    MPI_Put(values, (int)count, MPI_DOUBLE, target, (MPI_Aint)first, (int)count, MPI_DOUBLE,
            window);
}

void epoch_add(int target, size_t index, double value) {
    const int64_t number = (int64_t)value;
    MPI_Accumulate(&number, 1, MPI_INT64_T, target, (MPI_Aint)index, 1, MPI_INT64_T, MPI_SUM,
                   window);
}

void finish(handle_t* handle) {
    (void)handle;
}

void wrong(const char* what, double value, double right) {
    fprintf(stderr, "rank %d: %s is %g, but must be %g\n", me, what, value, right);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}
