# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reports of jobs in which nothing moves say what each rank misses in waits of the C API: tagged
notifications, the calls by which other ranks open or complete epochs, locks of epochs."""

from __future__ import annotations

import os
import signal
import sys

from jobs import main
from standstills_test import WithStandstills, states_in

RANKS = 8
# Each rank waits for ever, in an epochs object of its own.
PROGRAM = """\
#include "arauto/arauto.h"
#include <stdio.h>

enum { kObjects = 6 };

static void wait_for_ever(arauto_board_h board, arauto_epochs_h* epochs) {
    const int first = 0, third = 2, others[2] = {3, 6};
    arauto_request_t request = {0, 0};
    switch (arauto_rank()) {
    case 0:
        arauto_board_wait(board, 3, 7, 2, NULL); /* tagged */
        break;
    case 1:
        arauto_epoch_start(epochs[0], &third, 1, 0);
        arauto_epoch_complete(epochs[0], NULL); /* access */
        break;
    case 2:
        arauto_epoch_post(epochs[1], others, 2, 0);
        arauto_epoch_wait(epochs[1], NULL); /* exposure */
        break;
    case 3:
        arauto_epoch_lock(epochs[2], ARAUTO_LOCK_EXCLUSIVE, 4, 0, NULL);
        arauto_epoch_unlock(epochs[2], 4, NULL); /* lock */
        break;
    case 4:
        arauto_epoch_fence(epochs[3], 0, NULL); /* fence */
        break;
    case 5:
        arauto_epoch_start(epochs[4], &first, 1, 0);
        arauto_epoch_complete(epochs[4], &request);
        arauto_request_wait(&request); /* request */
        break;
    case 6:
        arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, NULL); /* any */
        break;
    default:
        arauto_epoch_post(epochs[5], &first, 1, 0);
        arauto_epoch_wait(epochs[5], &request);
        arauto_epoch_start(epochs[5], &third, 1, 0);
        arauto_epoch_complete(epochs[5], NULL); /* behind */
    }
}

int main(void) {
    arauto_board_h board;
    arauto_epochs_h epochs[kObjects];
    if (arauto_init() < 0 || arauto_board_create(arauto_team_world(), 0, &board) < 0) {
        return 1;
    }
    for (int i = 0; i < kObjects; ++i) {
        if (arauto_epochs_create(arauto_team_world(), &epochs[i]) < 0) {
            return 1;
        }
    }
    if (arauto_rank() == 0) {
        arauto_epoch_lock(epochs[2], ARAUTO_LOCK_EXCLUSIVE, 4, 0, NULL);
    }
    if (arauto_rank() == 3) {
        arauto_board_post(board, 0, 7, 0);
        arauto_board_post(board, 0, 8, 0);
    }
    arauto_team_barrier(arauto_team_world());
    puts("ready");
    fflush(stdout);
    wait_for_ever(board, epochs);
    return 0;
}
"""
# By label: the image, and what it misses.
MISSING = {
    "tagged": (1, "has 1, needs 2 from image 4 with tag 7 (another has arrived)"),
    "access": (2, "for image 3 to post"),
    "exposure": (3, "for images 4, 7 to complete"),
    "lock": (4, "for the lock of image 5"),
    "fence": (5, "for images 1 to 4, 6 to 8"),
    "request": (6, "for image 1 to post"),
    "any": (7, "has 0, needs 1 from any image with any tag"),
    "behind": (8, "for image 1 to complete"),  # the exposure epoch holds up the access epoch
}
ACROSS_NODES = {"fence"}  # of which a rank knows only that some member has not come


def line_of(label: str) -> int:
    return next(n for n, line in enumerate(PROGRAM.splitlines(), 1) if f"/* {label} */" in line)


class Missing(WithStandstills):
    """Ranks report what they miss, by each way to ask."""

    def check(self, lines: list[str], unknown: set[str]) -> None:
        self.assertEqual(len(lines), RANKS, lines)
        for line, (label, (image, missing)) in zip(lines, MISSING.items(), strict=True):
            end = "" if label in unknown else f"; {missing}"
            self.assertTrue(line.startswith(f"image {image}: "), line)
            statement = f", missing.c:{line_of(label)} (in wait_for_ever)"
            self.assertTrue(line.endswith(statement + end), line)

    def test_ranks_say_what_they_miss(self) -> None:
        program = self.compile("missing.c", PROGRAM, "-g", command="cc")
        for node_ranks in (0, 4):
            unknown = ACROSS_NODES if node_ranks != 0 else set()
            with self.subTest(node_ranks=node_ranks):
                job = self.start_waiting(program, RANKS, node_ranks=node_ranks)
                self.check(self.where(job.pid).splitlines(), unknown)
                os.killpg(job.pid, signal.SIGINT)
                self.check(states_in(job.end().err.splitlines()), unknown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
