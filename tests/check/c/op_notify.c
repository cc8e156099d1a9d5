/* RACE yes; pair op_notify.c:19 op_notify.c:23; images 2;
 * a notified section, and a plain put before it */
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
        ok(arauto_put(data, 1, 8, values, 4));
        ok(arauto_rma(&op));
    } else {
        ok(arauto_notify_wait(notify, 0, 1));
        seen = mine[2];
    }
    return end(seen);
}
