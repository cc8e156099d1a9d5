/* RACE no; images 2; a put, a barrier, and the owner's read */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    }
    all();
    if (me == 1) {
        value = mine[0];
    }
    return end(value);
}
