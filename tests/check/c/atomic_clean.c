/* RACE no; images 3; atomics of all ranks, read behind a barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    uint64_t old = 0;
    ok(arauto_atomic_fetch(data, 0, 0, 4, ARAUTO_ATOMIC_ADD, 1, &old));
    ok(arauto_atomic_compare_swap(data, 0, 4, 4, 0, 1, &old));
    ok(arauto_atomic_load(data, 0, 4, 4, &old));
    all();
    return end(mine[0]);
}
