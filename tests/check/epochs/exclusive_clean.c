/* RACE no; images 3; puts and gets of all ranks under an exclusive lock */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "epochs.h"

int main(void) {
    begin_epochs();
    int value = 5;
    for (int i = 0; i < 10; ++i) {
        lock(ARAUTO_LOCK_EXCLUSIVE, 2);
        get(2, 2, &value);
        flush(2, ARAUTO_FLUSH_REMOTE);
        ++value;
        put(2, 2, &value);
        unlock(2);
    }
    return end_epochs(value);
}
