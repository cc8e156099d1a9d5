/* RACE no; images 2; a notified section */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    const int values[4] = {1, 2, 3, 4};
    const arauto_section_t there = every_third();
    const arauto_op_t op = {.kind = ARAUTO_OP_PUT,
                            .rank = 1,
                            .segment = data,
                            .remote_section = &there,
                            .source = values,
                            .slot = slot(0)};
    int seen = 0;
    if (me == 0) {
        ok(arauto_rma(&op));
    } else {
        ok(arauto_notify_wait(notify, 0, 1));
        seen = mine[7];
    }
    return end(seen);
}
