/* RACE yes; pair atomic.c:10 atomic.c:12; images 2; an atomic addition, and the owner's read */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        ok(arauto_atomic_fetch(data, 1, 0, 4, ARAUTO_ATOMIC_ADD, 1, NULL));
    } else {
        value = mine[0];
    }
    return end(value);
}
