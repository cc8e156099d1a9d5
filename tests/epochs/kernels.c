/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Operations of the program: run at once where possible, else recorded with a copy of their
 * payload; a peer runs them for an owner that computes, unless they are marked for their owner
 * alone.
 */
#include "epochs.h"

#include "arauto/spi/epoch.h"

typedef struct add {
    uint64_t offset; /* in the target's part of the segment */
    uint64_t amount;
} add_t;

static int add_kernel;
static int failing_kernel;
static int runs_here;
static int helped_here;

static arauto_status_t add(const arauto_kernel_call_t* call) {
    const add_t* what = call->payload;
    CHECK(call->bytes == sizeof(add_t) && call->context == &runs_here, "what a kernel is given");
    char* base = arauto_segment_pointer(segment, call->target);
    if (base != NULL) {
        atomic_fetch_add((_Atomic uint64_t*)(base + what->offset), what->amount);
    } else { /* of another node */
        CHECK_OK(arauto_atomic_fetch(segment, call->target, what->offset, 8, ARAUTO_ATOMIC_ADD,
                                     what->amount, NULL));
    }
    ++runs_here;
    helped_here += call->is_origin ? 0 : 1;
    CHECK(call->is_origin == (call->origin == me), "is_origin is %d", call->is_origin);
    return ARAUTO_OK;
}

static arauto_status_t failing(const arauto_kernel_call_t* call) {
    (void)call;
    return ARAUTO_ERR_UNSUPPORTED;
}

static uint64_t word(int index) {
    return atomic_load((_Atomic uint64_t*)arauto_segment_base(segment) + index);
}

static void at_once(void) {
    const add_t what = {0, 3};
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, me, 0, NULL));
    CHECK_OK(arauto_epoch_run(epochs, me, add_kernel, &what, sizeof what, 0, NULL));
    CHECK(word(0) == 3, "the word is %llu", (unsigned long long)word(0));
    CHECK_STATUS(arauto_epoch_run(epochs, me, failing_kernel, NULL, 0, 0, NULL),
                 ARAUTO_ERR_UNSUPPORTED);
    CHECK_OK(arauto_epoch_unlock(epochs, me, NULL));
    barrier();
}

/* The target waits, and runs what the origin has recorded. */
static void by_a_peer(int flags) {
    const int origin = 0;
    const int target = 1;
    const int helped_before = helped_here;
    if (me == origin) {
        arauto_request_t request;
        CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
        for (uint64_t i = 1; i <= 10; ++i) {
            const add_t what = {8, i};
            CHECK_OK(arauto_epoch_run(epochs, target, add_kernel, &what, sizeof what, flags, NULL));
        }
        CHECK_OK(arauto_epoch_complete(epochs, &request));
        raise_flag(0);
        if (flags == 0) {
            compute_until(0, 2);
        }
        CHECK_OK(arauto_request_wait(&request));
    } else if (me == target) {
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        CHECK(word(1) == 55, "the word is %llu", (unsigned long long)word(1));
        CHECK(flags == 0 && flags_are_shared() ? helped_here == helped_before + 10
                                               : helped_here == helped_before,
              "this rank has run %d", helped_here - helped_before);
        raise_flag(0);
    }
    barrier();
    memset(arauto_segment_base(segment), 0, 64);
    clear_flag(0);
    barrier();
}

/* The closing request reports the status of a recorded operation. */
static void failing_later(void) {
    const int origin = 0;
    const int target = 1;
    if (me == origin) {
        arauto_request_t requests[2];
        CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
        CHECK_OK(arauto_epoch_run(epochs, target, failing_kernel, NULL, 0, 0, &requests[0]));
        CHECK_OK(arauto_epoch_complete(epochs, &requests[1]));
        raise_flag(0);
        CHECK_STATUS(arauto_request_wait(&requests[0]), ARAUTO_ERR_UNSUPPORTED);
        CHECK_FAILS(arauto_request_wait(&requests[1]), ARAUTO_ERR_UNSUPPORTED, "recorded");
    } else if (me == target) {
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    }
    barrier();
}

/* A flush request waits for what came before it, not for what came after. */
static void flush(void) {
    const int target = 0;
    if (me == 1) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        raise_flag(1);
        compute_until(1, 2);
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    } else if (me == 0) {
        const add_t what = {16, 1};
        arauto_request_t requests[3];
        compute_until(1, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_flush(epochs, target, ARAUTO_FLUSH_REMOTE, &requests[0]));
        CHECK(requests[0].offset == 0, "nothing was to be flushed");
        CHECK_OK(arauto_epoch_run(epochs, target, add_kernel, &what, sizeof what, 0, NULL));
        CHECK_OK(arauto_epoch_flush(epochs, target, ARAUTO_FLUSH_REMOTE, &requests[1]));
        CHECK_OK(arauto_epoch_run(epochs, target, add_kernel, &what, sizeof what, 0, NULL));
        CHECK_OK(arauto_epoch_flush(epochs, ARAUTO_EVERY_RANK, ARAUTO_FLUSH_LOCAL, &requests[2]));
        CHECK(!is_complete(&requests[1]) && !is_complete(&requests[2]), "flushed without the lock");
        raise_flag(1);
        CHECK_OK(arauto_request_wait(&requests[2]));
        CHECK(is_complete(&requests[1]), "the first flush is not complete");
        CHECK(word(2) == 2, "the word is %llu", (unsigned long long)word(2));
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    }
    barrier();
}

int main(void) {
    begin(64);
    CHECK_OK(arauto_kernel_register(add, &add_kernel));
    CHECK_OK(arauto_kernel_register(failing, &failing_kernel));
    CHECK_OK(arauto_epochs_set_context(epochs, &runs_here));
    barrier();
    at_once();
    if (ranks >= 2) {
        by_a_peer(0);
        by_a_peer(ARAUTO_RUN_OWNER_ONLY);
        failing_later();
        flush();
    }
    finish();
    return 0;
}
