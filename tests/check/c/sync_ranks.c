/* RACE yes; pair sync_ranks.c:12 sync_ranks.c:17; images 3;
 * a pair that the putting rank is not of */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    const int other = me == 1 ? 2 : 1;
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    } else {
        ok(arauto_team_sync_ranks(world, 1, &other));
    }
    if (me == 1) {
        value = mine[0];
    }
    return end(value);
}
