/* RACE yes; pair freed.c:13 freed.c:16; images 2;
 * a read by a pointer to memory that has been freed */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 5;
    arauto_segment_h other;
    ok(arauto_segment_allocate(world, 256, &other));
    const int* const theirs = arauto_segment_pointer(other, 1);
    ok(arauto_segment_free(other));
    all();
    if (me == 0) {
        value = theirs[3];
    }
    return end(value);
}
