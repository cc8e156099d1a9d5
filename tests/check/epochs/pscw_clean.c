/* RACE no; images 2; rounds of post, start, complete and wait */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    const int other = 1 - me;
    for (int i = 0; i < 20; ++i) {
        if (me == 0) {
            ok(arauto_epoch_start(epochs, &other, 1, 0));
            put(1, 2, &value);
            ok(arauto_epoch_complete(epochs, NULL));
            ++value;
        } else {
            mine[2] = i;
            ok(arauto_epoch_post(epochs, &other, 1, 0));
            ok(arauto_epoch_wait(epochs, NULL));
            value = mine[2];
        }
    }
    return end_epochs(value);
}
