/* RACE yes; pair shared_locks.c:12 shared_locks.c:12; images 3;
 * puts of two ranks that share a lock */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me < 2) {
        lock(ARAUTO_LOCK_SHARED, 2);
        ok(arauto_epoch_put(epochs, 2, data, 8, &value, sizeof value, NULL));
        unlock(2);
    }
    return end_epochs(value);
}
