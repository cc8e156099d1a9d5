/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The five patterns in which a late process makes others wait with blocking epochs, checked by
 * order and not by time: one process raises a flag in shared memory after it has gone on, and the
 * late process comes only after that. With a call that waits these programs would hang.
 */
#include "epochs.h"

static uint64_t word(int index) {
    return atomic_load((_Atomic uint64_t*)arauto_segment_base(segment) + index);
}

/* Late post: the origin closes its epoch and goes on before the target has posted. */
static void late_post(void) {
    const int origin = 0;
    const int target = 1;
    if (me == origin) {
        const uint64_t value = 41;
        arauto_request_t request;
        CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &request));
        CHECK(!is_complete(&request), "complete before the target has posted");
        raise_flag(0);
        CHECK_OK(arauto_request_wait(&request));
    } else if (me == target) {
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        CHECK(word(0) == 41, "the word is %llu", (unsigned long long)word(0));
    }
    barrier();
}

/* The target posts late, and the origin computes until the target has its data: the target reads
 * the data itself. */
static void late_post_while_the_origin_computes(void) {
    const int origin = 0;
    const int target = 1;
    static uint64_t private_words[4096];
    if (me == origin) {
        arauto_request_t request;
        for (int i = 0; i < 4096; ++i) {
            private_words[i] = (uint64_t)i + 7;
        }
        CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, private_words, sizeof private_words,
                                  NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &request));
        raise_flag(1);
        compute_until(2, 1);
        CHECK(is_complete(&request), "not complete though the target has seen it");
    } else if (me == target) {
        compute_until(1, 1);
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        CHECK(word(0) == 7 && word(4095) == 4102, "the words are %llu and %llu",
              (unsigned long long)word(0), (unsigned long long)word(4095));
        raise_flag(2);
    }
    barrier();
}

/* Late complete: the target's epoch ends while the origin, which has closed its own, computes. */
static void late_complete(void) {
    const int origin = 0;
    const int target = 1;
    if (me == origin) {
        const uint64_t value = 43;
        arauto_request_t request;
        CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &request));
        compute_until(3, 1);
        CHECK_OK(arauto_request_wait(&request));
    } else if (me == target) {
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        CHECK(word(0) == 43, "the word is %llu", (unsigned long long)word(0));
        raise_flag(3);
    }
    barrier();
}

/* Early fence: a process closes the fence epoch and goes on while another still has to. */
static void early_fence(void) {
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    arauto_request_t request = {0, 0};
    if (me == 0) {
        compute_until(4, ranks - 1);
        const uint64_t value = 44;
        CHECK_OK(arauto_epoch_put(epochs, ranks - 1, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    } else {
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &request));
        CHECK(!is_complete(&request), "complete before rank 0 has closed it");
        raise_flag(4);
        CHECK_OK(arauto_request_wait(&request));
    }
    if (me == ranks - 1) {
        CHECK(word(0) == 44, "the word is %llu", (unsigned long long)word(0));
    }
    barrier();
}

/* Wait at fence: the others' fence ends while rank 0, which has called it, computes; also when rank
 * 0 recorded what it does, since the fence before had not ended. */
static void wait_at_fence(void) {
    arauto_request_t requests[2] = {{0, 0}, {0, 0}};
    const uint64_t value = 45;
    if (me == 0) {
        CHECK_OK(arauto_epoch_fence(epochs, 0, &requests[0]));
        CHECK_OK(arauto_epoch_put(epochs, ranks - 1, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &requests[1]));
        raise_flag(5);
        compute_until(6, ranks - 1);
        CHECK_OK(arauto_request_wait(&requests[0]));
        CHECK_OK(arauto_request_wait(&requests[1]));
    } else {
        compute_until(5, 1);
        CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
        if (me == ranks - 1) {
            CHECK(word(0) == 45, "the word is %llu", (unsigned long long)word(0));
        }
        raise_flag(6);
    }
    barrier();
}

/* Late unlock: the holder of the lock has closed its epoch and computes; the next gets the lock. */
static void late_unlock(void) {
    const int target = ranks - 1;
    if (me == 0) {
        const uint64_t value = 46;
        arauto_request_t request;
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, &request));
        raise_flag(7);
        compute_until(8, 1);
        CHECK_OK(arauto_request_wait(&request));
    } else if (me == 1) {
        compute_until(7, 1);
        uint64_t value = 0;
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_get(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
        CHECK(value == 46, "the word is %llu", (unsigned long long)value);
        raise_flag(8);
    }
    barrier();
}

/* A queue of locks: the first holds it, the second has closed its epoch behind and computes when
 * the first unlocks; the third, which waits, does the second's work and gets the lock. */
static void pass_a_lock_over_one_that_computes(void) {
    const int target = ranks - 1;
    if (me == 0) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        raise_flag(9);
        compute_until(10, 2);
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    } else if (me == 1) {
        const uint64_t value = 47;
        arauto_request_t request;
        compute_until(9, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, &request));
        raise_flag(10);
        compute_until(11, 1);
        CHECK_OK(arauto_request_wait(&request));
    } else if (me == 2) {
        uint64_t value = 0;
        compute_until(10, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        raise_flag(10);
        CHECK_OK(arauto_epoch_get(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
        CHECK(value == 47, "the word is %llu", (unsigned long long)value);
        raise_flag(11);
    }
    barrier();
}

int main(void) {
    begin(4096 * 8);
    if (ranks >= 2) {
        late_post();
        late_post_while_the_origin_computes();
        late_complete();
        early_fence();
        wait_at_fence();
        late_unlock();
    }
    if (ranks >= 3) {
        pass_a_lock_over_one_that_computes();
    }
    finish();
    return 0;
}
