/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The four flags: with a flag the later epoch is complete though the earlier one waits for a peer
 * that comes only then; without it the later one waits for the earlier one. Rank 0 has both epochs,
 * rank 1 is late, rank 2 is in time.
 */
#include "epochs.h"

static const int late = 1;
static const int prompt = 2;
static const int both = 0;

static void open_and_close(int is_access, int peer, uint64_t value, arauto_request_t* request) {
    if (is_access) {
        static uint64_t values[2];
        values[peer == late ? 0 : 1] = value;
        CHECK_OK(arauto_epoch_start(epochs, &peer, 1, 0));
        CHECK_OK(
            arauto_epoch_put(epochs, peer, segment, 0, &values[peer == late ? 0 : 1], 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, request));
    } else {
        CHECK_OK(arauto_epoch_post(epochs, &peer, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, request));
    }
}

/* What a peer does to match it. */
static void match(int is_access) {
    if (is_access) {
        CHECK_OK(arauto_epoch_post(epochs, &both, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    } else {
        const uint64_t value = (uint64_t)me;
        CHECK_OK(arauto_epoch_start(epochs, &both, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, both, segment, 8 * (size_t)me, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, NULL));
    }
}

/* With the flag: the prompt peer is through before the late one comes. */
static void go_ahead(int first, int second, int flag_value) {
    CHECK_OK(arauto_epochs_set_reorder(epochs, me == both ? flag_value : 0));
    if (me == both) {
        arauto_request_t requests[2];
        open_and_close(first, late, 5, &requests[0]);
        open_and_close(second, prompt, 6, &requests[1]);
        CHECK_OK(arauto_request_wait(&requests[1]));
        CHECK(!is_complete(&requests[0]), "the first is complete without its peer");
        raise_flag(0);
        CHECK_OK(arauto_request_wait(&requests[0]));
    } else if (me == prompt) {
        match(second);
        raise_flag(0);
    } else if (me == late) {
        compute_until(0, 2);
        match(first);
    }
    meet();
    atomic_store(flag(0), 0);
    meet();
}

/* Without it: the second stays incomplete as long as the first does. */
static void keep_order(int first, int second, int flags) {
    CHECK_OK(arauto_epochs_set_reorder(epochs, me == both ? flags : 0));
    if (me == both) {
        arauto_request_t requests[2];
        open_and_close(first, late, 5, &requests[0]);
        open_and_close(second, prompt, 6, &requests[1]);
        raise_flag(0);
        for (int look = 0; look < 200; ++look) {
            CHECK(!is_complete(&requests[1]), "the second went ahead without a flag");
            CHECK(!is_complete(&requests[0]), "the first is complete without its peer");
        }
        raise_flag(1);
        CHECK_OK(arauto_request_wait(&requests[1]));
        CHECK(is_complete(&requests[0]), "the second is complete before the first");
    } else if (me == prompt) {
        match(second);
    } else if (me == late) {
        compute_until(1, 1);
        match(first);
    }
    meet();
    atomic_store(flag(0), 0);
    atomic_store(flag(1), 0);
    meet();
}

/* Locks towards two targets: the lock of the first is held by another. */
static void go_ahead_with_locks(void) {
    CHECK_OK(arauto_epochs_set_reorder(epochs, ARAUTO_REORDER_ACCESS_AFTER_ACCESS));
    if (me == late) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
        raise_flag(0);
        compute_until(1, 1);
        CHECK_OK(arauto_epoch_unlock(epochs, 0, NULL));
    } else if (me == prompt) {
        static const uint64_t value = 9;
        arauto_request_t requests[3];
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, 0, segment, 24, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, 0, &requests[0]));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, 1, segment, 24, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, 1, &requests[1]));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 0, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, 0, &requests[2]));
        CHECK_OK(arauto_request_wait(&requests[1]));
        CHECK(!is_complete(&requests[0]), "a lock was taken that another holds");
        CHECK(!is_complete(&requests[2]), "a lock was taken that another holds");
        raise_flag(1);
        CHECK_OK(arauto_request_wait(&requests[2]));
        CHECK(is_complete(&requests[0]), "the second lock of one target came before the first");
    }
    meet();
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
}

int main(void) {
    begin(64);
    if (ranks >= 3) {
        enum { EXPOSURE, ACCESS };
        for (int flags = 0; flags < 16; ++flags) {
            for (int pair = 0; pair < 4; ++pair) {
                const int first = pair & 1;
                const int second = pair >> 1;
                const int needed = second == ACCESS
                                       ? (first == ACCESS ? ARAUTO_REORDER_ACCESS_AFTER_ACCESS
                                                          : ARAUTO_REORDER_ACCESS_AFTER_EXPOSURE)
                                       : (first == ACCESS ? ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS
                                                          : ARAUTO_REORDER_EXPOSURE_AFTER_EXPOSURE);
                ((flags & needed) != 0 ? go_ahead : keep_order)(first, second, flags);
            }
        }
        go_ahead_with_locks();
    }
    finish();
    return 0;
}
