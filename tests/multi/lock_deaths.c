/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks whose users die: at a chosen instruction of a call, or at random moments. This program
 * checks the critical sections of the others; its caller checks that they end at all.
 *
 *     lock_deaths step CASE N    rank 1 dies after N instructions of the call that CASE names
 *     lock_deaths hammer SEED    the odd ranks die within milliseconds of hammering one lock
 */
#define _GNU_SOURCE
#include "dying.h"

#include <stdlib.h>
#include <string.h>

/* The words that rank 0 keeps for all. */
struct board {
    _Atomic int inside; /* rank + 1 of the holder of the lock */
    _Atomic int left; /* the first holder has begun to unlock */
    _Atomic int queueing; /* how many are about to lock */
};

static arauto_lock_h lock;
static struct board* board;
static int host; /* of the lock */

/* In the critical section alone, except for what one who died there has left behind. */
static void enter_and_leave(arauto_status_t status) {
    const int me = arauto_rank() + 1;
    check(atomic_load(&board->inside) == 0 || status == ARAUTO_LOCK_RECOVERED,
          "another rank is in the critical section");
    atomic_store(&board->inside, me);
    for (int i = 0; i < 20; ++i) {
        check(atomic_load(&board->inside) == me, "another rank came into the critical section");
    }
    atomic_store(&board->inside, 0);
    check(arauto_lock_release(lock, host, 0) == ARAUTO_OK, arauto_last_error());
}

static arauto_status_t lock_once(void) {
    const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
    check(status >= 0, arauto_last_error());
    enter_and_leave(status);
    return status;
}

enum call { call_acquire, call_try, call_release };

static void die_in(enum call call, long steps) {
    int acquired = 0;
    die_after(steps);
    START_TRAPS();
    if (call == call_acquire) {
        (void)arauto_lock_acquire(lock, host, 0);
    } else if (call == call_try) {
        (void)arauto_lock_try(lock, host, 0, &acquired);
    } else {
        (void)arauto_lock_release(lock, host, 0);
    }
    STOP_TRAPS();
    say("survived"); /* the call has fewer instructions */
    if (call != call_release) {
        (void)arauto_lock_release(lock, host, 0);
    }
}

static void wait_for_queue(int count) {
    while (atomic_load(&board->queueing) < count) {
        usleep(50);
    }
    usleep(500); /* they say so before they join */
}

/* Two others queue up while the victim holds the lock. */
static void step_release(long steps) {
    if (arauto_rank() == 1) {
        check(arauto_lock_acquire(lock, host, 0) == ARAUTO_OK, arauto_last_error());
        barrier();
        wait_for_queue(2);
        atomic_store(&board->left, 1);
        die_in(call_release, steps);
        return;
    }
    barrier();
    atomic_fetch_add(&board->queueing, 1);
    const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
    check(status >= 0, arauto_last_error());
    check(atomic_load(&board->left), "the lock came before its holder had begun to unlock");
    enter_and_leave(status);
    say("got");
}

/* Rank 0 holds the lock while the victim, then rank 2, come for it. */
static void step_queued(long steps) {
    if (arauto_rank() == 0) {
        check(arauto_lock_acquire(lock, host, 0) == ARAUTO_OK, arauto_last_error());
    }
    barrier();
    if (arauto_rank() == 1) {
        die_in(call_acquire, steps);
        return;
    }
    while (!has_failed(1)) {
        usleep(50);
    }
    if (arauto_rank() == 0) {
        wait_for_queue(1);
        atomic_store(&board->left, 1);
        check(arauto_lock_release(lock, host, 0) == ARAUTO_OK, arauto_last_error());
    } else {
        atomic_fetch_add(&board->queueing, 1);
        const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
        check(status >= 0, arauto_last_error());
        check(atomic_load(&board->left), "the lock came before its holder had begun to unlock");
        enter_and_leave(status);
        say(status == ARAUTO_LOCK_RECOVERED ? "recovered" : "got");
    }
}

/* The victim comes for a free lock; the others come together, one by lock and one by try. */
static void step_free(enum call call, long steps) {
    barrier();
    if (arauto_rank() == 1) {
        die_in(call, steps);
        return;
    }
    if (arauto_rank() == 0) {
        (void)lock_once();
    } else {
        int acquired = 0;
        while (!acquired) {
            const arauto_status_t status = arauto_lock_try(lock, host, 0, &acquired);
            check(status >= 0, arauto_last_error());
            if (acquired) {
                enter_and_leave(status);
            }
        }
    }
    say("got");
}

static void step(const char* name, long steps) {
    if (arauto_rank() == 1) {
        (void)lock_once(); /* the loader has found all functions before the traps begin */
        int acquired = 0;
        check(arauto_lock_try(lock, host, 0, &acquired) == ARAUTO_OK && acquired, "not free");
        check(arauto_lock_release(lock, host, 0) == ARAUTO_OK, arauto_last_error());
    }
    barrier();
    if (!strcmp(name, "release")) {
        step_release(steps);
    } else if (!strcmp(name, "queued")) {
        step_queued(steps);
    } else {
        step_free(!strcmp(name, "try") ? call_try : call_acquire, steps);
    }
    if (arauto_rank() != 1) {
        (void)lock_once(); /* it still works */
    }
}

static void hammer(unsigned seed) {
    enum { kAfterTheLast = 200, kDelayMaxUs = 8000 };
    host = (int)(seed % (unsigned)arauto_size()); /* may be one who dies */
    begin_dying(seed, kDelayMaxUs);
    for (int after = 0; after < kAfterTheLast; after += !victims_live()) {
        if (mixed(seed, (unsigned)after) % 4 != 0) {
            (void)lock_once();
            continue;
        }
        int acquired = 0;
        const arauto_status_t status = arauto_lock_try(lock, host, 0, &acquired);
        check(status >= 0, arauto_last_error());
        if (acquired) {
            enter_and_leave(status);
        }
    }
    say("got");
}

int main(int count, char** words) {
    check(arauto_init() == ARAUTO_OK, "init");
    arauto_handle_failures();
    arauto_segment_h segment;
    check(arauto_segment_allocate(arauto_team_world(), sizeof *board, &segment) == ARAUTO_OK, "");
    check(arauto_lock_create(arauto_team_world(), 1, &lock) == ARAUTO_OK, arauto_last_error());
    board = arauto_segment_pointer(segment, 0);
    if (count == 4 && !strcmp(words[1], "step")) {
        step(words[2], atol(words[3]));
    } else if (count == 3 && !strcmp(words[1], "hammer")) {
        hammer((unsigned)atol(words[2]));
    }
    return 0;
}
