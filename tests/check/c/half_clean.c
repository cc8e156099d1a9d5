/* RACE no; images 4; a barrier of a team */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    arauto_team_h half;
    ok(arauto_team_split(world, me / 2, me, &half));
    int value = 5;
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    }
    ok(arauto_team_barrier(half));
    if (me == 1) {
        value = mine[0];
    }
    ok(arauto_team_free(half));
    return end(value);
}
