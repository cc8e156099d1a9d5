/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The cost of a halo exchange in operations, which no number of steps may raise: with k neighbours
 * k puts, k notifications and as many taken; no barrier, get, exchange or access to private memory;
 * and no allocation.
 */
#include "../capi/job.h"

#include "arauto/halo.h"
#include "arauto/halo_map.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/segment.h"

enum { STEPS = 20 };

/* This program's malloc, in front of the C library's: counts calls. */
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);

static unsigned long g_allocations;

void* malloc(size_t bytes) {
    ++g_allocations;
    return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
    ++g_allocations;
    return __libc_calloc(count, bytes);
}

void* realloc(void* memory, size_t bytes) {
    ++g_allocations;
    return __libc_realloc(memory, bytes);
}

typedef struct counts {
    uint64_t put, notify, take, get, barrier, sync_ranks, exchange, foreign, atomic;
} counts_t;

static void visit(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)help;
    counts_t* const counts = context;
    const struct {
        const char* name;
        uint64_t* to;
    } wanted[] = {{"put", &counts->put},           {"notify", &counts->notify},
                  {"notify_take", &counts->take},  {"get", &counts->get},
                  {"barrier", &counts->barrier},   {"sync_ranks", &counts->sync_ranks},
                  {"exchange", &counts->exchange}, {"foreign", &counts->foreign},
                  {"atomic", &counts->atomic}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        if (strcmp(name, wanted[i].name) == 0) {
            *wanted[i].to = count.calls;
        }
    }
}

static counts_t counted(void) {
    counts_t counts = {0};
    arauto_counters_visit(visit, &counts);
    return counts;
}

/* Checks the operations of STEPS exchanges since `before`. In each exchange this rank sends and
 * receives `messages` messages; `data` of those that it sends have data. */
static void check_counts(const char* what, counts_t before, uint64_t messages, uint64_t data) {
    const counts_t now = counted();
    const uint64_t steps = STEPS;
    CHECK(now.put - before.put == data * steps, "%s: %llu puts, %llu expected", what,
          (unsigned long long)(now.put - before.put), (unsigned long long)(data * steps));
    CHECK(now.notify - before.notify == messages * steps, "%s: %llu notifications, %llu expected",
          what, (unsigned long long)(now.notify - before.notify),
          (unsigned long long)(messages * steps));
    /* Those without data are taken before the next exchange. */
    CHECK(now.take - before.take <= messages * steps &&
              now.take - before.take >= messages * (steps - 1),
          "%s: %llu taken", what, (unsigned long long)(now.take - before.take));
    CHECK(now.get == before.get && now.barrier == before.barrier &&
              now.sync_ranks == before.sync_ranks && now.exchange == before.exchange &&
              now.foreign == before.foreign && now.atomic == before.atomic,
          "%s: other operations than puts and notifications", what);
}

/* The rank at (x, y), -1 where there is none. */
static int rank_at(arauto_halo_grid_h grid, int x, int y) {
    int rank = -1;
    CHECK_OK(arauto_halo_grid_neighbour(grid, (const int[]){x, y}, &rank));
    return rank;
}

/* How many neighbours get messages: along an axis of which each rank has all cells none do, nor
 * beside it. */
static uint64_t neighbours_of(arauto_halo_grid_h grid, int with_corners) {
    const int is_whole[] = {rank_at(grid, 1, 0) == arauto_rank(),
                            rank_at(grid, 0, 1) == arauto_rank()};
    uint64_t count = 0;
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            const int steps = (x != 0) + (y != 0);
            count += steps > 0 && (with_corners || steps == 1) && rank_at(grid, x, y) >= 0 &&
                     !(x != 0 && is_whole[0]) && !(y != 0 && is_whole[1]);
        }
    }
    return count;
}

enum { N = 40, FIELDS = 3, STATES = 2 };

/* From array to array a field costs a put, or a get, for each neighbour of this node. */
static void check_modes(arauto_halo_mode_t mode, counts_t before, arauto_halo_grid_h grid) {
    const counts_t now = counted();
    const uint64_t exchanges = STEPS;
    const uint64_t neighbours = neighbours_of(grid, 1);
    uint64_t puts = neighbours;
    uint64_t gets = 0;
    if (getenv("ARAUTO_NODE_RANKS") == NULL && mode != ARAUTO_HALO_PACKED) {
        puts = mode == ARAUTO_HALO_DIRECT ? FIELDS * neighbours : 0;
        gets = mode == ARAUTO_HALO_READ ? FIELDS * neighbours : 0;
    }
    CHECK(now.put - before.put == puts * exchanges && now.get - before.get == gets * exchanges,
          "mode %d: %llu puts and %llu gets, %llu and %llu expected", (int)mode,
          (unsigned long long)(now.put - before.put), (unsigned long long)(now.get - before.get),
          (unsigned long long)(puts * exchanges), (unsigned long long)(gets * exchanges));
    CHECK(now.notify - before.notify == neighbours * exchanges &&
              now.take - before.take == neighbours * exchanges,
          "mode %d: %llu notifications, %llu taken, %llu expected", (int)mode,
          (unsigned long long)(now.notify - before.notify),
          (unsigned long long)(now.take - before.take),
          (unsigned long long)(neighbours * exchanges));
    CHECK(now.barrier == before.barrier && now.sync_ranks == before.sync_ranks &&
              now.exchange == before.exchange && now.foreign == before.foreign &&
              now.atomic == before.atomic,
          "mode %d: other operations than puts, gets and notifications", (int)mode);
}

static void modes(arauto_halo_mode_t mode) {
    arauto_halo_grid_h grid = NULL;
    arauto_halo_plan_h plan = NULL;
    const arauto_halo_domain_t domain = {.axes = 2, .extent = {N, N}, .is_periodic = {1, 0}};
    CHECK_OK(arauto_halo_grid_create(arauto_team_world(), &domain, &grid));
    CHECK_OK(arauto_halo_plan_create(grid, ARAUTO_HALO_DIRECT_CORNERS, &plan));
    CHECK_OK(arauto_halo_plan_set_mode(plan, mode));
    const size_t bytes = sizeof(double[FIELDS][STATES][N + 4][N + 4]);
    void* memory = NULL;
    CHECK_OK(arauto_memory_allocate(bytes, &memory));
    for (int i = 0; i < FIELDS; ++i) {
        const size_t field_bytes = bytes / FIELDS;
        const arauto_halo_field_t field = {.base = (char*)memory + (size_t)i * field_bytes,
                                           .element_bytes = sizeof(double),
                                           .dims = 2,
                                           .extent = {N + 4, N + 4},
                                           .lower_depth = {2, 1},
                                           .upper_depth = {2, 1},
                                           .states = STATES,
                                           .state_stride = (int64_t)(field_bytes / STATES)};
        CHECK_OK(arauto_halo_plan_add(plan, &field));
    }
    CHECK_OK(arauto_halo_plan_commit(plan));
    CHECK_OK(arauto_halo_exchange(plan, 1)); /* the first is packed */
    barrier();
    const counts_t before = counted();
    const unsigned long allocations = g_allocations;
    for (int step = 0; step < STEPS; ++step) {
        CHECK_OK(arauto_halo_exchange(plan, step % STATES));
    }
    CHECK(g_allocations == allocations, "an exchange allocates memory");
    check_modes(mode, before, grid);
    CHECK_OK(arauto_halo_plan_free(plan));
    CHECK_OK(arauto_memory_free(memory));
    arauto_halo_grid_free(grid);
}

static void boxes(arauto_halo_corners_t corners, int periodic) {
    static double memory[FIELDS][N + 4][N + 4];
    arauto_halo_grid_h grid = NULL;
    arauto_halo_plan_h plan = NULL;
    const arauto_halo_domain_t domain = {
        .axes = 2, .extent = {N, N}, .is_periodic = {periodic, periodic}};
    CHECK_OK(arauto_halo_grid_create(arauto_team_world(), &domain, &grid));
    CHECK_OK(arauto_halo_plan_create(grid, corners, &plan));
    for (int i = 0; i < FIELDS; ++i) {
        const arauto_halo_field_t field = {.base = memory[i],
                                           .element_bytes = sizeof(double),
                                           .dims = 2,
                                           .extent = {N + 4, N + 4},
                                           .lower_depth = {2, 1},
                                           .upper_depth = {2, 1}};
        CHECK_OK(arauto_halo_plan_add(plan, &field));
    }
    CHECK_OK(arauto_halo_plan_commit(plan));
    CHECK_OK(arauto_halo_exchange(plan, 0));
    const uint64_t k = neighbours_of(grid, corners == ARAUTO_HALO_DIRECT_CORNERS);
    barrier();
    const counts_t before = counted();
    const unsigned long allocations = g_allocations;
    for (int step = 0; step < STEPS; ++step) {
        CHECK_OK(arauto_halo_exchange(plan, 0));
    }
    CHECK(g_allocations == allocations, "an exchange allocates memory");
    check_counts("boxes", before, k, k);
    CHECK_OK(arauto_halo_plan_free(plan));
    arauto_halo_grid_free(grid);
}

/* Each rank needs a point of the next one, which needs none of it when there are more than two. */
static void points(void) {
    const int size = arauto_size();
    const int64_t next = (arauto_rank() + 1) % size;
    arauto_halo_map_h map = NULL;
    CHECK_OK(arauto_halo_map_create(arauto_team_world(), 1, &next, size > 1, sizeof(double), &map));
    double values[2] = {0, 0};
    const arauto_halo_points_t array = {.base = values, .element_bytes = sizeof(double)};
    CHECK_OK(arauto_halo_gather(map, &array));
    barrier();
    const counts_t before = counted();
    const unsigned long allocations = g_allocations;
    for (int step = 0; step < STEPS; ++step) {
        CHECK_OK(arauto_halo_gather(map, &array));
    }
    CHECK(g_allocations == allocations, "a gather allocates memory");
    /* To and from the rank before, and the next one; these are the same of two. */
    const uint64_t others = size == 1 ? 0 : size == 2 ? 1 : 2;
    check_counts("points", before, others, size > 1);
    CHECK_OK(arauto_halo_map_free(map));
}

int main(void) {
    start();
    for (int periodic = 0; periodic <= 1; ++periodic) {
        boxes(ARAUTO_HALO_NO_CORNERS, periodic);
        boxes(ARAUTO_HALO_DIRECT_CORNERS, periodic);
        boxes(ARAUTO_HALO_CORNERS_BY_AXES, periodic);
    }
    modes(ARAUTO_HALO_PACKED);
    modes(ARAUTO_HALO_DIRECT);
    modes(ARAUTO_HALO_READ);
    points();
    return 0;
}
