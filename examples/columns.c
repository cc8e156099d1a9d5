/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Sections: every second element of the right neighbour's row is set from a contiguous array, in
 * one call.
 */
#include <arauto/arauto.h>
#include <stdio.h>

enum { LENGTH = 16, HALF = LENGTH / 2 };

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

int main(void) {
    check(arauto_init());
    const int me = arauto_rank();
    const int right = (me + 1) % arauto_size();
    arauto_segment_h row;
    check(arauto_segment_allocate(arauto_team_world(), LENGTH * sizeof(double), &row));
    double mine[HALF];
    for (int i = 0; i < HALF; ++i) {
        mine[i] = 100.0 * me + i;
    }
    const arauto_section_t every_second = {
        .rank = 1, .element_bytes = sizeof(double), .dim = {{HALF, 2 * sizeof(double), NULL}}};
    arauto_op_t put = {.kind = ARAUTO_OP_PUT, .rank = right, .segment = row, .source = mine};
    put.remote_section = &every_second;
    check(arauto_rma(&put));
    check(arauto_team_barrier(arauto_team_world()));
    const double* got = arauto_segment_base(row);
    const int left = (me + arauto_size() - 1) % arauto_size();
    for (int i = 0; i < HALF; ++i) {
        if (got[2 * i] != 100.0 * left + i || got[2 * i + 1] != 0.0) {
            arauto_error_stop(1, "a wrong element arrived");
        }
    }
    check(arauto_segment_free(row));
    if (me == 0) {
        printf("every second element arrived\n");
    }
    return 0;
}
