/* RACE yes; pair pointer.c:12 pointer.c:14; images 2;
 * a store by the address of another rank's memory */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 0;
    if (me == 0) {
        int* const theirs = arauto_segment_pointer(data, 1);
        theirs[5] = 7;
    } else {
        value = mine[5];
    }
    return end(value);
}
