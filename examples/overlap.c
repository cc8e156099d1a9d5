/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Each rank sums its own row while the rows of both neighbours are on their way, then theirs too.
 * Between nodes the two gets go on together and cost one trip; within a node each is a copy.
 */
#include <arauto/arauto.h>
#include <stdio.h>

enum { WORDS = 100000 };

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

static double sum(const double* row) {
    double all = 0;
    for (int i = 0; i < WORDS; ++i) {
        all += row[i];
    }
    return all;
}

int main(void) {
    static double above[WORDS], below[WORDS];
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_team_size(world);
    const int me = arauto_team_rank(world);
    arauto_segment_h rows;
    check(arauto_segment_allocate(world, WORDS * sizeof(double), &rows));
    double* const own = arauto_segment_base(rows);
    for (int i = 0; i < WORDS; ++i) {
        own[i] = me + 1;
    }
    check(arauto_team_barrier(world)); /* all rows are there */

    arauto_request_t from_above, from_below;
    check(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET,
                                          .rank = (me + size - 1) % size,
                                          .segment = rows,
                                          .destination = above,
                                          .bytes = sizeof above},
                           &from_above));
    check(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET,
                                          .rank = (me + 1) % size,
                                          .segment = rows,
                                          .destination = below,
                                          .bytes = sizeof below},
                           &from_below));
    double total = sum(own); /* needs neither */
    check(arauto_request_wait(&from_above));
    check(arauto_request_wait(&from_below));
    total += sum(above) + sum(below);
    if (me == 0) {
        printf("three rows: %.0f\n", total);
    }
    check(arauto_team_barrier(world));
    check(arauto_segment_free(rows));
    return 0;
}
