/* RACE yes; pair got_too_early.c:12 got_too_early.c:13; images 2;
 * what a get fetches, read before the flush */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_get(epochs, 1, data, 8, &value, sizeof value, NULL));
        mine[7] = value;
        unlock(1);
    }
    return end_epochs(value);
}
