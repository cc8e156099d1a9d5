/* RACE yes; pair put_before_barrier.c:12 put_before_barrier.c:16; images 2;
 * a put that a barrier does not complete, and the load behind it */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
    }
    all();
    if (me == 1) {
        value = mine[2];
    }
    if (me == 0) {
        unlock(1);
    }
    return end_epochs(value);
}
