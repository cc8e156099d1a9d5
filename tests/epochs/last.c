/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Ranks end without waiting for epochs that they have closed: these complete nevertheless, also
 * where the last call that they needed is that of the rank that ends last. With ARAUTO_TEST_CASE=1
 * one epoch is left without a counterpart: no rank waits for it. With 2 locks are granted when all
 * others have stopped. With 3 a rank dies after it has stopped; with 4 it dies when all have
 * stopped and something is left, and no rank waits for that either. With 5 locks are never granted.
 */
#include "epochs.h"

#include "arauto/spi/epoch.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { BYTES = 3000, LOCKS = 6 };

static unsigned char private_memory[BYTES];
static unsigned char private_source[BYTES];

static void give_up(arauto_request_t request) {
    CHECK_OK(arauto_request_free(&request));
}

static void wait_ms(long ms) {
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void close_all(int to, int from, uint64_t address) {
    static uint64_t value;
    arauto_request_t access;
    arauto_request_t exposure;
    value = 1000 + (uint64_t)me;
    memset(private_source, me + 1, BYTES);
    if (me == 0) {
        wait_ms(30);
    }
    CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, to, segment, 0, &value, 8, NULL));
    CHECK_OK(arauto_epoch_put_at(epochs, to, address, private_source, BYTES, NULL));
    CHECK_OK(arauto_epoch_complete(epochs, &access));
    give_up(access);
    CHECK_OK(arauto_epochs_set_reorder(epochs, 15));
    CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
    CHECK_OK(arauto_epoch_wait(epochs, &exposure));
    give_up(exposure);
}

static void close_lock(int target, size_t offset) {
    static uint64_t value = 1;
    arauto_request_t request;
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, &request));
    give_up(request);
    CHECK_OK(arauto_epoch_put(epochs, target, segment, offset, &value, 8, NULL));
    CHECK_OK(arauto_epoch_unlock(epochs, target, &request));
    give_up(request);
}

/* Rank 0 stops in the queue behind rank 1, which has the last rank's lock, and gives it back late
 * or never. */
static void queue_for_lock(int target, int gives_back) {
    static uint64_t value = 1;
    if (me == 1) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 8 * LOCKS, &value, 8, NULL));
    }
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    for (size_t i = 0; me == 0 && i < LOCKS; ++i) {
        close_lock(target, 8 * i);
    }
    if (me == 1 && gives_back) {
        wait_ms(300);
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    }
}

static void leave_unmet(int to) {
    arauto_request_t request;
    CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
    CHECK_OK(arauto_epoch_complete(epochs, &request));
    give_up(request);
}

/* The others stop later, or wait for what is left then. */
static void die_stopped(int victim, int is_early) {
    const struct itimerval soon = {{0, 0}, {0, 300000}};
    if (!is_early) {
        queue_for_lock(ranks - 1, 0);
    }
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    if (me == victim) {
        setitimer(ITIMER_REAL, &soon, NULL);
    } else if (is_early) {
        wait_ms(700);
    }
}

int main(void) {
    begin(64);
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    const char* const which = getenv("ARAUTO_TEST_CASE");
    uint64_t addresses[8] = {0};
    CHECK(ranks <= 8, "at most 8 ranks");
    addresses[me] = (uintptr_t)private_memory;
    CHECK_OK(arauto_reduce(arauto_team_world(), addresses, 8, ARAUTO_INT64, ARAUTO_SUM,
                           ARAUTO_ALL_RANKS));
    const volatile uint64_t* const mine = arauto_segment_base(segment);
    const int number = which == NULL ? 0 : which[0] - '0';
    if (number == 0) {
        close_all(to, from, addresses[to]);
    } else if (number == 1 && me == 0) {
        leave_unmet(to);
    } else if (number == 2) {
        queue_for_lock(ranks - 1, 1);
    } else if (number == 3 || number == 4) {
        die_stopped(2, number == 3);
    } else if (number == 5) {
        queue_for_lock(ranks - 1, 0);
    }
    CHECK_OK(arauto_finalize());
    for (int i = 0; number == 2 && me == ranks - 1 && i <= LOCKS; ++i) {
        CHECK(mine[i] == 1, "epoch %d is lost", i);
    }
    if (number == 0 && (*mine != 1000 + (uint64_t)from || private_memory[0] != from + 1 ||
                        private_memory[BYTES - 1] != from + 1)) {
        fprintf(stderr, "rank %d ended with %llu, %d and %d\n", me, (unsigned long long)*mine,
                private_memory[0], private_memory[BYTES - 1]);
        return 1;
    }
    return 0;
}
