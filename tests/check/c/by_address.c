/* RACE yes; pair by_address.c:13 by_address.c:15; images 2; a put to an address */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    static uint64_t addresses[2];
    const uint64_t own = (uint64_t)(uintptr_t)mine;
    ok(arauto_allgather(world, &own, sizeof own, addresses));
    if (me == 0) {
        ok(arauto_put_at(1, addresses[1] + 8, &value, sizeof value));
    } else {
        value = mine[2];
    }
    return end(value);
}
