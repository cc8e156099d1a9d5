/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Cohort hand-off of locks between nodes: ranks of one node hand a lock to each other first, but
 * not for ever, and a rank that dies at any point leaves the lock to the others. This program
 * checks the critical sections of the others; its caller checks that they end at all.
 *
 *     lock_nodes near HOST         two nodes of two: the holder prefers its near rank for a while
 *     lock_nodes dies SCENE STEP   rank 1 dies; it is near 0 and 2, but not in the last scene
 *     lock_nodes hammer SEED       the odd ranks die within milliseconds of hammering one lock
 *
 * STEP: how many instructions of a call rank 1 still lives.
 */
#define _GNU_SOURCE
#include "dying.h"

#include <stdlib.h>
#include <string.h>

/* Words at rank 0. */
enum word { kInside, kTurns, kComing, kGone, kFarTurn, kWords };

static arauto_lock_h lock;
static arauto_segment_h words;
static int host; /* of the lock */

static void ok(arauto_status_t status) {
    check(status >= 0, arauto_last_error());
}

static uint64_t read_word(enum word word) {
    uint64_t value = 0;
    ok(arauto_atomic_load(words, 0, word * sizeof value, sizeof value, &value));
    return value;
}

static uint64_t swap_word(enum word word, uint64_t value) {
    uint64_t old = 0;
    ok(arauto_atomic_fetch(words, 0, word * sizeof old, sizeof old, ARAUTO_ATOMIC_SWAP, value,
                           &old));
    return old;
}

static uint64_t add_word(enum word word) {
    uint64_t old = 0;
    ok(arauto_atomic_fetch(words, 0, word * sizeof old, sizeof old, ARAUTO_ATOMIC_ADD, 1, &old));
    return old;
}

static void wait_for(enum word word, uint64_t value) {
    while (read_word(word) < value) {
        usleep(200);
    }
}

/* Enters the critical section, where no other rank may be but one that died there. */
static void enter(arauto_status_t status) {
    const uint64_t before = swap_word(kInside, (uint64_t)arauto_rank() + 1);
    check(before == 0 || (status == ARAUTO_LOCK_RECOVERED && has_failed((int)before - 1)),
          "another rank is in the critical section");
}

static void leave(void) {
    check(swap_word(kInside, 0) == (uint64_t)arauto_rank() + 1,
          "another rank came into the critical section");
    ok(arauto_lock_release(lock, host, 0));
}

static void lock_once(void) {
    const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
    ok(status);
    enter(status);
    leave();
}

/* Counts itself as coming, then queues; the others cannot see when it has queued. */
static void come(void) {
    add_word(kComing);
    const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
    ok(status);
    enter(status);
}

static void await_coming(uint64_t count) {
    wait_for(kComing, count);
    usleep(100000);
}

/* Rank 0 holds the lock while a far rank, then a near one request it. Then both near ranks take it
 * again and again, until the far one has had it; it never has, if they keep it for ever. */
static void near_first(int round) {
    enum { kTurnsMax = 1000 };
    const uint64_t coming = 2 * (uint64_t)round;
    if (arauto_rank() == 0) {
        swap_word(kTurns, 0);
        swap_word(kFarTurn, kTurnsMax);
        ok(arauto_lock_acquire(lock, host, 0));
        enter(ARAUTO_OK);
    }
    barrier();
    if (arauto_rank() == 2) {
        come();
        swap_word(kFarTurn, read_word(kTurns));
        leave();
    } else if (arauto_rank() <= 1) {
        if (arauto_rank() == 1) {
            wait_for(kComing, coming + 1);
            come();
        } else {
            await_coming(coming + 2);
        }
        for (int i = 0; i < kTurnsMax && read_word(kFarTurn) == kTurnsMax; ++i) {
            add_word(kTurns);
            leave();
            const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
            ok(status);
            enter(status);
        }
        leave();
    }
    barrier();
}

/* The others may be late for one of these rounds, so the near rank need not be first in each. */
static void prefer_the_near(void) {
    enum { kTimes = 10 };
    int near_came_first = 0;
    for (int round = 0; round < kTimes; ++round) {
        near_first(round);
        const uint64_t turns = read_word(kFarTurn);
        near_came_first += turns >= 2;
        check(turns < 500, "the near ranks kept the lock for themselves");
        barrier();
    }
    check(near_came_first > 0, "the far rank came first each time");
}

enum call { call_acquire, call_release };

static void die_in(enum call call, long steps) {
    die_after(steps);
    START_TRAPS();
    if (call == call_acquire) {
        (void)arauto_lock_acquire(lock, host, 0);
    } else {
        (void)arauto_lock_release(lock, host, 0);
    }
    STOP_TRAPS();
    say("survived"); /* the call has fewer instructions */
    if (call == call_acquire) {
        (void)arauto_lock_release(lock, host, 0);
    }
}

enum when { in_release, in_acquire, while_holding, while_waiting, while_handed_off };

/* Rank `first` holds the lock, then those of `order` request it one after another; all but rank 1
 * release it. */
struct scene {
    const char* name;
    int first;
    int order[3]; /* -1: none */
    enum when when;
};

static const struct scene scenes[] = {
    {"hands_off", 1, {2, 3, -1}, in_release}, /* its queue node, to 2; 3 is next in the queue */
    {"keeps", 1, {3, -1, -1}, in_release}, /* no near rank requests it: to 3 */
    {"returns", 2, {1, 3, -1}, in_release}, /* a queue node of 2, no near rank requests it: to 3 */
    {"passes", 0, {1, 2, 3}, in_release}, /* a queue node of 0, on to 2 */
    {"requests", 2, {1, 3, -1}, in_acquire}, /* a hand-off from 2 */
    {"requested", 2, {1, 3, -1}, while_waiting}, /* for that hand-off */
    {"uses_other", 2, {1, 3, -1}, while_holding}, /* the lock by 2's queue node */
    {"handed_off", 1, {2, 3, -1}, while_handed_off}, /* its queue node, while 2 is inside */
    {"waits", 2, {1, 4, -1}, while_waiting}, /* in the queue, on a third node, with 4 behind it */
};

/* Stays until the ranks behind rank 1 must have seen its death, and would have come in. */
static void stay_inside(void) {
    while (!has_failed(1)) {
        usleep(200);
    }
    usleep(300000);
}

static void play_victim(const struct scene* scene, long steps) {
    static unsigned delay_us = 200000;
    pthread_t killer;
    if (scene->when == in_acquire) {
        die_in(call_acquire, steps);
        return;
    }
    if (scene->when == while_waiting) {
        check(pthread_create(&killer, NULL, kill_later, &delay_us) == 0, "no thread");
    }
    if (scene->first != 1) {
        const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
        ok(status);
        enter(status);
    }
    if (scene->when == while_holding) {
        die();
    }
    swap_word(kInside, 0);
    if (scene->when == in_release) {
        die_in(call_release, steps);
        return;
    }
    ok(arauto_lock_release(lock, host, 0));
    while (read_word(kInside) != 3) {
        usleep(200);
    }
    die();
}

static void play(const struct scene* scene, long steps) {
    const int me = arauto_rank();
    lock_once(); /* the loader has found all functions before the traps begin */
    barrier();
    if (me == scene->first) {
        ok(arauto_lock_acquire(lock, host, 0));
        enter(ARAUTO_OK);
    }
    barrier();
    uint64_t coming = 0;
    for (int i = 0; i < 3 && scene->order[i] >= 0; ++i, ++coming) {
        if (me == scene->order[i]) {
            await_coming(coming);
            add_word(kComing);
            if (me == 1) {
                play_victim(scene, steps);
                return;
            }
            const arauto_status_t status = arauto_lock_acquire(lock, host, 0);
            ok(status);
            enter(status);
            if (me == 2 && scene->when == while_handed_off) {
                stay_inside();
            }
            leave();
            add_word(kGone);
            say("got");
        }
    }
    if (me == scene->first) {
        await_coming(coming);
        if (me == 1) {
            play_victim(scene, steps);
            return;
        }
        if (scene->when == in_acquire || scene->when == while_waiting) {
            stay_inside();
        }
        leave();
        add_word(kGone);
    }
    wait_for(kGone, coming); /* all but rank 1 */
}

static void dies(const char* name, long steps) {
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
        if (strcmp(scenes[i].name, name) == 0) {
            play(&scenes[i], steps);
            if (arauto_rank() != 1) {
                lock_once(); /* it still works */
            }
            return;
        }
    }
    check(0, "there is no such scene");
}

static void hammer(unsigned seed) {
    enum { kAfterTheLast = 50, kDelayMaxUs = 30000 };
    begin_dying(seed, kDelayMaxUs);
    for (int after = 0; after < kAfterTheLast; after += !victims_live()) {
        int acquired = 0;
        if (mixed(seed, (unsigned)after) % 4 != 0) {
            lock_once();
            continue;
        }
        const arauto_status_t status = arauto_lock_try(lock, host, 0, &acquired);
        ok(status);
        if (acquired) {
            enter(status);
            leave();
        }
    }
    say("got");
}

int main(int count, char** arguments) {
    check(arauto_init() == ARAUTO_OK, "init");
    arauto_handle_failures();
    ok(arauto_segment_allocate(arauto_team_world(), kWords * sizeof(uint64_t), &words));
    ok(arauto_lock_create(arauto_team_world(), 1, &lock));
    if (count == 3 && !strcmp(arguments[1], "near")) {
        host = atoi(arguments[2]);
        prefer_the_near();
    } else if (count == 4 && !strcmp(arguments[1], "dies")) {
        host = 4; /* far from rank 1; it does not die */
        dies(arguments[2], atol(arguments[3]));
    } else if (count == 3 && !strcmp(arguments[1], "hammer")) {
        const unsigned seed = (unsigned)atol(arguments[2]);
        host = (int)(seed % (unsigned)arauto_size()) & ~1;
        hammer(seed);
    } else {
        return 2;
    }
    return 0;
}
