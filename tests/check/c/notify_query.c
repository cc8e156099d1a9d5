/* RACE yes; pair notify_query.c:11 notify_query.c:16; images 2;
 * a query that says that the notification is there */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put_notify(data, 1, 0, &value, sizeof value, slot(0)));
    } else {
        for (uint64_t count = 0; count == 0;) {
            ok(arauto_notify_query(notify, 0, &count));
        }
        value = mine[0];
    }
    return end(value);
}
