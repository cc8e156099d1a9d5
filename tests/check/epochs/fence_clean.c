/* RACE no; images 2; a fence between the store, the put and the load */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 1) {
        mine[2] = 7;
    }
    for (int i = 0; i < 9; ++i) {
        fence();
        if (me == 0) {
            put(1, 2, &value);
        }
        fence();
        value += me == 1 ? mine[2] : 1;
    }
    ok(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    return end_epochs(value);
}
