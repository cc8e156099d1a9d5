/* RACE no; images 2; what gets fetch, read behind the flush, and from the same place */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    int other = 0;
    if (me == 0) {
        lock(ARAUTO_LOCK_SHARED, 1);
        get(1, 2, &value);
        get(1, 2, &other);
        flush(ARAUTO_EVERY_RANK, ARAUTO_FLUSH_REMOTE);
        value += other;
        get(1, 2, &value);
        unlock(1);
    }
    return end_epochs(value);
}
