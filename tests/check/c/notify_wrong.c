/* RACE yes; pair notify_wrong.c:11 notify_wrong.c:14; images 2; a wait for another slot */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_notify_post(1, slot(1)));
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        ok(arauto_notify_wait(notify, 1, 1));
        value = mine[0];
    }
    return end(value);
}
