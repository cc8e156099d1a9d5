/* RACE no; images 2; a load behind a fence whose request is complete */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    fence();
    if (me == 0) {
        put(1, 2, &value);
    }
    ok(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &done));
    ok(arauto_request_wait(&done));
    if (me == 1) {
        value = mine[2];
    }
    return end_epochs(value);
}
