/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The mistakes that ARAUTO_HALO_CHECK=on finds: halo cells and copies of points that are used or
 * assigned to while an exchange is under way, and messages that are damaged. At least two ranks.
 */
#include "../capi/job.h"

#include "arauto/halo.h"
#include "arauto/halo_map.h"
#include "arauto/segment.h"
#include "arauto/spi/segment.h"

enum { kCells = 8 };

static arauto_halo_grid_h grid;
static int me, size;

/* Every rank's cells have values of their own, which nothing else in memory has. */
static double value(int rank, int cell) {
    return 1234567.0 + rank + cell / 1024.0;
}

/* Whether memory is a NaN that signals. */
static int signals(const void* memory, size_t bytes) {
    if (bytes == 4) {
        uint32_t bits;
        memcpy(&bits, memory, sizeof bits);
        return (bits & 0x7fc00000) == 0x7f800000 && (bits & 0x3fffff) != 0;
    }
    uint64_t bits;
    memcpy(&bits, memory, sizeof bits);
    return (bits >> 51 & 0xfff) == 0xffe && (bits & 0x7ffffffffffff) != 0;
}

/* Own cells, with a halo of one cell at both ends; `states` of them. */
static arauto_halo_plan_h plan_of(void* cells, size_t element_bytes, int states) {
    arauto_halo_plan_h plan;
    CHECK_OK(arauto_halo_plan_create(grid, ARAUTO_HALO_NO_CORNERS, &plan));
    CHECK_OK(arauto_halo_plan_set_mode(plan, states > 1 ? ARAUTO_HALO_DIRECT : ARAUTO_HALO_PACKED));
    const arauto_halo_field_t field = {.base = cells,
                                       .element_bytes = element_bytes,
                                       .dims = 1,
                                       .extent = {kCells + 2},
                                       .lower_depth = {1},
                                       .upper_depth = {1},
                                       .states = states,
                                       .state_stride = (int64_t)element_bytes * (kCells + 2)};
    CHECK_OK(arauto_halo_plan_add(plan, &field));
    CHECK_OK(arauto_halo_plan_commit(plan));
    return plan;
}

static void fill(double* cells) {
    for (int cell = 0; cell < kCells; ++cell) {
        cells[1 + cell] = value(me, cell);
    }
}

static void cells_that_are_used_too_early(void) {
    double cells[kCells + 2] = {0};
    float short_cells[kCells + 2] = {0};
    arauto_halo_plan_h plan = plan_of(cells, sizeof *cells, 1);
    arauto_halo_plan_h short_plan = plan_of(short_cells, sizeof *short_cells, 1);
    for (int step = 0; step < 3; ++step) {
        fill(cells);
        CHECK_OK(arauto_halo_begin(plan, 0));
        CHECK_OK(arauto_halo_begin(short_plan, 0));
        CHECK(signals(&cells[0], 8) && signals(&cells[kCells + 1], 8), "halos are marked");
        CHECK(signals(&short_cells[0], 4) && signals(&short_cells[kCells + 1], 4), "these too");
        CHECK(cells[1] == value(me, 0) && cells[kCells] == value(me, kCells - 1), "own cells not");
        CHECK_OK(arauto_halo_end(short_plan));
        CHECK_OK(arauto_halo_end(plan));
        CHECK(cells[0] == value((me + size - 1) % size, kCells - 1), "%f came from below",
              cells[0]);
        CHECK(cells[kCells + 1] == value((me + 1) % size, 0), "%f came from above",
              cells[kCells + 1]);
    }
    CHECK_OK(arauto_halo_plan_free(short_plan));
    CHECK_OK(arauto_halo_plan_free(plan));
}

static void cells_that_are_assigned_to(void) {
    double cells[kCells + 2] = {0};
    arauto_halo_plan_h plan = plan_of(cells, sizeof *cells, 1);
    fill(cells);
    CHECK_OK(arauto_halo_begin(plan, 0));
    cells[kCells + 1] = 0;
    CHECK_FAILS(arauto_halo_end(plan), ARAUTO_ERR_STATE,
                "the program has assigned to halo cells of field 0 that rank ");
    CHECK_STATUS(arauto_halo_begin(plan, 0), ARAUTO_ERR_FAILED);
    CHECK_OK(arauto_halo_plan_free(plan));
}

/* Memory of the library lies between two segments of the program that were made before and after.
 */
static void a_message_that_is_damaged(void) {
    arauto_segment_h before, after;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64, &before));
    double cells[kCells + 2] = {0};
    arauto_halo_plan_h plan = plan_of(cells, sizeof *cells, 1);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64, &after));
    fill(cells);
    CHECK_OK(arauto_halo_begin(plan, 0));
    barrier(); /* all messages are there */
    const double sent = value((me + 1) % size, 0);
    int found = 0;
    for (char* at = arauto_segment_base(before); at < (char*)arauto_segment_base(after); at += 8) {
        if (memcmp(at, &sent, sizeof sent) == 0) {
            *at ^= 1;
            ++found;
        }
    }
    CHECK(found == 1, "%d places with the neighbour's cell", found);
    CHECK_FAILS(arauto_halo_end(plan), ARAUTO_ERR_MISMATCH, "are not as they were sent");
    barrier();
    CHECK_OK(arauto_segment_free(after));
    CHECK_OK(arauto_halo_plan_free(plan));
    CHECK_OK(arauto_segment_free(before));
}

/* Cells that a neighbour stored directly could come before the marks. */
static void a_plan_that_could_store_directly(void) {
    void* memory;
    CHECK_OK(arauto_memory_allocate(2 * (kCells + 2) * sizeof(double), &memory));
    double* const cells = memory;
    arauto_halo_plan_h plan = plan_of(cells, sizeof *cells, 2);
    char text[512];
    arauto_halo_describe(plan, text, sizeof text);
    CHECK(strstr(text, "packed (ARAUTO_HALO_CHECK=on)") != NULL, "it says: %s", text);
    for (int step = 0; step < 6; ++step) {
        double* const now = cells + step % 2 * (kCells + 2);
        fill(now);
        CHECK_OK(arauto_halo_exchange(plan, step % 2));
        CHECK(now[0] == value((me + size - 1) % size, kCells - 1), "%f came in step %d", now[0],
              step);
    }
    CHECK_OK(arauto_halo_plan_free(plan));
    CHECK_OK(arauto_memory_free(memory));
}

static void points(void) {
    const int64_t needed[1] = {(int64_t)(me + 1) % size * kCells};
    arauto_halo_map_h map;
    CHECK_OK(arauto_halo_map_create(arauto_team_world(), kCells, needed, 1, sizeof(double), &map));
    double values[kCells + 1];
    const arauto_halo_points_t of = {.base = values, .element_bytes = sizeof(double)};
    for (int cell = 0; cell < kCells; ++cell) {
        values[cell] = value(me, cell);
    }
    CHECK_OK(arauto_halo_gather_begin(map, &of));
    CHECK(signals(&values[kCells], 8), "the copy is marked");
    CHECK_OK(arauto_halo_map_end(map));
    CHECK(values[kCells] == value((me + 1) % size, 0), "%f came", values[kCells]);
    values[kCells] = 1;
    CHECK_OK(arauto_halo_scatter(map, &of, ARAUTO_DOUBLE, ARAUTO_SUM));
    CHECK(values[0] == value(me, 0) + 1, "%f is the sum", values[0]);
    CHECK_OK(arauto_halo_gather_begin(map, &of));
    values[kCells] = 1;
    CHECK_FAILS(arauto_halo_map_end(map), ARAUTO_ERR_STATE,
                "the program has assigned to copies of other ranks' points");
    CHECK_OK(arauto_halo_map_free(map));
}

int main(void) {
    start();
    me = arauto_rank();
    size = arauto_size();
    const arauto_halo_domain_t domain = {
        .axes = 1, .extent = {(int64_t)kCells * size}, .is_periodic = {1}};
    CHECK_OK(arauto_halo_grid_create(arauto_team_world(), &domain, &grid));
    cells_that_are_used_too_early();
    cells_that_are_assigned_to();
    a_message_that_is_damaged();
    a_plan_that_could_store_directly();
    points();
    arauto_halo_grid_free(grid);
    CHECK_OK(arauto_finalize());
    return 0;
}
