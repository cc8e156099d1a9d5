/* RACE yes; pair got_into_heap.c:12 got_into_heap.c:13; images 2;
 * what a get fetches into a segment, read before the flush */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_get(epochs, 1, data, 8, &mine[3], sizeof value, NULL));
        value = mine[3];
        unlock(1);
    }
    return end_epochs(value);
}
