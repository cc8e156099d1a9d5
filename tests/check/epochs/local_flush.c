/* RACE yes; pair local_flush.c:13 local_flush.c:15; images 2;
 * a put and a get of one place, with a local flush between */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    int got = 0;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
        flush(1, ARAUTO_FLUSH_LOCAL);
        ok(arauto_epoch_get(epochs, 1, data, 8, &got, sizeof got, NULL));
        unlock(1);
    }
    return end_epochs(got);
}
