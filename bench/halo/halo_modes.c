/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Modes of a halo plan by the length of contiguous runs: two ranks write the cells that travel,
 * exchange 32 KiB in each direction, and read their halos.
 *
 *     halo_modes BATCHES SECONDS
 *
 * Rank 0 prints a line for each batch, "halo_modes/MODE RUN us", RUN in bytes. Modes take turns. A
 * halo with a wrong value ends the program with status 1. */
#include <arauto/arauto.h>
#include <arauto/halo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    MODES = 3,
    STATES = 2,
    CELLS = 4096, /* that travel one way: 32 KiB */
    OTHERS = 64, /* own cells of a row beside them */
    WARM_UP = 20 /* steps, from which the length of a batch is estimated */
};

static const struct {
    const char* name;
    arauto_halo_mode_t mode;
} g_modes[MODES] = {
    {"packed", ARAUTO_HALO_PACKED}, {"stored", ARAUTO_HALO_DIRECT}, {"read", ARAUTO_HALO_READ}};

/* Rows of cells that are divided between the ranks; `run` cells of each row travel. */
typedef struct field {
    arauto_segment_h segment;
    double* cells; /* of both states */
    int run, rows, width;
    int sent, halo; /* where in a row these begin */
    int state;
    double stamp; /* in all cells of this step */
    arauto_halo_plan_h plan;
} field_t;

static void must(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "halo_modes: %s\n", arauto_last_error());
        exit(1);
    }
}

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

/* A field in memory of a segment, and its plan. */
static field_t make_field(arauto_halo_grid_h grid, int run, arauto_halo_mode_t mode) {
    const int rank = arauto_rank();
    const int own = run + OTHERS;
    field_t field = {.run = run, .rows = CELLS / run, .width = own + 2 * run};
    field.sent = rank == 0 ? own : run;
    field.halo = rank == 0 ? own + run : 0;
    const size_t bytes = sizeof(double) * (size_t)(field.rows * field.width);
    must(arauto_segment_allocate(arauto_team_world(), STATES * bytes, &field.segment));
    field.cells = arauto_segment_base(field.segment);
    must(arauto_halo_plan_create(grid, ARAUTO_HALO_NO_CORNERS, &field.plan));
    must(arauto_halo_plan_set_mode(field.plan, mode));
    must(
        arauto_halo_plan_add(field.plan, &(arauto_halo_field_t){.base = field.cells,
                                                                .element_bytes = sizeof(double),
                                                                .dims = 2,
                                                                .extent = {field.width, field.rows},
                                                                .lower_depth = {run},
                                                                .upper_depth = {run},
                                                                .states = STATES,
                                                                .state_stride = (int64_t)bytes}));
    must(arauto_halo_plan_commit(field.plan));
    return field;
}

static double* row_of(const field_t* field, int row) {
    return field->cells +
           ((size_t)field->state * (size_t)field->rows + (size_t)row) * (size_t)field->width;
}

static void step(field_t* field) {
    field->state = 1 - field->state;
    field->stamp += 1;
    for (int row = 0; row < field->rows; ++row) {
        double* const cells = row_of(field, row) + field->sent;
        for (int i = 0; i < field->run; ++i) {
            cells[i] = field->stamp;
        }
    }
    must(arauto_halo_exchange(field->plan, field->state));
    double sum = 0;
    for (int row = 0; row < field->rows; ++row) {
        const double* const cells = row_of(field, row) + field->halo;
        for (int i = 0; i < field->run; ++i) {
            sum += cells[i];
        }
    }
    if (sum != field->stamp * CELLS) {
        fprintf(stderr, "halo_modes: a halo of runs of %d cells has the sum %g instead of %g\n",
                field->run, sum, field->stamp * CELLS);
        exit(1);
    }
}

/* @return microseconds of a step, as the slower rank sees them */
static double steps(field_t* field, long count) {
    must(arauto_team_barrier(arauto_team_world()));
    const double begun = now_us();
    for (long i = 0; i < count; ++i) {
        step(field);
    }
    double each = (now_us() - begun) / (double)count;
    must(arauto_reduce(arauto_team_world(), &each, 1, ARAUTO_DOUBLE, ARAUTO_MAX, ARAUTO_ALL_RANKS));
    return each;
}

static void measure(arauto_halo_grid_h grid, int run, int batches, double batch_us) {
    field_t fields[MODES];
    long counts[MODES];
    for (int mode = 0; mode < MODES; ++mode) {
        fields[mode] = make_field(grid, run, g_modes[mode].mode);
        counts[mode] = 1 + (long)(batch_us / steps(&fields[mode], WARM_UP));
    }
    for (int batch = 0; batch < batches; ++batch) {
        for (int turn = 0; turn < MODES; ++turn) {
            const int mode = batch % 2 == 0 ? turn : MODES - 1 - turn;
            const double each = steps(&fields[mode], counts[mode]);
            if (arauto_rank() == 0) {
                printf("halo_modes/%s %zu %.4f\n", g_modes[mode].name, (size_t)run * sizeof(double),
                       each);
            }
        }
    }
    for (int mode = 0; mode < MODES; ++mode) {
        must(arauto_halo_plan_free(fields[mode].plan));
        must(arauto_segment_free(fields[mode].segment));
    }
}

int main(int argc, char** argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: halo_modes BATCHES SECONDS\n");
        return 2;
    }
    must(arauto_init());
    if (arauto_size() != 2) {
        fprintf(stderr, "halo_modes: it measures 2 ranks, not %d\n", arauto_size());
        return 2;
    }
    static const int runs[] = {1, 2, 4, 8, 16, 64, 512};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        arauto_halo_grid_h grid = NULL;
        must(arauto_halo_grid_create(
            arauto_team_world(),
            &(arauto_halo_domain_t){.axes = 1, .extent = {2 * (runs[i] + OTHERS)}}, &grid));
        measure(grid, runs[i], atoi(argv[1]), 1e6 * atof(argv[2]));
        arauto_halo_grid_free(grid);
    }
    must(arauto_finalize());
    return 0;
}
