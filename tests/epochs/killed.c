/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank dies while the others have epochs of every kind that wait for it: each request completes
 * with the failure, none is pending for ever, and the survivors continue with each other. The
 * highest rank dies, at the point that ARAUTO_TEST_CASE names.
 */
#include "epochs.h"

#include "arauto/spi/epoch.h"
#include "arauto/spi/status.h"

#include <signal.h>
#include <unistd.h>

static int victim;

static void die(void) {
    kill(getpid(), SIGKILL);
}

static void die_now(int signal_number) {
    (void)signal_number;
    die();
}

static void check_failed_with(arauto_status_t status, const char* what) {
    CHECK(status == ARAUTO_ERR_FAILED, "%s gave %s", what, arauto_status_name(status));
    CHECK(strstr(arauto_last_error(), "fail") != NULL ||
              strstr(arauto_last_error(), "died") != NULL,
          "the sentence is '%s'", arauto_last_error());
}

/* Access and exposure epochs towards it, with and without requests, and some behind them. */
static void with_counts(void) {
    static uint64_t value = 5;
    arauto_request_t requests[4];
    if (me == victim) {
        compute_until(0, ranks - 1);
        die();
    }
    CHECK_OK(arauto_epoch_start(epochs, &victim, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, victim, segment, 0, &value, 8, NULL));
    CHECK_OK(arauto_epoch_complete(epochs, &requests[0]));
    CHECK_OK(arauto_epoch_post(epochs, &victim, 1, 0));
    CHECK_OK(arauto_epoch_wait(epochs, &requests[1]));
    CHECK_OK(arauto_epoch_start(epochs, &me, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, me, segment, 8, &value, 8, NULL));
    CHECK_OK(arauto_epoch_post(epochs, &me, 1, 0));
    CHECK_OK(arauto_epoch_complete(epochs, &requests[2]));
    CHECK_OK(arauto_epoch_wait(epochs, &requests[3]));
    raise_flag(0);
    check_failed_with(arauto_request_wait(&requests[1]), "the exposure");
    check_failed_with(arauto_request_wait(&requests[0]), "the access");
    CHECK_OK(arauto_request_wait(&requests[3]));
    CHECK_OK(arauto_request_wait(&requests[2]));
    CHECK(((volatile uint64_t*)arauto_segment_base(segment))[1] == 5, "my own word has not come");
    CHECK_OK(arauto_epoch_post(epochs, &victim, 1, 0));
    check_failed_with(arauto_epoch_wait(epochs, NULL), "a blocking exposure");
}

static void with_fences(void) {
    arauto_request_t requests[2];
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    if (me == victim) {
        compute_until(0, ranks - 1);
        die();
    }
    CHECK_OK(arauto_epoch_fence(epochs, 0, &requests[0]));
    CHECK_OK(arauto_epoch_fence(epochs, 0, &requests[1]));
    raise_flag(0);
    check_failed_with(arauto_request_wait(&requests[0]), "the fence");
    check_failed_with(arauto_request_wait(&requests[1]), "the second fence");
    check_failed_with(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL), "a blocking fence");
}

/* It holds a lock that all want, and dies with it. */
static void with_locks(void) {
    arauto_request_t requests[3];
    if (me == victim) {
        arauto_request_t held;
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, &held));
        CHECK_OK(arauto_request_wait(&held));
        raise_flag(1);
        compute_until(0, ranks - 1);
        die();
    }
    compute_until(1, 1);
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, &requests[0]));
    CHECK_OK(arauto_epoch_unlock(epochs, 0, &requests[1]));
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, &requests[2]));
    raise_flag(0);
    check_failed_with(arauto_request_wait(&requests[0]), "the grant of the lock");
    check_failed_with(arauto_request_wait(&requests[1]), "the unlock");
    check_failed_with(arauto_request_wait(&requests[2]), "lock_all");
}

/* The first failure of a round: where it was that an epoch could not be opened, closing it fails
 * too. */
static void keep_first(arauto_status_t* first, arauto_status_t status) {
    *first = *first < 0 ? *first : status;
}

/* At a random moment of a ring of all kinds. Nobody hangs. */
static void at_random(void) {
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    static uint64_t values[64];
    if (me == victim) {
        signal(SIGALRM, die_now);
        ualarm(500 + (unsigned)getpid() % 20000, 0);
    }
    for (int round = 0;; ++round) {
        arauto_request_t requests[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
        arauto_status_t first = arauto_epoch_post(epochs, &from, 1, 0);
        keep_first(&first, arauto_epoch_start(epochs, &to, 1, 0));
        keep_first(&first, arauto_epoch_put(epochs, to, segment, 0, values, sizeof values, NULL));
        keep_first(&first, arauto_epoch_complete(epochs, (round & 1) != 0 ? &requests[0] : NULL));
        keep_first(&first, arauto_epoch_wait(epochs, (round & 2) != 0 ? &requests[1] : NULL));
        keep_first(&first,
                   arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, round % ranks, 0, NULL));
        keep_first(&first, arauto_epoch_unlock(epochs, round % ranks, &requests[2]));
        keep_first(&first, arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &requests[3]));
        for (int i = 0; i < 4; ++i) {
            keep_first(&first, arauto_request_wait(&requests[i]));
        }
        if (first < 0) {
            CHECK(first == ARAUTO_ERR_FAILED || first == ARAUTO_ERR_STOPPED, "a round gave %s (%s)",
                  arauto_status_name(first), arauto_last_error());
            return;
        }
    }
}

static arauto_status_t kill_who_helps(const arauto_kernel_call_t* call) {
    if (!call->is_origin) {
        die();
    }
    return ARAUTO_OK;
}

/* It dies while it works for rank 0, whose epochs are lost then; waiting ranks learn it. */
static void while_it_helps(void) {
    const int origin = 0;
    int kernel = 0;
    CHECK_OK(arauto_kernel_register(kill_who_helps, &kernel));
    barrier();
    if (me == origin) {
        arauto_request_t requests[2];
        CHECK_OK(arauto_epoch_start(epochs, &victim, 1, 0));
        CHECK_OK(arauto_epoch_run(epochs, victim, kernel, NULL, 0, 0, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &requests[0]));
        raise_flag(0);
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        while (state != ARAUTO_RANK_FAILED) {
            CHECK_OK(arauto_rank_state(victim, &state));
            sched_yield();
        }
        check_failed_with(arauto_request_wait(&requests[0]), "what the dead worked for");
        check_failed_with(arauto_epoch_post(epochs, &victim, 1, 0), "the next epoch");
    } else if (me == victim) {
        compute_until(0, 1);
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    } else {
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        CHECK_OK(arauto_epoch_post(epochs, &origin, 1, 0));
        while (state != ARAUTO_RANK_FAILED) { /* or it would help in the victim's place */
            CHECK_OK(arauto_rank_state(victim, &state));
            sched_yield();
        }
        check_failed_with(arauto_epoch_wait(epochs, NULL), "to wait for one whose epochs are lost");
    }
}

int main(void) {
    begin(512);
    arauto_handle_failures();
    victim = ranks - 1;
    barrier();
    const char* text = getenv("ARAUTO_TEST_CASE");
    switch (text != NULL ? atoi(text) : 0) {
    case 0:
        with_counts();
        break;
    case 1:
        with_fences();
        break;
    case 2:
        with_locks();
        break;
    case 3:
        while_it_helps();
        break;
    default:
        at_random();
        break;
    }
    printf("went on\n");
    fflush(stdout);
    CHECK_OK(arauto_finalize());
    return 0;
}
