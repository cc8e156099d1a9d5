/* RACE yes; pair origin_written.c:12 origin_written.c:13; images 2;
 * the source of a put, written before the unlock */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
        value = 6;
        unlock(1);
    }
    return end_epochs(value);
}
