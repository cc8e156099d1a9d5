/* RACE yes; pair request_unlock.c:12 request_unlock.c:14; images 2;
 * the source of a put, written before the request of the unlock is complete */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_EXCLUSIVE, 1);
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
        ok(arauto_epoch_unlock(epochs, 1, &done));
        value = 6;
        ok(arauto_request_wait(&done));
    }
    return end_epochs(value);
}
