/* RACE no; images 2; memory that is freed and allocated again */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    for (int i = 0; i < 3; ++i) {
        arauto_segment_h other;
        ok(arauto_segment_allocate(world, 256, &other));
        if (me == 0) {
            ok(arauto_put(other, 1, 8, &value, sizeof value));
        }
        all();
        if (me == 1) {
            value = ((int*)arauto_segment_base(other))[2];
        }
        ok(arauto_segment_free(other));
    }
    return end(value);
}
