# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The node with the least room for heaps, wherever it is, limits those of all; a job that can have
none ends when all are there."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "multi"))

from jobs import PROGRAM, JobTest, main
from pmi_server import LaunchedJob

LEAST = 96 << 20  # of the half of a heap that a setting names
GUARD = 2 << 20  # behind each heap
IS_SMALL = f'test $PMI_RANK -eq $1 && export ARAUTO_HEAP_SIZE={LEAST}; shift; exec "$@"'
FIRST_HAS_NONE = (
    'if test $PMI_RANK -eq 0; then export ARAUTO_HEAP_SIZE=big; else sleep 0.3; fi; exec "$@"'
)


class Heaps(JobTest):
    """Jobs in which each process is a node of its own."""

    def stride(self, ranks: int, small: int) -> int:
        """The stride that rank 0 publishes; rank `small`, if the job has it, has less room."""
        command = ["sh", "-c", IS_SMALL, "sh", str(small), PROGRAM, "hello"]
        job = LaunchedJob(self, ranks, command, ARAUTO_HEAP_SIZE=str(2 * LEAST))
        statuses, said = job.end()
        self.assertEqual((set(statuses), said), ({0}, ""))
        return int.from_bytes(bytes.fromhex(job.values["arauto-0-root"][:16]), sys.byteorder)

    def test_the_smallest_is_everybodys(self) -> None:
        for small in (0, 2):
            self.assertEqual(self.stride(3, small), 2 * LEAST + GUARD)

    def test_it_is_heard_of_in_the_second_round(self) -> None:
        self.assertEqual(self.stride(34, 33), 2 * LEAST + GUARD)

    def test_all_have_what_all_can_have(self) -> None:
        self.assertEqual(self.stride(2, 2), 4 * LEAST + GUARD)

    def test_sentences_use_the_programs_word(self) -> None:
        """A Fortran program reads of images, which count from 1."""

        def change(rank: int, key: str, text: str) -> str:
            return text[:10] if (rank, key) == (1, "arauto-0-id") else text

        cases = (({}, ("rank 1", "rank 0")), ({"ARAUTO_TEST_IMAGES": "1"}, ("image 2", "image 1")))
        for variables, (own, other) in cases:
            job = LaunchedJob(self, 2, [PROGRAM, "hello"], change, **variables)
            _, said = job.end()
            self.assertIn(f"{own}: 'id' of {other} has not the size expected", said)

    def test_a_launcher_has_started_all_when_it_is_to_end_the_job(self) -> None:
        for on_node in (1, 3):

            def change(_rank: int, key: str, text: str, on_node: int = on_node) -> str:
                mapping = f"(vector,(0,{3 // on_node},{on_node}))"
                return mapping if key == "PMI_process_mapping" else text

            command = ["sh", "-c", FIRST_HAS_NONE, "sh", PROGRAM, "hello"]
            job = LaunchedJob(self, 3, command, change)
            statuses, said = job.end()
            self.assertNotIn(0, statuses)
            self.assertEqual((job.abort_status, job.barriers), (1, 1))
            self.assertEqual(said.count("arauto: "), 1, said)
            self.assertIn("ARAUTO_HEAP_SIZE is 'big'", said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
