/* RACE no; images 2; two pieces of memory, of which one is freed */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    arauto_segment_h first;
    arauto_segment_h second;
    ok(arauto_segment_allocate(world, 64, &first));
    ok(arauto_segment_allocate(world, 64, &second));
    if (me == 0) {
        ok(arauto_put(second, 1, 0, &value, sizeof value));
    }
    ok(arauto_segment_free(first));
    if (me == 1) {
        value = ((int*)arauto_segment_base(second))[0];
    }
    ok(arauto_segment_free(second));
    return end(value);
}
