/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the tests of epochs: an epochs object and a segment over all ranks, and flags. A rank
 * that waits for a flag makes no call of the library, so it counts as computing; raising one may be
 * a call.
 */
#pragma once

#include "../capi/job.h"

#include "arauto/epoch.h"

#include <sched.h>
#include <stdatomic.h>

enum { FLAGS = 16 };

static arauto_epochs_h epochs;
static arauto_segment_h segment;
static arauto_segment_h flags_segment;
static int me;
static int ranks;

static inline void begin(size_t bytes) {
    start();
    me = arauto_rank();
    ranks = arauto_size();
    CHECK_OK(arauto_epochs_create(arauto_team_world(), &epochs));
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), bytes, &segment));
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), FLAGS * sizeof(int), &flags_segment));
}

static inline void finish(void) {
    CHECK_OK(arauto_epochs_free(epochs));
    CHECK_OK(arauto_segment_free(flags_segment));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_finalize());
}

/* Where flags are: at rank 0, whose memory all see, or, where it is on another node for some, at
 * each rank for itself. */
static inline int flags_are_shared(void) {
    for (int rank = 0; rank < ranks; ++rank) {
        if (arauto_segment_pointer(flags_segment, rank) == NULL) {
            return 0;
        }
    }
    return 1;
}

static inline atomic_int* flag(int index) {
    return (atomic_int*)arauto_segment_pointer(flags_segment, flags_are_shared() ? 0 : me) + index;
}

static inline void change_flag(int index, arauto_atomic_op_t op, int value) {
    for (int rank = 0; rank < ranks; ++rank) {
        CHECK_OK(arauto_atomic_fetch(flags_segment, rank, (size_t)index * sizeof(int), sizeof(int),
                                     op, (uint64_t)value, NULL));
    }
}

static inline void raise_flag(int index) {
    if (flags_are_shared()) {
        atomic_fetch_add(flag(index), 1);
    } else {
        change_flag(index, ARAUTO_ATOMIC_ADD, 1);
    }
}

static inline void clear_flag(int index) {
    if (flags_are_shared()) {
        atomic_store(flag(index), 0);
    } else {
        change_flag(index, ARAUTO_ATOMIC_SWAP, 0);
    }
}

/* Waits as a program that computes: makes no call of the library. */
static inline void compute_until(int index, int count) {
    atomic_int* const raised = flag(index);
    while (atomic_load(raised) < count) {
        sched_yield();
    }
}

static inline int is_complete(arauto_request_t* request) {
    int done = 0;
    CHECK_OK(arauto_request_test(request, &done));
    return done;
}
