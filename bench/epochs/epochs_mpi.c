/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Implements the epochs of epochs_layer.h on those of an MPI, which all wait.
 */
#include "layer_mpi.h"

int layer_is_nonblocking(void) {
    return 0;
}

void layer_choose(form_t form) {
    (void)form;
}

void epoch_post(const int* origins, int count) {
    const MPI_Group group = group_of(origins, count);
    MPI_Win_post(group, 0, window);
}

void epoch_wait(handle_t* handle) {
    (void)handle;
    MPI_Win_wait(window);
}

void epoch_start(const int* targets, int count) {
    const MPI_Group group = group_of(targets, count);
    MPI_Win_start(group, 0, window);
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

void finish(handle_t* handle) {
    (void)handle;
}
