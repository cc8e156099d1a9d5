/* RACE no; images 2; strlen reads it behind a barrier */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../c/race.h"

#include <string.h>

/* Not known to the compiler, which would do without the call. */
static char text[40];

int main(int count, char** words) {
    begin();
    int value = 0x01010101;
    snprintf(text, sizeof text, "%s", words[count - 1]);
    if (me == 0) {
        ok(arauto_put(data, 1, 0, &value, sizeof value));
    }
    all();
    if (me == 1) {
        value = (int)strlen((const char*)mine + 1);
    }
    return end(value);
}
