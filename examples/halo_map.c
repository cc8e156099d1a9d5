/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Heat on a graph of points that is divided among the ranks: each point has three neighbours, some
 * of them on other ranks. A map gathers these before each step. Prints the sum, which is the same
 * for any number of ranks.
 *
 *     arauto cc halo_map.c -o halo_map && arauto run -n 4 ./halo_map
 */
#include <arauto/arauto.h>
#include <arauto/halo_map.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 1200, NEIGHBOURS = 3, STEPS = 40 };

/* Each point is its neighbours' neighbour: two beside it in a ring, and the opposite one. */
static int64_t neighbour(int64_t point, int which) {
    static const int64_t distance[NEIGHBOURS] = {1, POINTS - 1, POINTS / 2};
    return (point + distance[which]) % POINTS;
}

static int is_less(const void* a, const void* b) {
    const int64_t left = *(const int64_t*)a;
    const int64_t right = *(const int64_t*)b;
    return (left > right) - (left < right);
}

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

int main(void) {
    if (arauto_init() < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        return 1;
    }
    const int64_t first = (int64_t)POINTS * arauto_rank() / arauto_size();
    const int64_t owned = (int64_t)POINTS * (arauto_rank() + 1) / arauto_size() - first;

    int64_t* needed = malloc(sizeof *needed * NEIGHBOURS * (size_t)(owned + 1));
    int64_t count = 0;
    for (int64_t i = 0; i < owned; ++i) {
        for (int which = 0; which < NEIGHBOURS; ++which) {
            const int64_t other = neighbour(first + i, which);
            if (other < first || other >= first + owned) {
                needed[count++] = other;
            }
        }
    }
    qsort(needed, (size_t)count, sizeof *needed, is_less);
    int64_t kept = 0; /* each once */
    for (int64_t i = 0; i < count; ++i) {
        if (kept == 0 || needed[kept - 1] != needed[i]) {
            needed[kept++] = needed[i];
        }
    }
    arauto_halo_map_h map;
    check(arauto_halo_map_create(arauto_team_world(), owned, needed, kept, sizeof(double), &map));

    double* u = malloc(sizeof *u * (size_t)(owned + kept + 1)); /* own points, then copies */
    double* next = malloc(sizeof *next * (size_t)(owned + 1));
    int64_t(*where)[NEIGHBOURS] = malloc(sizeof *where * (size_t)(owned + 1));
    for (int64_t i = 0; i < owned; ++i) {
        u[i] = (double)((first + i) % 10);
        for (int which = 0; which < NEIGHBOURS; ++which) {
            check(arauto_halo_map_localize(map, neighbour(first + i, which), &where[i][which]));
        }
    }
    for (int step = 0; step < STEPS; ++step) {
        check(arauto_halo_gather(map,
                                 &(arauto_halo_points_t){.base = u, .element_bytes = sizeof *u}));
        for (int64_t i = 0; i < owned; ++i) {
            next[i] = 0.25 * (u[i] + u[where[i][0]] + u[where[i][1]] + u[where[i][2]]);
        }
        for (int64_t i = 0; i < owned; ++i) {
            u[i] = next[i];
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < owned; ++i) {
        sum += u[i];
    }
    check(arauto_reduce(arauto_team_world(), &sum, 1, ARAUTO_DOUBLE, ARAUTO_SUM, 0));
    if (arauto_rank() == 0) {
        printf("sum %.6f\n", sum);
    }
    check(arauto_halo_map_free(map));
    free(where);
    free(next);
    free(u);
    free(needed);
    return arauto_finalize() < 0 ? 1 : 0;
}
