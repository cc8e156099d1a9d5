// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 sends with tag 8, and rank 0 waits for tag 7.
//
// images 2
// told image 1: arauto_board_wait, @wait (in receive); has 0, needs 1 from image 2
//      with tag 7 (another has arrived)
// told image 2: arauto_team_barrier, @barrier; for image 1
#include "arauto/arauto.h"

static void receive(arauto_board_h board) {
    arauto_board_wait(board, 1, 7, 1, NULL); // @wait
}

int main(void) {
    arauto_board_h board;
    if (arauto_init() < 0 || arauto_board_create(arauto_team_world(), 0, &board) < 0) {
        return 1;
    }
    if (arauto_rank() == 0) {
        receive(board);
    } else {
        arauto_board_post(board, 0, 8, 0);
    }
    arauto_team_barrier(arauto_team_world()); // @barrier
    return 0;
}
