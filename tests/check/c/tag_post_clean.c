/* RACE no; images 2; a plain put, and a tagged notification of its own */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 7;
    if (me == 1) {
        ok(arauto_put(data, 0, 0, &value, sizeof value));
        ok(arauto_board_post(board, 0, 3, 0));
    } else {
        for (int done = 0; done == 0;) {
            ok(arauto_board_test(board, 1, 3, 1, NULL, &done));
        }
        value = mine[0];
    }
    return end(value);
}
