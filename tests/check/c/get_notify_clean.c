/* RACE no; images 2; a notified get: its source may change then */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        ok(arauto_get_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        ok(arauto_notify_wait(notify, 0, 1));
        mine[0] = 6;
    }
    return end(value);
}
