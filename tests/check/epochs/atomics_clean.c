/* RACE no; images 3; atomic additions of all ranks, read behind unlock and barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 0;
    uint64_t old = 0;
    ok(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    for (int i = 0; i < 5; ++i) {
        ok(arauto_epoch_fetch(epochs, 0, data, 4, 4, ARAUTO_ATOMIC_ADD, 1, NULL, NULL));
    }
    ok(arauto_epoch_fetch(epochs, 0, data, 4, 4, ARAUTO_ATOMIC_ADD, 1, &old, NULL));
    ok(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, NULL));
    all();
    if (me == 0) {
        value = mine[1] + (int)old;
    }
    return end_epochs(value);
}
