/* RACE yes; pair tagged_beside.c:11 tagged_beside.c:15; images 2;
 * a plain put beside a tagged one */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = 7;
    if (me == 1) {
        ok(arauto_put(data, 0, 0, &value, sizeof value));
        ok(arauto_put_tagged(data, 0, 4, &value, sizeof value, board, 3));
    } else {
        ok(arauto_board_wait(board, 1, 3, 1, NULL));
        value = mine[0];
    }
    return end(value);
}
