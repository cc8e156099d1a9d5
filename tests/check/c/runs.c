/* RACE yes; pair runs.c:14 runs.c:16; images 2; an operation on several pieces */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int values[4] = {1, 2, 3, 4};
    const arauto_run_t runs[2] = {{0, values, 8}, {40, values + 2, 8}};
    const arauto_op_t op = {
        .kind = ARAUTO_OP_PUT, .rank = 1, .segment = data, .runs = runs, .run_count = 2};
    int seen = 0;
    if (me == 0) {
        ok(arauto_rma(&op));
    } else {
        seen = mine[11];
    }
    return end(seen);
}
