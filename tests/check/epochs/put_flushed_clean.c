/* RACE no; images 2; the same put, flushed before the barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        put(1, 2, &value);
        flush(1, ARAUTO_FLUSH_REMOTE);
    }
    all();
    if (me == 1) {
        value = mine[2];
    }
    if (me == 0) {
        unlock(1);
    }
    return end_epochs(value);
}
