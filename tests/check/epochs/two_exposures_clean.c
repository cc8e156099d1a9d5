/* RACE no; images 3; puts of two origins in two exposure epochs */
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
        put(2, 2, &value);
        ok(arauto_epoch_complete(epochs, NULL));
    } else {
        for (int i = 0; i < 2; ++i) {
            ok(arauto_epoch_post(epochs, &origins[i], 1, 0));
            ok(arauto_epoch_wait(epochs, NULL));
        }
    }
    return end_epochs(value);
}
