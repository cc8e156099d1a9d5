/* RACE yes; pair tagged.c:11 tagged.c:14; images 3;
 * tagged puts, of which the other one is waited for */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = me;
    if (me > 0) {
        ok(arauto_put_tagged(data, 0, 4 * (size_t)me, &value, sizeof value, board, me));
    } else {
        ok(arauto_board_wait(board, ARAUTO_ANY_SOURCE, 2, 1, NULL));
        value = mine[1];
        ok(arauto_board_wait(board, 1, ARAUTO_ANY_TAG, 1, NULL));
    }
    return end(value);
}
