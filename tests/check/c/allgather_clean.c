/* RACE no; images 2; addresses that all have gathered, behind what was written there */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    uint64_t addresses[2];
    mine[2] = 7;
    const uint64_t own = (uint64_t)(uintptr_t)(mine + 2);
    ok(arauto_allgather(world, &own, sizeof own, addresses));
    if (me == 0) {
        ok(arauto_put_at(1, addresses[1], &value, sizeof value));
    }
    return end(value);
}
