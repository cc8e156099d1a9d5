/* RACE no; images 2; a test that takes the notification */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        for (int done = 0; done == 0;) {
            ok(arauto_notify_test(notify, 0, 1, &done));
        }
        value = mine[0];
    }
    return end(value);
}
