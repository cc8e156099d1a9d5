/* RACE yes; pair notify_beside.c:11 notify_beside.c:15; images 2;
 * a plain put beside a notified one */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 4, &value, sizeof value));
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        ok(arauto_notify_wait(notify, 0, 1));
        value = mine[1];
    }
    return end(value);
}
