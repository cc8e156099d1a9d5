/* RACE yes; pair notify_before.c:11 notify_before.c:13; images 2;
 * a notified put, and a read before the wait */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        value = mine[0];
        ok(arauto_notify_wait(notify, 0, 1));
    }
    return end(value);
}
