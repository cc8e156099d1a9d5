/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Ranks die at random instants in one kind of collective. The survivors must see the failure at the
 * same one, with the same status and data, form a team without the dead, and go on there until
 * all victims are dead. Exit status: 0, or 3 with a sentence when the survivors disagree.
 *
 *   collectives KIND SEED VICTIMS DELAY_US    KIND: see `kinds`; each victim dies up to DELAY_US
 * after the first collective
 */
#include "arauto/arauto.h"
#include "arauto/spi/status.h"
#include "arauto/spi/team.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kLong = 20000, kRanksMax = 64, kTriesMax = 100 };

static void check(int condition, const char* sentence) {
    if (!condition) {
        arauto_error_stop(3, sentence);
    }
}

static void check_status(arauto_status_t status, const char* call) {
    if (status != ARAUTO_OK && status != ARAUTO_ERR_FAILED) {
        char sentence[512];
        snprintf(sentence, sizeof sentence, "%s gave %s: %s", call, arauto_status_name(status),
                 arauto_last_error());
        arauto_error_stop(3, sentence);
    }
}

/* A collective of `team`; the turn makes the data. `digest_out` must be equal on all members. */
typedef arauto_status_t collective_t(arauto_team_h team, int64_t turn, int64_t* digest_out);

static arauto_status_t barrier(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    *digest_out = turn;
    return arauto_team_barrier(team);
}

static arauto_status_t sync_all_ranks(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    *digest_out = turn;
    return arauto_team_sync_ranks(team, -1, NULL);
}

static arauto_status_t reduce_short(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    double value = 1.0 / (double)(turn + 3 * arauto_rank() + 1); /* the order of sums shows */
    const arauto_status_t status =
        arauto_reduce(team, &value, 1, ARAUTO_DOUBLE, ARAUTO_SUM, ARAUTO_ALL_RANKS);
    memcpy(digest_out, &value, sizeof value);
    return status;
}

static int64_t digest_of(const double* values, int count) {
    uint64_t digest = 0;
    for (int i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        digest = (digest ^ bits) * 0x9e3779b97f4a7c15u + (digest >> 29);
    }
    return (int64_t)(digest >> 1);
}

static arauto_status_t reduce_long(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    static double values[kLong];
    for (int i = 0; i < kLong; ++i) {
        values[i] = 1.0 / (double)(turn + i + 3 * arauto_rank() + 1);
    }
    const arauto_status_t status =
        arauto_reduce(team, values, kLong, ARAUTO_DOUBLE, ARAUTO_SUM, ARAUTO_ALL_RANKS);
    *digest_out = status == ARAUTO_OK ? digest_of(values, kLong) : turn;
    return status;
}

static arauto_status_t broadcast(arauto_team_h team, int64_t turn, int64_t* digest_out, int count) {
    static double values[kLong];
    const int root = (int)(turn % arauto_team_size(team));
    for (int i = 0; i < count; ++i) {
        values[i] = (double)(turn + i) + (arauto_team_rank(team) == root ? 0 : 0.5);
    }
    const arauto_status_t status =
        arauto_broadcast(team, values, sizeof(double) * (size_t)count, root);
    *digest_out = status == ARAUTO_OK ? digest_of(values, count) : turn;
    return status;
}

static arauto_status_t broadcast_short(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    return broadcast(team, turn, digest_out, 4);
}

static arauto_status_t broadcast_long(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    return broadcast(team, turn, digest_out, kLong);
}

static arauto_status_t allgather(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    double all[kRanksMax] = {0};
    const double mine = (double)turn + arauto_team_rank(team);
    const arauto_status_t status = arauto_allgather(team, &mine, sizeof mine, all);
    *digest_out = status == ARAUTO_OK ? digest_of(all, arauto_team_size(team)) : turn;
    return status;
}

/* Whether there is a segment belongs to what all must agree on. */
static arauto_status_t allocate(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    arauto_segment_h segment = NULL;
    const arauto_status_t status = arauto_segment_allocate(team, 256, &segment);
    *digest_out = 2 * turn + (segment != NULL);
    if (segment == NULL) {
        return status;
    }
    const arauto_status_t freed = arauto_segment_free(segment);
    check_status(freed, "arauto_segment_free");
    *digest_out = 4 * turn + (freed == ARAUTO_OK);
    return status == ARAUTO_OK ? freed : status;
}

static arauto_status_t split(arauto_team_h team, int64_t turn, int64_t* digest_out) {
    arauto_team_h half = NULL;
    const arauto_status_t status =
        arauto_team_split(team, (arauto_team_rank(team) + turn) % 2, arauto_rank(), &half);
    *digest_out = 2 * turn + (half != NULL);
    if (half == NULL) {
        return status;
    }
    /* Only the half of a dead rank sees its death here: the next collective of all ranks shows it
     * to all.
     */
    check_status(arauto_team_barrier(half), "arauto_team_barrier");
    check_status(arauto_team_free(half), "arauto_team_free");
    return status;
}

typedef struct {
    const char* name;
    collective_t* call;
} collective_kind_t;

static const collective_kind_t kinds[] = {
    {"barrier", barrier},
    {"sync_images", sync_all_ranks},
    {"reduce", reduce_short},
    {"reduce_long", reduce_long},
    {"broadcast", broadcast_short},
    {"broadcast_long", broadcast_long},
    {"allgather", allgather},
    {"allocate", allocate},
    {"split", split},
};

static const collective_kind_t* kind_named(const char* name) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    arauto_error_stop(3, "no collective has this name");
    return NULL;
}

static uint64_t mixed(uint64_t seed) {
    uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* By a thread that spins, so that instants are as fine as the machine allows. */
static void* die_at(void* instant) {
    while (now_ns() < *(const int64_t*)instant) {
    }
    kill(getpid(), SIGKILL);
    return NULL;
}

/* The victims: `count` ranks from one that the seed chooses. */
static int is_victim(int rank, uint64_t seed, int count) {
    const int size = arauto_size();
    const int first = (int)(mixed(seed) % (uint64_t)size);
    return (rank - first + size) % size < count;
}

static void begin_to_die(uint64_t seed, int64_t delay_us) {
    static int64_t instant;
    pthread_t killer;
    const uint64_t chance = mixed(seed ^ mixed((uint64_t)arauto_rank() + 1));
    instant = now_ns() + (int64_t)(chance % (uint64_t)(delay_us * 1000 + 1));
    check(pthread_create(&killer, NULL, die_at, &instant) == 0, "no thread to die by");
}

/* The members must have seen the same last result. A death meanwhile repeats it in a smaller team.
 */
static arauto_team_h recover(int64_t turn, int64_t digest) {
    for (int tries = 0; tries < kTriesMax; ++tries) {
        arauto_team_h team = NULL;
        int64_t seen[4] = {turn, -turn, digest, -digest};
        check_status(arauto_team_barrier(arauto_team_world()), "the barrier after a failure");
        check_status(arauto_team_split(arauto_team_world(), 0, arauto_rank(), &team),
                     "the split after a failure");
        check(team != NULL, "the survivors got no team");
        const arauto_status_t status =
            arauto_reduce(team, seen, 4, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS);
        check_status(status, "the reduction of the survivors");
        if (seen[0] != turn || -seen[1] != turn) {
            char sentence[200];
            snprintf(sentence, sizeof sentence,
                     "rank %d saw the failure at collective %lld, others at %lld to %lld",
                     arauto_rank(), (long long)turn, -(long long)seen[1], (long long)seen[0]);
            arauto_error_stop(3, sentence);
        }
        check(seen[2] == digest && -seen[3] == digest, "the survivors got different data");
        if (status == ARAUTO_OK) {
            return team;
        }
    }
    arauto_error_stop(3, "the survivors never got a team without failures");
    return NULL;
}

static int count_failed(void) {
    int ranks[kRanksMax];
    int count = 0;
    check(arauto_team_members_in_state(arauto_team_world(), ARAUTO_RANK_FAILED, ranks, kRanksMax,
                                       &count) == ARAUTO_OK,
          arauto_last_error());
    return count;
}

int main(int argc, char** argv) {
    if (argc != 5) {
        fputs("usage: collectives KIND SEED VICTIMS DELAY_US\n", stderr);
        return 2;
    }
    const uint64_t seed = (uint64_t)strtoull(argv[2], NULL, 10);
    const int victims = atoi(argv[3]);
    check(arauto_init() == ARAUTO_OK, "cannot start");
    const collective_kind_t* kind = kind_named(argv[1]);
    arauto_handle_failures();
    check_status(arauto_team_barrier(arauto_team_world()), "the first barrier");
    if (is_victim(arauto_rank(), seed, victims)) {
        begin_to_die(seed, atoll(argv[4]));
    }
    arauto_team_h team = arauto_team_world();
    int64_t turn = 0;
    while (arauto_team_size(team) > arauto_size() - victims) {
        int64_t digest = 0;
        ++turn;
        const arauto_status_t status = kind->call(team, turn, &digest);
        check_status(status, kind->name);
        /* Only of what all got may any be wrong; the digests of the last turn are compared. */
        if (status == ARAUTO_ERR_FAILED) {
            team = recover(turn, digest);
        }
    }
    check(count_failed() == victims, "the number of failed ranks is wrong");
    check(arauto_finalize() == ARAUTO_OK, "cannot end");
    return 0;
}
