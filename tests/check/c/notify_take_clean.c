/* RACE no; images 2; notifications that are taken, as many as there are */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
        ok(arauto_put_notify(data, 1, 4, &value, sizeof value, slot(0)));
    } else {
        for (uint64_t taken = 0; taken < 2;) {
            uint64_t more = 0;
            ok(arauto_notify_take(notify, 0, &more));
            taken += more;
        }
        value = mine[0] + mine[1];
    }
    return end(value);
}
