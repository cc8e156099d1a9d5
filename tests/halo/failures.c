/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank dies in the middle of halo exchanges, at an instant that the seed chooses: the other ranks
 * learn of it from the exchange, none waits for ever, and a plan of a team without it works.
 */
#include "../capi/job.h"

#include "arauto/halo.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { N = 64, STEPS_MAX = 100000000 };

static double g_field[N + 2][N + 2];

static arauto_halo_plan_h make_plan(arauto_team_h team, arauto_halo_grid_h* grid_out) {
    arauto_halo_plan_h plan = NULL;
    const arauto_halo_domain_t domain = {.axes = 2, .extent = {N, N}, .is_periodic = {1, 1}};
    CHECK_OK(arauto_halo_grid_create(team, &domain, grid_out));
    CHECK_OK(arauto_halo_plan_create(*grid_out, ARAUTO_HALO_DIRECT_CORNERS, &plan));
    const arauto_halo_field_t field = {.base = g_field,
                                       .element_bytes = sizeof(double),
                                       .dims = 2,
                                       .extent = {N + 2, N + 2},
                                       .lower_depth = {1, 1},
                                       .upper_depth = {1, 1}};
    CHECK_OK(arauto_halo_plan_add(plan, &field));
    CHECK_OK(arauto_halo_plan_commit(plan));
    return plan;
}

static void die_after(uint64_t nanoseconds) {
    if (fork() == 0) {
        nanosleep(&(struct timespec){.tv_nsec = (long)nanoseconds}, NULL);
        kill(getppid(), SIGKILL);
        _exit(0);
    }
}

int main(void) {
    start();
    arauto_handle_failures();
    const char* const text = getenv("ARAUTO_TEST_SEED");
    const uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
    const int victim = (int)(mixed(seed, 1, 1) % (uint64_t)arauto_size());
    arauto_halo_grid_h grid = NULL;
    arauto_halo_plan_h plan = make_plan(arauto_team_world(), &grid);
    if (arauto_rank() == victim) {
        die_after(mixed(seed, 2, 2) % 20000000);
    }
    arauto_status_t status = ARAUTO_OK;
    for (int step = 0; status >= 0 && step < STEPS_MAX; ++step) {
        status = arauto_halo_exchange(plan, 0);
    }
    CHECK(arauto_rank() != victim, "the victim has survived");
    CHECK_FAILS(status, ARAUTO_ERR_FAILED, "has failed");
    CHECK_FAILS(arauto_halo_exchange(plan, 0), ARAUTO_ERR_FAILED, "was given up");
    arauto_halo_plan_free(plan); /* reports the failure once more */
    arauto_halo_grid_free(grid);
    arauto_team_h rest = NULL;
    const arauto_status_t split = arauto_team_split(arauto_team_world(), 0, 0, &rest);
    CHECK(rest != NULL, "no team of the others: %s, %s", arauto_status_name(split),
          arauto_last_error());
    plan = make_plan(rest, &grid);
    for (int step = 0; step < 10; ++step) {
        CHECK_OK(arauto_halo_exchange(plan, 0));
    }
    CHECK_OK(arauto_halo_plan_free(plan));
    arauto_halo_grid_free(grid);
    if (arauto_team_rank(rest) == 0) {
        printf("%d of %d went on\n", arauto_team_size(rest), arauto_size());
    }
    return 0;
}
