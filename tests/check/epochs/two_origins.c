/* RACE yes; pair two_origins.c:14 two_origins.c:14; images 3;
 * puts of two origins in one exposure epoch */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    const int target = 2;
    const int origins[2] = {0, 1};
    if (me < 2) {
        ok(arauto_epoch_start(epochs, &target, 1, 0));
        ok(arauto_epoch_put(epochs, 2, data, 8, &value, sizeof value, NULL));
        ok(arauto_epoch_complete(epochs, NULL));
    } else {
        ok(arauto_epoch_post(epochs, origins, 2, 0));
        ok(arauto_epoch_wait(epochs, NULL));
    }
    return end_epochs(value);
}
