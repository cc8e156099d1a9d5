/* RACE no; images 3; puts of two ranks to a third, side by side */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    const char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (me == 0) {
        ok(arauto_put(data, 2, 0, bytes, 3));
    } else if (me == 1) {
        ok(arauto_put(data, 2, 3, bytes, 4));
    }
    return end(0);
}
