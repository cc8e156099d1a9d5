/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Implements the epochs of epochs_layer.h for an MPI program with libarauto_mpi. In the blocking
 * form of a program the calls are the MPI's, but for a close with a handle.
 */
#include "layer_mpi.h"

#include <arauto/mpix.h>
#include <string.h>

static form_t form;

int layer_is_nonblocking(void) {
    return 1;
}

void layer_choose(form_t chosen) {
    /* Short for MPI_WIN_ACCESS_AFTER_ACCESS_REORDER, ...: not every MPI keeps keys so long. */
    static const char* const kKeys[] = {"A_A_A_R", "A_A_E_R", "E_A_E_R", "E_A_A_R"};
    MPI_Info info;
    form = chosen;
    MPI_Info_create(&info);
    for (size_t i = 0; i < sizeof kKeys / sizeof *kKeys; ++i) {
        MPI_Info_set(info, kKeys[i], form == FLAGGED ? "1" : "0");
    }
    MPI_Win_set_info(window, info);
    MPI_Info_free(&info);
}

/* The request of an opening call: its completion is not waited for. */
static void give_up(MPI_Request request) {
    if (request != MPI_REQUEST_NULL) {
        MPI_Request_free(&request);
    }
}

static void keep(handle_t* handle, MPI_Request request) {
    memset(handle, 0, sizeof *handle);
    if (request != MPI_REQUEST_NULL) {
        _Static_assert(sizeof request <= sizeof handle->words[0], "a word holds a request");
        memcpy(&handle->words[0], &request, sizeof request);
        handle->words[1] = 1; /* there is one */
    }
}

void finish(handle_t* handle) {
    if (handle->words[1] != 0) {
        MPI_Request request;
        memcpy(&request, &handle->words[0], sizeof request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        memset(handle, 0, sizeof *handle);
    }
}

void epoch_post(const int* origins, int count) {
    const MPI_Group group = group_of(origins, count);
    MPI_Request opened = MPI_REQUEST_NULL;
    if (form == BLOCKING) {
        MPI_Win_post(group, 0, window);
    } else {
        MPIX_Win_ipost(group, 0, window, &opened);
    }
    give_up(opened);
}

void epoch_wait(handle_t* handle) {
    MPI_Request closed = MPI_REQUEST_NULL;
    if (handle == NULL) {
        MPI_Win_wait(window);
    } else {
        MPIX_Win_iwait(window, &closed);
        keep(handle, closed);
    }
}

void epoch_start(const int* targets, int count) {
    const MPI_Group group = group_of(targets, count);
    MPI_Request opened = MPI_REQUEST_NULL;
    if (form == BLOCKING) {
        MPI_Win_start(group, 0, window);
    } else {
        MPIX_Win_istart(group, 0, window, &opened);
    }
    give_up(opened);
}

void epoch_complete(handle_t* handle) {
    MPI_Request closed = MPI_REQUEST_NULL;
    if (handle == NULL) {
        MPI_Win_complete(window);
    } else {
        MPIX_Win_icomplete(window, &closed);
        keep(handle, closed);
    }
}

void epoch_fence_open(void) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
}

void epoch_fence_close(handle_t* handle) {
    MPI_Request closed = MPI_REQUEST_NULL;
    if (handle == NULL) {
        MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    } else {
        MPIX_Win_ifence(MPI_MODE_NOSUCCEED, window, &closed);
        keep(handle, closed);
    }
}

void epoch_lock(int target) {
    MPI_Request opened = MPI_REQUEST_NULL;
    if (form == BLOCKING) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
    } else {
        MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, target, 0, window, &opened);
    }
    give_up(opened);
}

void epoch_unlock(int target, handle_t* handle) {
    MPI_Request closed = MPI_REQUEST_NULL;
    if (handle == NULL) {
        MPI_Win_unlock(target, window);
    } else {
        MPIX_Win_iunlock(target, window, &closed);
        keep(handle, closed);
    }
}
