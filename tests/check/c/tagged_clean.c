/* RACE no; images 3; tagged puts, taken in another order than they came */
/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "race.h"

int main(void) {
    begin();
    int value = me;
    if (me > 0) {
        ok(arauto_put_tagged(data, 0, 4 * (size_t)me, &value, sizeof value, board, me));
    } else {
        ok(arauto_board_wait(board, 2, 2, 1, NULL));
        value = mine[2];
        ok(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, NULL));
        value += mine[1];
    }
    return end(value);
}
