/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks whose users die: at a chosen instruction of a call, or at random moments. What the others
 * must see is checked here; that they end at all is the caller's to check.
 *
 *     lock_deaths step CASE N    rank 1 dies after N instructions of the call that CASE names
 *     lock_deaths hammer SEED    the odd ranks die within milliseconds of hammering one lock
 */
#define _GNU_SOURCE
#include "arauto/arauto.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What rank 0 keeps for all. */
struct board {
    _Atomic int inside; /* rank + 1 of who is in the critical section */
    _Atomic int left; /* the first holder has begun to unlock */
    _Atomic int queueing; /* how many are about to lock */
};

static arauto_lock_h lock;
static struct board* board;
static int host; /* of the lock */

static void check(int condition, const char* sentence) {
    if (!condition) {
        arauto_error_stop(3, sentence);
    }
}

static void meet(void) {
    const arauto_status_t status = arauto_team_barrier(arauto_team_world());
    check(status == ARAUTO_OK || status == ARAUTO_ERR_FAILED, arauto_last_error());
}

static void say(const char* word) {
    char line[64];
    const int length = snprintf(line, sizeof line, "%s\n", word);
    check(write(STDOUT_FILENO, line, (size_t)length) == length, "cannot write");
}

static int has_failed(int rank) {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    check(arauto_rank_state(rank, &state) == ARAUTO_OK, arauto_last_error());
    return state == ARAUTO_RANK_FAILED;
}

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

/* A trap after each instruction, in user mode only; the last one kills. */
static _Atomic long steps_left;

static void on_step(int sig) {
    if (sig == SIGTRAP && atomic_fetch_sub(&steps_left, 1) == 1) {
        kill(getpid(), SIGKILL);
    }
}

#if defined(__x86_64__)
#define SET_TRAP_FLAG(change)                                                                      \
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t" change                                 \
                     "\n\tpopfq\n\tlea 128(%%rsp), %%rsp" ::                                       \
                         : "cc", "memory")
#define START_TRAPS() SET_TRAP_FLAG("orq $0x100, (%%rsp)")
#define STOP_TRAPS() SET_TRAP_FLAG("andq $~0x100, (%%rsp)")
#else
#define START_TRAPS() check(0, "this processor's trap flag is not known")
#define STOP_TRAPS()
#endif

enum call { call_acquire, call_try, call_release };

static void die_in(enum call call, long steps) {
    int acquired = 0;
    signal(SIGTRAP, on_step);
    atomic_store(&steps_left, steps);
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
        meet();
        wait_for_queue(2);
        atomic_store(&board->left, 1);
        die_in(call_release, steps);
        return;
    }
    meet();
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
    meet();
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
    meet();
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
    meet();
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

static unsigned mixed(unsigned seed, unsigned a) {
    unsigned z = (seed * 0x9e3779b9u) ^ (a * 0x85ebca6bu);
    z = (z ^ (z >> 15)) * 0x2c1b3c6du;
    return z ^ (z >> 13);
}

static void* kill_later(void* delay_us) {
    usleep(*(const unsigned*)delay_us);
    kill(getpid(), SIGKILL);
    return NULL;
}

static int victims_live(void) {
    for (int rank = 1; rank < arauto_size(); rank += 2) {
        if (!has_failed(rank)) {
            return 1;
        }
    }
    return 0;
}

static void hammer(unsigned seed) {
    enum { kAfterTheLast = 200, kDelayMaxUs = 8000 };
    static unsigned delay_us;
    host = (int)(seed % (unsigned)arauto_size()); /* may be one who dies */
    delay_us = mixed(seed, (unsigned)arauto_rank()) % kDelayMaxUs;
    meet();
    pthread_t killer;
    if (arauto_rank() % 2 == 1) {
        check(pthread_create(&killer, NULL, kill_later, &delay_us) == 0, "no thread");
    }
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
