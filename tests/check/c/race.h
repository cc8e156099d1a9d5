/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The programs of this folder share: `data`, 16 integers of each rank, notifications
 * and a board. */
#include "arauto/arauto.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static arauto_team_h world;
static arauto_segment_h data;
static arauto_notify_h notify;
static arauto_board_h board;
static int* mine; /* this rank's part of `data` */
static int me;

static inline void ok(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        exit(1);
    }
}

static inline void all(void) {
    ok(arauto_team_barrier(world));
}

static inline arauto_slot_t slot(size_t index) {
    arauto_slot_t found;
    ok(arauto_notify_slot(notify, index, &found));
    return found;
}

/* Integers 1, 4, 7 and 10 of `data`. */
static inline arauto_section_t every_third(void) {
    return (arauto_section_t){
        .rank = 1, .element_bytes = 4, .offset = 4, .dim = {{4, 3 * sizeof(int), NULL}}};
}

static inline void begin(void) {
    ok(arauto_init());
    world = arauto_team_world();
    me = arauto_team_rank(world);
    ok(arauto_segment_allocate(world, 16 * sizeof(int), &data));
    ok(arauto_notify_create(world, 2, &notify));
    ok(arauto_board_create(world, 0, &board));
    mine = arauto_segment_base(data);
    for (int i = 0; i < 16; ++i) {
        mine[i] = i;
    }
    all();
}

/* The value is used, so that no compiler leaves its read out. */
static inline int end(int value) {
    all();
    ok(arauto_board_free(board));
    ok(arauto_notify_free(notify));
    ok(arauto_segment_free(data));
    ok(arauto_finalize());
    return value == 12345 ? 1 : 0;
}
