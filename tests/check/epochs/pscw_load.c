/* RACE yes; pair pscw_load.c:13 pscw_load.c:17; images 2;
 * a load of what a put writes, before the wait of the exposure epoch */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    const int other = 1 - me;
    if (me == 0) {
        ok(arauto_epoch_start(epochs, &other, 1, 0));
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
        ok(arauto_epoch_complete(epochs, NULL));
    } else {
        ok(arauto_epoch_post(epochs, &other, 1, 0));
        value = mine[2];
        ok(arauto_epoch_wait(epochs, NULL));
    }
    return end_epochs(value);
}
