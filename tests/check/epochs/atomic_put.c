/* RACE yes; pair atomic_put.c:12 atomic_put.c:13; images 2;
 * an atomic addition and a put of one rank to one place */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_fetch(epochs, 1, data, 8, 4, ARAUTO_ATOMIC_ADD, 1, NULL, NULL));
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
        unlock(1);
    }
    return end_epochs(value);
}
