/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Implements epochs_layer.h on Arauto's epochs.
 */
#include "epochs_layer.h"

#include <arauto/arauto.h>
#include <stdio.h>
#include <stdlib.h>

int me;
int ranks;
double* memory;

static arauto_epochs_h epochs;
static arauto_segment_h segment;

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

static arauto_request_t* request_of(handle_t* handle) {
    return (arauto_request_t*)handle;
}

void layer_begin(int* argument_count, char*** arguments, size_t bytes) {
    (void)argument_count;
    (void)arguments;
    _Static_assert(sizeof(handle_t) == sizeof(arauto_request_t), "a handle holds a request");
    check(arauto_init());
    me = arauto_rank();
    ranks = arauto_size();
    check(arauto_epochs_create(arauto_team_world(), &epochs));
    check(arauto_segment_allocate(arauto_team_world(), bytes, &segment));
    memory = arauto_segment_base(segment);
}

void layer_end(void) {
    check(arauto_epochs_free(epochs));
    check(arauto_segment_free(segment));
    check(arauto_finalize());
}

int layer_is_nonblocking(void) {
    return 1;
}

void layer_choose(form_t form) {
    const int everything =
        ARAUTO_REORDER_ACCESS_AFTER_ACCESS | ARAUTO_REORDER_ACCESS_AFTER_EXPOSURE |
        ARAUTO_REORDER_EXPOSURE_AFTER_EXPOSURE | ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS;
    check(arauto_epochs_set_reorder(epochs, form == FLAGGED ? everything : 0));
}

void barrier(void) {
    check(arauto_team_barrier(arauto_team_world()));
}

void epoch_post(const int* origins, int count) {
    check(arauto_epoch_post(epochs, origins, count, 0));
}

void epoch_wait(handle_t* handle) {
    check(arauto_epoch_wait(epochs, request_of(handle)));
}

void epoch_start(const int* targets, int count) {
    check(arauto_epoch_start(epochs, targets, count, 0));
}

void epoch_complete(handle_t* handle) {
    check(arauto_epoch_complete(epochs, request_of(handle)));
}

void epoch_fence_open(void) {
    check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOPRECEDE, NULL));
}

void epoch_fence_close(handle_t* handle) {
    check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, request_of(handle)));
}

void epoch_lock(int target) {
    check(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
}

void epoch_unlock(int target, handle_t* handle) {
    check(arauto_epoch_unlock(epochs, target, request_of(handle)));
}

void epoch_put(int target, size_t first, const double* values, size_t count) {
    check(arauto_epoch_put(epochs, target, segment, first * sizeof *values, values,
                           count * sizeof *values, NULL));
}

void epoch_add(int target, size_t index, double value) {
    check(arauto_epoch_fetch(epochs, target, segment, index * sizeof value, 8, ARAUTO_ATOMIC_ADD,
                             (uint64_t)value, NULL, NULL));
}

void finish(handle_t* handle) {
    check(arauto_request_wait(request_of(handle)));
}

void wrong(const char* what, double value, double right) {
    char sentence[160];
    snprintf(sentence, sizeof sentence, "rank %d: %s is %g, but must be %g", me, what, value,
             right);
    arauto_error_stop(1, sentence);
    abort();
}
