/* RACE yes; pair fence.c:12 fence.c:14; images 2;
 * a store to memory to which a put of the same fence epoch goes */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    fence();
    if (me == 0) {
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
    } else {
        mine[2] = 7;
    }
    fence();
    return end_epochs(value);
}
