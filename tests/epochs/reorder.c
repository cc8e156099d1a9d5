/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The four reorder flags: with a flag, the later epoch completes although the earlier one waits for
 * a peer that comes only then; without it, the later one waits for the earlier one. Rank 0 has both
 * epochs, rank 1 is late, rank 2 is in time.
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

/* The matching calls of a peer. */
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
    barrier();
    clear_flag(0);
    barrier();
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
    barrier();
    clear_flag(0);
    clear_flag(1);
    barrier();
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
    barrier();
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
}

enum { EVERY_FLAG = 15 };

/* An access epoch goes ahead of a fence that a late rank has not called: needs both flags. */
static void go_ahead_of_a_fence(int flags) {
    const int goes = (flags & 3) == 3;
    static const uint64_t value = 11;
    arauto_request_t requests[2] = {{0, 0}, {0, 0}};
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(arauto_epochs_set_reorder(epochs, me == both ? flags : EVERY_FLAG));
    if (me == late) {
        compute_until(0, goes ? 2 : 1);
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    } else {
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &requests[0]));
    }
    if (me == both) {
        CHECK_OK(arauto_epoch_start(epochs, &prompt, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, prompt, segment, 32, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &requests[1]));
        if (goes) {
            CHECK_OK(arauto_request_wait(&requests[1]));
            CHECK(!is_complete(&requests[0]), "the fence is complete without a member");
        } else {
            CHECK(!is_complete(&requests[1]), "an epoch went ahead of a fence");
        }
        raise_flag(0);
        CHECK_OK(arauto_request_wait(&requests[1]));
    } else if (me == prompt) {
        CHECK_OK(arauto_epoch_post(epochs, &both, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        const uint64_t* mine = arauto_segment_base(segment);
        CHECK(mine[4] == 11, "the word is %llu", (unsigned long long)mine[4]);
        raise_flag(0);
    }
    CHECK_OK(arauto_request_wait(&requests[0]));
    barrier();
    clear_flag(0);
    barrier();
}

/* A fence goes ahead of an access epoch towards a rank that posts late, where both its sides may.
 */
static void let_a_fence_go_ahead(void) {
    const int flags = ARAUTO_REORDER_ACCESS_AFTER_ACCESS | ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS;
    static const uint64_t value = 12;
    CHECK_OK(arauto_epochs_set_reorder(epochs, flags));
    arauto_request_t request = {0, 0};
    if (me == both) {
        CHECK_OK(arauto_epoch_start(epochs, &late, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, late, segment, 40, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &request));
    }
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(
        arauto_epoch_put(epochs, both, segment, 40 + 8 * (size_t)(me == prompt), &value, 8, NULL));
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    if (me == late) {
        CHECK_OK(arauto_epoch_post(epochs, &both, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    }
    CHECK_OK(arauto_request_wait(&request));
    barrier();
}

/* A lock goes ahead of a lock_all that waits at the gate, and nothing is held twice. */
static void go_ahead_of_lock_all(void) {
    CHECK_OK(arauto_epochs_set_reorder(epochs, ARAUTO_REORDER_ACCESS_AFTER_ACCESS));
    if (me == late) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
        raise_flag(0);
        compute_until(1, 1);
        CHECK_OK(arauto_epoch_unlock(epochs, 0, NULL));
    } else if (me == prompt) {
        arauto_request_t requests[4];
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, &requests[0]));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, &requests[1]));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 1, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, 1, &requests[2]));
        CHECK_OK(arauto_request_wait(&requests[2]));
        CHECK(!is_complete(&requests[0]) && !is_complete(&requests[1]),
              "lock_all is complete while another holds an exclusive lock");
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, 1, &requests[3]));
        raise_flag(1);
        CHECK_OK(arauto_request_wait(&requests[3]));
        CHECK_OK(arauto_request_wait(&requests[0]));
        CHECK_OK(arauto_request_wait(&requests[1]));
    }
    barrier();
    clear_flag(0);
    clear_flag(1);
    barrier();
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
        clear_flag(0);
        clear_flag(1);
        barrier();
        for (int flags = 0; flags <= EVERY_FLAG; ++flags) {
            go_ahead_of_a_fence(flags);
        }
        let_a_fence_go_ahead();
        go_ahead_of_lock_all();
    }
    finish();
    return 0;
}
