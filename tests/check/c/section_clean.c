/* RACE no; images 2; a section, and the owner's read between its elements */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    const int values[4] = {1, 2, 3, 4};
    const arauto_section_t there = every_third();
    const arauto_section_t here = {.rank = 1, .element_bytes = 4, .dim = {{4, 4, NULL}}};
    int seen = 0;
    if (me == 0) {
        ok(arauto_put_section(data, 1, &there, values, &here));
    } else {
        seen = mine[8] + mine[0];
    }
    return end(seen);
}
