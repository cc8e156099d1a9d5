/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * 100,000 epochs pending on one object, in front of a peer that is late: no call waits, all
 * complete, and the recorded operations stay within their limit.
 */
#include "epochs.h"

#include "arauto/spi/epoch.h"

enum { EPOCHS = 100000 };

static arauto_request_t requests[EPOCHS];
static uint64_t values[EPOCHS];

/* Access epochs towards one peer that has not posted yet. */
static void to_one(int flags) {
    const int origin = 0;
    const int target = ranks - 1;
    CHECK_OK(arauto_epochs_set_reorder(epochs, flags));
    if (me == origin) {
        arauto_epochs_state_t state;
        for (int i = 0; i < EPOCHS; ++i) {
            values[i] = (uint64_t)i;
            CHECK_OK(arauto_epoch_start(epochs, &target, 1, 0));
            if (i % 2 == 0) { /* more would be too many: calls are recorded up to 65,536 */
                CHECK_OK(arauto_epoch_put(epochs, target, segment, 8 * (size_t)(i % 1000),
                                          &values[i], 8, NULL));
            }
            CHECK_OK(arauto_epoch_complete(epochs, &requests[i]));
        }
        CHECK_OK(arauto_epochs_query(epochs, &state));
        CHECK(state.pending == EPOCHS && state.recorded == EPOCHS / 2,
              "%llu pending, %llu recorded", (unsigned long long)state.pending,
              (unsigned long long)state.recorded);
        raise_flag(0);
        CHECK_OK(arauto_request_free(&requests[EPOCHS / 2]));
        for (int i = EPOCHS - 1; i >= 0; --i) {
            CHECK_OK(arauto_request_wait(&requests[i]));
        }
    } else if (me == target) {
        compute_until(0, 1);
        for (int i = 0; i < EPOCHS; ++i) {
            CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
            CHECK_OK(arauto_epoch_wait(epochs, (i & 1) != 0 ? &requests[i] : NULL));
        }
        for (int i = 1; i < EPOCHS; i += 2) {
            CHECK_OK(arauto_request_wait(&requests[i]));
        }
        const volatile uint64_t* mine = arauto_segment_base(segment);
        for (int i = 0; i < 1000; i += 2) {
            CHECK(mine[i] == (uint64_t)(EPOCHS - 1000 + i), "word %d is %llu", i,
                  (unsigned long long)mine[i]);
        }
    }
    barrier();
    clear_flag(0);
    barrier();
}

/* Locks of a target that another holds, then recorded calls beyond the limit within one epoch: the
 * calls make progress themselves once the lock is free. */
static void beyond_the_limit(void) {
    const int target = ranks - 1;
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
    if (me == 1) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        raise_flag(0);
        compute_until(0, 2);
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    } else if (me == 0) {
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        arauto_request_t last = {0, 0};
        for (int i = 0; i < EPOCHS; ++i) {
            if (i == 60000) {
                raise_flag(0);
            }
            CHECK_OK(arauto_epoch_fetch(epochs, target, segment, 8, 8, ARAUTO_ATOMIC_ADD, 1, NULL,
                                        i == EPOCHS - 1 ? &last : NULL));
        }
        CHECK_OK(arauto_request_wait(&last));
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
        arauto_epochs_state_t state;
        CHECK_OK(arauto_epochs_query(epochs, &state));
        CHECK(state.recorded == 0 && state.pending == 0, "%llu recorded, %llu pending",
              (unsigned long long)state.recorded, (unsigned long long)state.pending);
    }
    barrier();
}

int main(void) {
    begin(8000);
    if (ranks >= 2) {
        to_one(0);
        to_one(ARAUTO_REORDER_ACCESS_AFTER_ACCESS);
        memset(arauto_segment_base(segment), 0, 64);
        barrier();
        beyond_the_limit();
        const volatile uint64_t* mine = arauto_segment_base(segment);
        CHECK(me != ranks - 1 || mine[1] == EPOCHS, "the count is %llu",
              (unsigned long long)mine[1]);
    }
    finish();
    return 0;
}
