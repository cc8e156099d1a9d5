/* RACE no; images 3; a pair */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    const int other = 1 - me;
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    }
    if (me < 2) {
        ok(arauto_team_sync_ranks(world, 1, &other));
    }
    if (me == 1) {
        value = mine[0];
    }
    return end(value);
}
