/* RACE yes; pair get_notify.c:11 get_notify.c:13; images 2;
 * a notified get: its source must not change before */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        ok(arauto_get_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        mine[0] = 6;
        ok(arauto_notify_wait(notify, 0, 1));
    }
    return end(value);
}
