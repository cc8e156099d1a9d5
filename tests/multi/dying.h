/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by programs that test locks: checks, barriers, and deaths after a number of instructions
 * of a call or after some time.
 */
#pragma once

#include "arauto/arauto.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static void check(int condition, const char* sentence) {
    if (!condition) {
        arauto_error_stop(3, sentence);
    }
}

static void barrier(void) {
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

/* Whether an odd rank lives: in a hammer these die. */
static int victims_live(void) {
    for (int rank = 1; rank < arauto_size(); rank += 2) {
        if (!has_failed(rank)) {
            return 1;
        }
    }
    return 0;
}

static unsigned mixed(unsigned seed, unsigned a) {
    unsigned z = (seed * 0x9e3779b9u) ^ (a * 0x85ebca6bu);
    z = (z ^ (z >> 15)) * 0x2c1b3c6du;
    return z ^ (z >> 13);
}

static void die(void) {
    kill(getpid(), SIGKILL);
}

static void* kill_later(void* delay_us) {
    usleep(*(const unsigned*)delay_us);
    die();
    return NULL;
}

/* After a barrier the odd ranks die, each at an instant of its own. */
static void begin_dying(unsigned seed, unsigned delay_max_us) {
    static unsigned delay_us;
    delay_us = mixed(seed, (unsigned)arauto_rank()) % delay_max_us;
    barrier();
    pthread_t killer;
    if (arauto_rank() % 2 == 1) {
        check(pthread_create(&killer, NULL, kill_later, &delay_us) == 0, "no thread");
    }
}

/* A trap after each instruction, in user mode only; the last one kills. */
static _Atomic long steps_left;

static void on_step(int sig) {
    if (sig == SIGTRAP && atomic_fetch_sub(&steps_left, 1) == 1) {
        die();
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

/* From START_TRAPS() on. */
static void die_after(long steps) {
    signal(SIGTRAP, on_step);
    atomic_store(&steps_left, steps);
}
