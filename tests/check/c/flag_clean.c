/* RACE no; images 2; an atomic flag with a flush on both sides */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
        ok(arauto_flush(ARAUTO_EVERY_RANK));
        ok(arauto_atomic_store(data, 1, 8, 8, 1));
    } else {
        for (uint64_t seen = 0; seen != 1;) {
            ok(arauto_atomic_load(data, 1, 8, 8, &seen));
        }
        ok(arauto_flush(ARAUTO_EVERY_RANK));
        value = mine[0];
    }
    return end(value);
}
