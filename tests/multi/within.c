/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A job that another programming model has started: this program forks its ranks itself and gives
 * them a broadcast and a barrier. The ranks share memory, send each other notified puts, and notice
 * when one of them dies.
 *
 *     within RANKS [kill]
 */
#include "../capi/job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/team.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
    atomic_int arrived;
    atomic_int generation;
    char data[256];
}* shared;
static int ranks;

static int barrier_here(void* context) {
    (void)context;
    const int generation = atomic_load(&shared->generation);
    if (atomic_fetch_add(&shared->arrived, 1) + 1 == ranks) {
        atomic_store(&shared->arrived, 0);
        atomic_fetch_add(&shared->generation, 1);
        return 0;
    }
    while (atomic_load(&shared->generation) == generation) {
        sched_yield();
    }
    return 0;
}

static int spread(void* context, void* data, size_t bytes) {
    const int* rank = context;
    if (*rank == 0) {
        memcpy(shared->data, data, bytes);
    }
    barrier_here(context);
    memcpy(data, shared->data, bytes);
    return barrier_here(context);
}

static void pass_around(int rank) {
    arauto_segment_h segment;
    arauto_notify_h notify;
    arauto_slot_t slot;
    arauto_team_h world = arauto_team_world();
    CHECK(arauto_rank() == rank && arauto_size() == ranks, "rank %d of %d", rank, ranks);
    CHECK_OK(arauto_segment_allocate(world, 64, &segment));
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    const int right = (rank + 1) % ranks;
    const int left = (rank + ranks - 1) % ranks;
    const long* mine = arauto_segment_base(segment);
    for (long i = 0; i < 1000; ++i) {
        const long value = i * 1000 + rank;
        CHECK_OK(arauto_put_notify(segment, right, 0, &value, sizeof value, slot));
        CHECK_OK(arauto_notify_wait(notify, 0, 1));
        CHECK(*mine == i * 1000 + left, "round %ld: got %ld", i, *mine);
        barrier();
    }
    /* Private memory of another rank, which needs the system's leave. */
    long own = 4000 + rank;
    uint64_t address = (uint64_t)&own;
    uint64_t all[64];
    CHECK_OK(arauto_allgather(world, &address, sizeof address, all));
    long theirs = 0;
    CHECK_OK(arauto_get_at(right, all[right], &theirs, sizeof theirs));
    CHECK(theirs == 4000 + right, "got %ld", theirs);
    barrier();
}

/* The even ranks make a team of their own while the odd ones do nothing at all. */
static struct group {
    atomic_int arrived;
    atomic_int generation;
    atomic_ullong largest;
}* evens;

static int barrier_of_evens(void* context) {
    const int members = *(int*)context;
    const int generation = atomic_load(&evens->generation);
    if (atomic_fetch_add(&evens->arrived, 1) + 1 == members) {
        atomic_store(&evens->arrived, 0);
        atomic_fetch_add(&evens->generation, 1);
        return 0;
    }
    while (atomic_load(&evens->generation) == generation) {
        sched_yield();
    }
    return 0;
}

static int evens_maximum(void* context, uint64_t* value) {
    unsigned long long seen = atomic_load(&evens->largest);
    while (seen < *value && !atomic_compare_exchange_weak(&evens->largest, &seen, *value)) {
    }
    barrier_of_evens(context);
    *value = atomic_load(&evens->largest);
    barrier_of_evens(context);
    atomic_store(&evens->largest, 0);
    return barrier_of_evens(context);
}

static void synchronise_without_the_odd(int rank) {
    int members[64];
    int count = 0;
    for (int even = (ranks - 1) / 2 * 2; even >= 0; even -= 2) {
        members[count++] = even; /* in an order of their own */
    }
    arauto_group_t group = {members, count, &count, evens_maximum, barrier_of_evens};
    arauto_team_h team;
    arauto_segment_h segment;
    if (rank % 2 != 0) {
        CHECK_FAILS(arauto_team_create_within(&group, &team), ARAUTO_ERR_ARGUMENT, "not in");
        return;
    }
    for (int i = 0; i < 3; ++i) { /* made and freed, made and freed */
        CHECK_OK(arauto_team_create_within(&group, &team));
        CHECK(arauto_team_size(team) == count, "%d members", arauto_team_size(team));
        CHECK(members[arauto_team_rank(team)] == rank, "rank %d", arauto_team_rank(team));
        CHECK_OK(arauto_segment_allocate(team, 1000, &segment));
        const int last = members[count - 1];
        const long value = 5;
        if (rank == members[0]) {
            CHECK_OK(arauto_put(segment, last, 8, &value, sizeof value));
        }
        CHECK_OK(arauto_team_barrier(team));
        const long* mine = arauto_segment_base(segment);
        CHECK(rank != last || mine[1] == 5, "got %ld", mine[1]);
        CHECK_OK(arauto_segment_free(segment));
        CHECK_OK(arauto_team_free(team));
    }
    members[0] = members[count - 1];
    if (count > 1) {
        CHECK_STATUS(arauto_team_create_within(&group, &team), ARAUTO_ERR_ARGUMENT);
    }
}

static int run_rank(int rank, int kills) {
    const arauto_surroundings_t bad = {ranks, ranks, NULL, spread, barrier_here};
    CHECK_STATUS(arauto_init_within(NULL), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_init_within(&bad), ARAUTO_ERR_ARGUMENT);
    const arauto_surroundings_t around = {rank, ranks, &rank, spread, barrier_here};
    CHECK_OK(arauto_init_within(&around));
    pass_around(rank);
    synchronise_without_the_odd(rank);
    pass_around(rank);
    if (kills) {
        arauto_handle_failures();
        barrier();
        if (rank == ranks - 1) {
            raise(SIGKILL);
        }
        CHECK_STATUS(arauto_team_barrier(arauto_team_world()), ARAUTO_ERR_FAILED);
    }
    CHECK_OK(arauto_finalize());
    return 0;
}

int main(int argc, char** argv) {
    ranks = argc > 1 ? atoi(argv[1]) : 2;
    const int kills = argc > 2 && strcmp(argv[2], "kill") == 0;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    evens = mmap(NULL, sizeof *evens, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int rank = 0; rank < ranks; ++rank) {
        if (fork() == 0) {
            _exit(run_rank(rank, kills));
        }
    }
    int bad = 0;
    int killed = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        int status = 0;
        wait(&status);
        killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        bad += WIFEXITED(status) && WEXITSTATUS(status) != 0;
    }
    if (bad > 0 || killed != kills) {
        fprintf(stderr, "%d ranks ended badly, %d were killed\n", bad, killed);
        return 1;
    }
    printf("%d ranks started by somebody else, all well\n", ranks);
    return 0;
}
