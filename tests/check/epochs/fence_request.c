/* RACE yes; pair fence_request.c:12 fence_request.c:16; images 2;
 * a load behind a fence whose request is not complete */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    fence();
    if (me == 0) {
        ok(arauto_epoch_put(epochs, 1, data, 8, &value, sizeof value, NULL));
    }
    ok(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, &done));
    if (me == 1) {
        value = mine[2];
    }
    ok(arauto_request_wait(&done));
    return end_epochs(value);
}
