/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Halo exchanges of random meshes: gathers, scatters and shares by maps of owned points and by
 * lists, against what each rank computes for all. Then what is wrong is refused by all ranks.
 */
#include "../capi/job.h"

#include "arauto/halo_map.h"

#include <time.h>

enum { CASES = 12, STEPS = 12, OWNED_MAX = 40, COMPONENTS_MAX = 3 };

/* A mesh, the same on all ranks: the owner of each point, and the ranks that need it. */
typedef struct mesh {
    uint64_t seed;
    int64_t first[65]; /* the first point of each rank, and the end */
    int64_t all;
    int sparseness; /* a rank needs one in so many foreign points */
} mesh_t;

static void nap(uint64_t seed) {
    const uint64_t chance = mixed(seed, (uint64_t)arauto_rank(), 23) % 30;
    if (chance < 2) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(chance + 1) * 50000}, NULL);
    }
}

static mesh_t make_mesh(uint64_t seed) {
    mesh_t mesh = {.seed = seed, .sparseness = 2 + (int)(mixed(seed, 1, 1) % 9)};
    for (int rank = 0; rank < arauto_size(); ++rank) {
        /* some ranks own nothing */
        const uint64_t owned = mixed(seed, 2, (uint64_t)rank) % (OWNED_MAX + 8);
        mesh.first[rank + 1] = mesh.first[rank] + (owned < 8 ? 0 : (int64_t)owned - 7);
    }
    mesh.all = mesh.first[arauto_size()];
    return mesh;
}

static int owner_of(const mesh_t* mesh, int64_t point) {
    int rank = 0;
    while (point >= mesh->first[rank + 1]) {
        ++rank;
    }
    return rank;
}

static int needs(const mesh_t* mesh, int rank, int64_t point) {
    /* Some pairs of ranks are one-way: the higher rank needs nothing of the lower. */
    const int owner = owner_of(mesh, point);
    const int one_way = mixed(mesh->seed,
                              (uint64_t)(owner < rank ? owner : rank) * 64 +
                                  (uint64_t)(owner < rank ? rank : owner),
                              3) %
                            3 ==
                        0;
    return owner != rank && !(one_way && owner < rank) &&
           mixed(mesh->seed, (uint64_t)point, (uint64_t)rank + 4) % (uint64_t)mesh->sparseness == 0;
}

static double value(const mesh_t* mesh, uint64_t step, int64_t point, int component, int rank) {
    return (double)(mixed(mesh->seed + step, (uint64_t)point * 8 + (uint64_t)component,
                          (uint64_t)rank) %
                    1000) /
           7.0;
}

typedef struct local {
    int64_t owned;
    int64_t count; /* of needed points */
    int64_t* needed;
    double* values;
    int components;
    int by_component; /* point runs fastest */
    arauto_halo_points_t points;
} local_t;

static double* at(local_t* local, int64_t index, int component) {
    const int64_t all = local->owned + local->count;
    return &local->values[local->by_component ? component * all + index
                                              : index * local->components + component];
}

static local_t make_local(const mesh_t* mesh, int components, int by_component) {
    const int me = arauto_rank();
    local_t local = {.owned = mesh->first[me + 1] - mesh->first[me],
                     .components = components,
                     .by_component = by_component};
    local.needed = malloc(sizeof(int64_t) * (size_t)(mesh->all + 1));
    for (int64_t point = 0; point < mesh->all; ++point) {
        if (needs(mesh, me, point)) {
            local.needed[local.count++] = point;
        }
    }
    const int64_t all = local.owned + local.count;
    local.values = malloc(sizeof(double) * (size_t)(all * components + 1));
    CHECK(local.needed != NULL && local.values != NULL, "there is no memory");
    local.points = (arauto_halo_points_t){
        .base = local.values,
        .element_bytes = sizeof(double),
        .components = components,
        .point_stride = by_component ? (int64_t)sizeof(double) : 0,
        .component_stride = by_component ? all * (int64_t)sizeof(double) : 0};
    return local;
}

static void free_local(local_t* local) {
    free(local->needed);
    free(local->values);
}

static void fill(const mesh_t* mesh, local_t* local, uint64_t step) {
    const int me = arauto_rank();
    for (int64_t i = 0; i < local->owned + local->count; ++i) {
        const int64_t point =
            i < local->owned ? mesh->first[me] + i : local->needed[i - local->owned];
        for (int c = 0; c < local->components; ++c) {
            *at(local, i, c) = value(mesh, step, point, c, me);
        }
    }
}

static double combined(arauto_reduce_op_t op, double a, double b) {
    switch (op) {
    case ARAUTO_SUM:
        return a + b;
    case ARAUTO_PROD:
        return a * b;
    case ARAUTO_MIN:
        return b < a ? b : a;
    default:
        return a < b ? b : a;
    }
}

static void gather(const mesh_t* mesh, arauto_halo_map_h map, local_t* local, uint64_t step) {
    fill(mesh, local, step);
    nap(step);
    CHECK_OK(arauto_halo_gather_begin(map, &local->points));
    nap(step + 1);
    CHECK_OK(arauto_halo_map_end(map));
    for (int64_t i = 0; i < local->count; ++i) {
        const int64_t point = local->needed[i];
        for (int c = 0; c < local->components; ++c) {
            CHECK(*at(local, local->owned + i, c) ==
                      value(mesh, step, point, c, owner_of(mesh, point)),
                  "seed %llu, step %llu: point %lld", (unsigned long long)mesh->seed,
                  (unsigned long long)step, (long long)point);
        }
    }
}

static void scatter(const mesh_t* mesh, arauto_halo_map_h map, local_t* local, uint64_t step) {
    const arauto_reduce_op_t op = (arauto_reduce_op_t)(mixed(mesh->seed, step, 9) % 4);
    fill(mesh, local, step);
    nap(step);
    CHECK_OK(arauto_halo_scatter(map, &local->points, ARAUTO_DOUBLE, op));
    const int me = arauto_rank();
    for (int64_t i = 0; i < local->owned; ++i) {
        const int64_t point = mesh->first[me] + i;
        for (int c = 0; c < local->components; ++c) {
            double wanted = value(mesh, step, point, c, me);
            for (int rank = 0; rank < arauto_size(); ++rank) {
                if (needs(mesh, rank, point)) {
                    wanted = combined(op, wanted, value(mesh, step, point, c, rank));
                }
            }
            CHECK(*at(local, i, c) == wanted, "seed %llu, step %llu: point %lld of its owner",
                  (unsigned long long)mesh->seed, (unsigned long long)step, (long long)point);
        }
    }
}

static void by_owners(uint64_t seed) {
    const mesh_t mesh = make_mesh(seed);
    const int components = 1 + (int)(mixed(seed, 5, 5) % COMPONENTS_MAX);
    local_t local = make_local(&mesh, components, (int)(mixed(seed, 6, 6) % 2));
    arauto_halo_map_h map = NULL;
    CHECK_OK(arauto_halo_map_create(arauto_team_world(), local.owned, local.needed, local.count,
                                    sizeof(double) * COMPONENTS_MAX, &map));
    for (int64_t point = 0; point < mesh.all; ++point) {
        int64_t index = -1;
        const arauto_status_t status = arauto_halo_map_localize(map, point, &index);
        const int is_here = owner_of(&mesh, point) == arauto_rank();
        CHECK((status == ARAUTO_OK) == (is_here || needs(&mesh, arauto_rank(), point)),
              "point %lld is, or is not here", (long long)point);
        CHECK(status != ARAUTO_OK || (is_here ? index == point - mesh.first[arauto_rank()]
                                              : local.needed[index - local.owned] == point),
              "point %lld is elsewhere", (long long)point);
    }
    for (uint64_t step = 0; step < STEPS; ++step) {
        if (mixed(seed, step, 8) % 2 == 0) {
            gather(&mesh, map, &local, step);
        } else {
            scatter(&mesh, map, &local, step);
        }
    }
    CHECK_OK(arauto_halo_map_free(map));
    free_local(&local);
}

/* Points that several ranks have: rank r has point p when a random bit says so. All its values
 * are combined everywhere, own value first, then in ascending order of the other ranks. */
static int has_point(uint64_t seed, int rank, int64_t point) {
    return mixed(seed, (uint64_t)point, 40 + (uint64_t)rank) % 3 == 0;
}

static void by_lists(uint64_t seed) {
    enum { POINTS = 50 };
    const int me = arauto_rank();
    const int size = arauto_size();
    int64_t index[POINTS];
    double values[POINTS];
    int64_t count = 0;
    for (int64_t point = 0; point < POINTS; ++point) {
        index[point] = has_point(seed, me, point) ? count++ : -1;
    }
    int64_t* shared = malloc(sizeof(int64_t) * POINTS * (size_t)size);
    arauto_halo_list_t* lists = malloc(sizeof(arauto_halo_list_t) * (size_t)size);
    CHECK(shared != NULL && lists != NULL, "there is no memory");
    int list_count = 0;
    for (int step = 0; step < size; ++step) { /* in any order */
        const int rank = (me + step) % size;
        int64_t* list = shared + (size_t)rank * POINTS;
        int64_t length = 0;
        for (int64_t point = 0; point < POINTS && rank != me; ++point) {
            if (index[point] >= 0 && has_point(seed, rank, point)) {
                list[length++] = index[point];
            }
        }
        if (length > 0) {
            lists[list_count++] = (arauto_halo_list_t){rank, list, length, list, length};
        }
    }
    arauto_halo_map_h map = NULL;
    CHECK_OK(
        arauto_halo_lists_create(arauto_team_world(), lists, list_count, sizeof(double), &map));
    const arauto_halo_points_t points = {.base = values, .element_bytes = sizeof(double)};
    const mesh_t mesh = {.seed = seed};
    for (uint64_t step = 0; step < STEPS; ++step) {
        const arauto_reduce_op_t op = (arauto_reduce_op_t)(mixed(seed, step, 10) % 4);
        for (int64_t point = 0; point < POINTS; ++point) {
            if (index[point] >= 0) {
                values[index[point]] = value(&mesh, step, point, 0, me);
            }
        }
        nap(seed + step);
        CHECK_OK(arauto_halo_share(map, &points, ARAUTO_DOUBLE, op));
        for (int64_t point = 0; point < POINTS; ++point) {
            if (index[point] < 0) {
                continue;
            }
            double wanted = value(&mesh, step, point, 0, me);
            for (int rank = 0; rank < size; ++rank) {
                if (rank != me && has_point(seed, rank, point)) {
                    wanted = combined(op, wanted, value(&mesh, step, point, 0, rank));
                }
            }
            CHECK(values[index[point]] == wanted, "seed %llu, step %llu: shared point %lld",
                  (unsigned long long)seed, (unsigned long long)step, (long long)point);
        }
    }
    CHECK_OK(arauto_halo_map_free(map));
    free(lists);
    free(shared);
}

static void refusals(void) {
    const int me = arauto_rank();
    const int size = arauto_size();
    const arauto_team_h world = arauto_team_world();
    arauto_halo_map_h map = NULL;
    const int64_t own = me;
    const int64_t beyond = size;
    /* Each rank owns one point. Wrong on the last rank alone: the others must not wait for it. */
    const int is_wrong = me == size - 1;
    arauto_status_t wanted = is_wrong ? ARAUTO_ERR_ARGUMENT : ARAUTO_ERR_MISMATCH;
    CHECK_FAILS(arauto_halo_map_create(world, 1, &own, is_wrong, 8, &map), wanted,
                is_wrong ? "owned here" : "are wrong");
    CHECK_FAILS(arauto_halo_map_create(world, 1, &beyond, is_wrong, 8, &map), wanted,
                is_wrong ? "all ranks together have points 0 to" : "are wrong");
    CHECK_FAILS(arauto_halo_map_create(world, is_wrong ? -1 : 1, NULL, 0, 8, &map), wanted,
                is_wrong ? "negative" : "are wrong");
    if (size > 1) {
        const int64_t zero = 0;
        const int next = (me + 1) % size;
        /* A list whose other end has none. */
        const arauto_halo_list_t one = {next, &zero, 1, &zero, 1};
        const arauto_status_t status = arauto_halo_lists_create(world, &one, me == 0, 8, &map);
        CHECK(status == ARAUTO_ERR_MISMATCH, "lists that do not fit gave %s",
              arauto_status_name(status));
        const arauto_halo_list_t mine = {me, &zero, 1, &zero, 1};
        CHECK_FAILS(arauto_halo_lists_create(world, &mine, is_wrong, 8, &map),
                    is_wrong ? ARAUTO_ERR_RANK : ARAUTO_ERR_MISMATCH,
                    is_wrong ? "which is this one" : "are wrong");
    }
    CHECK_OK(arauto_halo_map_create(world, 1, NULL, 0, 8, &map));
    double two[2] = {0, 0};
    const arauto_halo_points_t large = {.base = two, .element_bytes = 8, .components = 2};
    CHECK_FAILS(arauto_halo_gather(map, &large), ARAUTO_ERR_ARGUMENT, "at most 8");
    const arauto_halo_points_t points = {.base = two, .element_bytes = 8};
    CHECK_FAILS(arauto_halo_scatter(map, &points, ARAUTO_FLOAT, ARAUTO_SUM), ARAUTO_ERR_ARGUMENT,
                "another number");
    CHECK_FAILS(arauto_halo_map_end(map), ARAUTO_ERR_STATE, "no exchange");
    CHECK_OK(arauto_halo_gather_begin(map, &points));
    CHECK_FAILS(arauto_halo_gather_begin(map, &points), ARAUTO_ERR_STATE, "not yet ended");
    CHECK_OK(arauto_halo_map_end(map));
    CHECK_OK(arauto_halo_map_free(map));
}

int main(void) {
    start();
    for (uint64_t number = 0; number < CASES; ++number) {
        by_owners(300 + number);
        by_lists(500 + number);
    }
    refusals();
    return 0;
}
