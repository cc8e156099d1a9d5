/* RACE yes; pair too_early.c:11 too_early.c:13; images 2; a barrier before the put */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    all();
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    } else {
        value = mine[0];
    }
    return end(value);
}
