/* RACE no; images 2; the source of a put, written behind a local flush, and read before */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        put(1, 2, &value);
        mine[5] = value;
        flush(1, ARAUTO_FLUSH_LOCAL);
        value = 6;
        unlock(1);
    }
    return end_epochs(value);
}
