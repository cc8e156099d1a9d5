/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A wait that learns of a failure, and in its last look still finds what it waits for, succeeds. It
 * has not reported the failure then, so the next wait must. Rank 1 fails; as soon as that is known
 * another thread of rank 0 posts to it, so that the post often comes between the two looks of the
 * wait.
 */
#include "job.h"

#include "arauto/spi/runtime.h"

#include <pthread.h>

enum { FAILS = 1, GOES_ON = 2 };
static arauto_notify_h g_notify;
static arauto_slot_t g_slot;

static void* post_after_failure(void* context) {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    while (state != ARAUTO_RANK_FAILED) {
        CHECK_OK(arauto_rank_state(FAILS, &state));
    }
    CHECK_OK(arauto_notify_post(0, g_slot));
    return context;
}

int main(void) {
    start();
    arauto_handle_failures();
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &g_notify));
    CHECK_OK(arauto_notify_slot(g_notify, 0, &g_slot));
    if (arauto_rank() == FAILS) {
        arauto_fail();
    }
    if (arauto_rank() == 0) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, post_after_failure, NULL) == 0, "no thread");
        const arauto_status_t status = arauto_notify_wait(g_notify, 0, 1);
        pthread_join(thread, NULL);
        if (status == ARAUTO_OK) { /* else the failure was reported ahead of the post */
            CHECK_FAILS(arauto_notify_wait(g_notify, 0, 1), ARAUTO_ERR_FAILED, "has failed");
        }
        for (int rank = GOES_ON; rank < arauto_size(); ++rank) {
            CHECK_OK(arauto_notify_post(rank, g_slot));
        }
        return 0;
    }
    /* Until rank 0 has done all that. */
    arauto_status_t status = arauto_notify_wait(g_notify, 0, 1);
    if (status == ARAUTO_ERR_FAILED) {
        status = arauto_notify_wait(g_notify, 0, 1);
    }
    CHECK_STATUS(status, ARAUTO_OK);
    return 0;
}
