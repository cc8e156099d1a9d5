/* RACE yes; pair freed_own.c:13 freed_own.c:15; images 2;
 * a rank's own memory, which it uses when it has been freed */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    arauto_segment_h other;
    ok(arauto_segment_allocate(world, 256, &other));
    int* const own = arauto_segment_base(other);
    ok(arauto_segment_free(other));
    if (me == 0) {
        own[3] = 6;
    }
    return end(value);
}
