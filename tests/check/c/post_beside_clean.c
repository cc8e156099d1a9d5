/* RACE no; images 2; a plain put, and a notification of its own */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 4, &value, sizeof value));
        ok(arauto_notify_post(1, slot(0)));
    } else {
        ok(arauto_notify_wait(notify, 0, 1));
        value = mine[1];
    }
    return end(value);
}
