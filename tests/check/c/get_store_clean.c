/* RACE no; images 2; a get, and the owner's assignment of another element */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        ok(arauto_get(data, 1, 4, &value, sizeof value));
    } else {
        mine[2] = 6;
    }
    return end(value);
}
