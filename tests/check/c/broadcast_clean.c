/* RACE no; images 2; a broadcast into memory beside that to which the other rank puts */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 8, &value, sizeof value));
        ok(arauto_broadcast(world, &value, sizeof value, 0));
    } else {
        ok(arauto_broadcast(world, mine + 3, sizeof value, 0));
    }
    return end(value);
}
