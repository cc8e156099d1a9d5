# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The node with the least room for heaps, wherever it is, limits those of all."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "multi"))

from jobs import PROGRAM, JobTest, main  # noqa: E402
from pmi_server import LaunchedJob  # noqa: E402

LEAST = 96 << 20  # of the half of a heap that a setting tells of
IS_SMALL = f'test $PMI_RANK -eq $1 && export ARAUTO_HEAP_SIZE={LEAST}; shift; exec "$@"'


class Heaps(JobTest):
    """Jobs in which each process is a node of its own."""

    def stride(self, ranks: int, small: int) -> int:
        """What rank 0 tells of the job, in which one rank has less room than the others."""
        command = ["sh", "-c", IS_SMALL, "sh", str(small), PROGRAM, "hello"]
        job = LaunchedJob(self, ranks, command, ARAUTO_HEAP_SIZE=str(2 * LEAST))
        statuses, said = job.end()
        self.assertEqual((set(statuses), said), ({0}, ""))
        return int.from_bytes(bytes.fromhex(job.texts["arauto-0-root"][:16]), sys.byteorder)

    def test_the_smallest_is_everybodys(self) -> None:
        for small in (0, 2):
            self.assertEqual(self.stride(3, small), 2 * LEAST)

    def test_it_is_heard_of_in_the_second_round(self) -> None:
        self.assertEqual(self.stride(34, 33), 2 * LEAST)

    def test_all_have_what_all_can_have(self) -> None:
        self.assertEqual(self.stride(2, 2), 4 * LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
