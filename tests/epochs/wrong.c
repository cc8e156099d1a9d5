/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Calls that are refused with a sentence and change nothing; and calls that look wrong but are
 * allowed: giving requests up, and freeing an object with epochs pending.
 */
#include "epochs.h"

#include "arauto/spi/epoch.h"

static void nothing_is_open(void) {
    uint64_t word = 0;
    int answer = 0;
    CHECK_FAILS(arauto_epoch_complete(epochs, NULL), ARAUTO_ERR_EPOCH, "arauto_epoch_start");
    CHECK_FAILS(arauto_epoch_wait(epochs, NULL), ARAUTO_ERR_EPOCH, "arauto_epoch_post");
    CHECK_FAILS(arauto_epoch_test(epochs, &answer), ARAUTO_ERR_EPOCH, "arauto_epoch_post");
    CHECK_FAILS(arauto_epoch_unlock(epochs, 0, NULL), ARAUTO_ERR_EPOCH, "no lock epoch");
    CHECK_FAILS(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, NULL), ARAUTO_ERR_EPOCH, "lock_all");
    CHECK_FAILS(arauto_epoch_flush(epochs, 0, ARAUTO_FLUSH_LOCAL, NULL), ARAUTO_ERR_EPOCH, "lock");
    CHECK_FAILS(arauto_epoch_put(epochs, 0, segment, 0, &word, 8, NULL), ARAUTO_ERR_EPOCH,
                "no access epoch");
    CHECK_FAILS(arauto_epoch_reach(epochs, 0, &answer), ARAUTO_ERR_EPOCH, "no access epoch");
}

static void arguments(void) {
    const int twice[2] = {0, 0};
    const int outside = ranks;
    CHECK_FAILS(arauto_epoch_post(NULL, NULL, 0, 0), ARAUTO_ERR_ARGUMENT, "null");
    CHECK_FAILS(arauto_epoch_post(epochs, twice, 2, 0), ARAUTO_ERR_ARGUMENT, "twice");
    CHECK_FAILS(arauto_epoch_start(epochs, &outside, 1, 0), ARAUTO_ERR_RANK, "outside");
    CHECK_FAILS(arauto_epoch_start(epochs, NULL, 1, 0), ARAUTO_ERR_ARGUMENT, "count");
    CHECK_FAILS(arauto_epoch_start(epochs, NULL, -1, 0), ARAUTO_ERR_ARGUMENT, "count");
    CHECK_FAILS(arauto_epoch_post(epochs, NULL, 0, 64), ARAUTO_ERR_ARGUMENT, "asserts");
    CHECK_FAILS(arauto_epoch_lock(epochs, (arauto_lock_kind_t)7, 0, 0, NULL), ARAUTO_ERR_ARGUMENT,
                "kind");
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ranks, 0, NULL), ARAUTO_ERR_RANK,
                "outside");
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, ARAUTO_EVERY_RANK, 0, NULL),
                ARAUTO_ERR_ARGUMENT, "ARAUTO_LOCK_SHARED for ARAUTO_EVERY_RANK");
    CHECK_FAILS(arauto_epoch_fence(epochs, 1, NULL), ARAUTO_ERR_ARGUMENT, "asserts");
    CHECK_FAILS(arauto_epoch_flush(epochs, ranks, ARAUTO_FLUSH_LOCAL, NULL), ARAUTO_ERR_RANK,
                "outside");
    CHECK_FAILS(arauto_epochs_set_reorder(epochs, 16), ARAUTO_ERR_ARGUMENT, "flags");
    CHECK_FAILS(arauto_epoch_run(epochs, 0, 999, NULL, 0, 0, NULL), ARAUTO_ERR_ARGUMENT, "kernel");
    CHECK_FAILS(arauto_epochs_create(arauto_team_world(), NULL), ARAUTO_ERR_ARGUMENT, "null");
}

static void overlaps(void) {
    uint64_t word = 0;
    CHECK_OK(arauto_epoch_start(epochs, NULL, 0, 0));
    CHECK_FAILS(arauto_epoch_start(epochs, NULL, 0, 0), ARAUTO_ERR_EPOCH, "close it first");
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 0, 0, NULL), ARAUTO_ERR_EPOCH,
                "close it first");
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL),
                ARAUTO_ERR_EPOCH, "close it first");
    CHECK_FAILS(arauto_epoch_fence(epochs, 0, NULL), ARAUTO_ERR_EPOCH, "close it first");
    CHECK_FAILS(arauto_epochs_free(epochs), ARAUTO_ERR_EPOCH, "open still");
    CHECK_OK(arauto_epoch_complete(epochs, NULL));
    CHECK_OK(arauto_epoch_post(epochs, NULL, 0, 0));
    CHECK_FAILS(arauto_epoch_post(epochs, NULL, 0, 0), ARAUTO_ERR_EPOCH, "open already");
    CHECK_FAILS(arauto_epoch_fence(epochs, 0, NULL), ARAUTO_ERR_EPOCH, "exposure");
    CHECK_OK(arauto_epoch_wait(epochs, NULL));
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, me, 0, NULL));
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, me, 0, NULL), ARAUTO_ERR_EPOCH,
                "open already");
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL),
                ARAUTO_ERR_EPOCH, "lock epoch");
    if (ranks > 1) {
        CHECK_FAILS(arauto_epoch_put(epochs, (me + 1) % ranks, segment, 0, &word, 8, NULL),
                    ARAUTO_ERR_EPOCH, "no access epoch");
    }
    CHECK_FAILS(arauto_epoch_put(epochs, me, segment, 64, &word, 8, NULL), ARAUTO_ERR_RANGE, "");
    CHECK_OK(arauto_epoch_unlock(epochs, me, NULL));
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    CHECK_FAILS(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 0, 0, NULL), ARAUTO_ERR_EPOCH,
                "lock_all");
    CHECK_FAILS(arauto_epoch_start(epochs, NULL, 0, 0), ARAUTO_ERR_EPOCH, "lock_all");
    CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, NULL));
    barrier();
    /* A fence epoch without operations is none when another kind is opened. */
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(arauto_epoch_post(epochs, NULL, 0, 0));
    CHECK_OK(arauto_epoch_wait(epochs, NULL));
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(arauto_epoch_put(epochs, me, segment, 0, &word, 8, NULL));
    CHECK_FAILS(arauto_epoch_post(epochs, NULL, 0, 0), ARAUTO_ERR_EPOCH, "fence");
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    barrier();
}

static void requests(void) {
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    static const uint64_t value = 77;
    arauto_request_t request = {0, 0};
    arauto_request_t copy;
    int done = 0;
    CHECK_OK(arauto_request_wait(&request));
    CHECK_OK(arauto_request_test(&request, &done));
    CHECK(done == 1, "nothing is not complete");
    CHECK_OK(arauto_request_free(&request));
    CHECK_FAILS(arauto_request_wait(NULL), ARAUTO_ERR_ARGUMENT, "null");
    request.offset = 12345;
    CHECK_FAILS(arauto_request_test(&request, &done), ARAUTO_ERR_ARGUMENT, "no request");
    /* Given up early: the epoch goes on, and its name is used up. All have an access epoch that
     * waits for a post: with the flag that post need not wait for it. */
    CHECK_OK(arauto_epochs_set_reorder(epochs, ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS));
    CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, to, segment, 0, &value, 8, NULL));
    CHECK_OK(arauto_epoch_complete(epochs, &request));
    CHECK(request.offset != 0, "complete before anybody has posted");
    copy = request;
    CHECK_OK(arauto_request_free(&request));
    CHECK(request.offset == 0, "the request is there still");
    CHECK_FAILS(arauto_request_wait(&copy), ARAUTO_ERR_ARGUMENT, "used up");
    barrier();
    CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
    CHECK_OK(arauto_epoch_wait(epochs, NULL));
    CHECK(*(volatile uint64_t*)arauto_segment_base(segment) == 77, "the word has not come");
    barrier();
}

/* Closed epochs are completed by arauto_epochs_free; their requests stay valid. */
static void free_with_pending(void) {
    arauto_epochs_h other;
    arauto_request_t request_of[2];
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    static const uint64_t value = 78;
    CHECK_OK(arauto_epochs_create(arauto_team_world(), &other));
    CHECK_OK(arauto_epochs_set_reorder(other, ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS));
    CHECK_OK(arauto_epoch_start(other, &to, 1, 0));
    CHECK_OK(arauto_epoch_put(other, to, segment, 8, &value, 8, NULL));
    CHECK_OK(arauto_epoch_complete(other, &request_of[0]));
    barrier();
    CHECK_OK(arauto_epoch_post(other, &from, 1, 0));
    CHECK_OK(arauto_epoch_wait(other, &request_of[1]));
    CHECK_OK(arauto_epochs_free(other));
    CHECK(((volatile uint64_t*)arauto_segment_base(segment))[1] == 78, "the word has not come");
    CHECK_OK(arauto_request_wait(&request_of[0]));
    CHECK_OK(arauto_request_wait(&request_of[1]));
}

int main(void) {
    begin(64);
    nothing_is_open();
    arguments();
    overlaps();
    nothing_is_open();
    requests();
    free_with_pending();
    finish();
    return 0;
}
