/* RACE no; images 2; a store by the address of another rank's memory, and a barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        int* const theirs = arauto_segment_pointer(data, 1);
        theirs[5] = 7;
    }
    all();
    if (me == 1) {
        value = mine[5];
    }
    return end(value);
}
