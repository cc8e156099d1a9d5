/* RACE yes; pair lock.c:13 lock.c:17; images 3; two locks of one array */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    arauto_lock_h locks;
    ok(arauto_lock_create(world, 3, &locks));
    int value = 5;
    if (me == 1) {
        ok(arauto_lock_acquire(locks, 0, 1));
        ok(arauto_put(data, 0, 0, &value, sizeof value));
        ok(arauto_lock_release(locks, 0, 1));
    } else if (me == 2) {
        ok(arauto_lock_acquire(locks, 0, 2));
        ok(arauto_put(data, 0, 0, &value, sizeof value));
        ok(arauto_lock_release(locks, 0, 2));
    }
    ok(arauto_lock_free(locks));
    return end(value);
}
