/* RACE no; images 2; requests of unlocks and of puts that are waited for */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    int other = 7;
    arauto_request_t put_done;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        ok(arauto_epoch_put(epochs, 1, data, 12, &other, sizeof other, &put_done));
        put(1, 2, &value);
        ok(arauto_request_wait(&put_done));
        other = 8;
        ok(arauto_epoch_unlock(epochs, 1, &done));
        for (int is_done = 0; !is_done;) {
            ok(arauto_request_test(&done, &is_done));
        }
        value = 6;
    }
    all();
    if (me == 1) {
        value = mine[2] + mine[3];
    }
    return end_epochs(value);
}
