# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Processes that disagree about the library: none hangs, windows work, and those that are left to
the MPI are reported with the right reason.

    disagree_test.py PROGRAM LIBRARY LAUNCHER...
"""

from __future__ import annotations

import os
import subprocess
import sys
import unittest

PROGRAM, LIBRARY, *LAUNCHER = sys.argv[1:]
PRELOAD = f"LD_PRELOAD={LIBRARY}"
INFO = "ARAUTO_LOG=info"
LIMIT_S = 240


def run(*parts: list[str]) -> tuple[int, str]:
    """Start a job of several parts, each a number of processes and words for `env`."""
    command = [*LAUNCHER]
    for number, (count, *words) in enumerate(parts):
        command += [":"] if number > 0 else []
        command += ["-n", count, "env", *words]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARAUTO_")}
    clean |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    job = subprocess.run(
        command, capture_output=True, text=True, timeout=LIMIT_S, check=False, env=clean
    )
    return job.returncode, job.stdout + job.stderr


# Some MPIs cannot do by themselves what is asked for here, whatever the library does.
MODE = [] if run(["2", PROGRAM])[0] == 0 else ["unchecked"]
CAN_SPAWN = run(["1", PROGRAM, *MODE, "spawn", PROGRAM, *MODE])[0] == 0
if MODE:
    print("windows of this MPI alone do not work here: nothing is put into them")


class Disagreement(unittest.TestCase):
    """Each job ends well, which it cannot if a process waits for one that does not answer."""

    def ran(self, *parts: list[str]) -> str:
        status, said = run(*parts)
        self.assertEqual(status, 0, said)
        self.assertIn("all well", said)
        self.assertNotIn("spans nodes", said)
        return said

    def test_some_processes_lack_the_library(self) -> None:
        said = self.ran(
            ["2", PRELOAD, INFO, "ARAUTO_COUNTERS=on", PROGRAM, *MODE], ["2", PROGRAM, *MODE]
        )
        self.assertEqual(said.count("2 of the 4 processes of MPI_COMM_WORLD"), 1, said)
        self.assertEqual(said.count("2 of its 4 processes have not loaded libarauto_mpi"), 4, said)
        self.assertIn("win_create", said)  # those of the half that has it

    def test_the_first_lacks_it(self) -> None:
        said = self.ran(["1", PROGRAM, *MODE], ["2", PRELOAD, "ARAUTO_COUNTERS=on", PROGRAM, *MODE])
        self.assertIn("the first of them rank 0", said)
        self.assertIn("win_create", said)

    def test_one_has_it_switched_off(self) -> None:
        said = self.ran(
            ["2", PRELOAD, INFO, PROGRAM, *MODE], ["1", PRELOAD, "ARAUTO_MPI=off", PROGRAM, *MODE]
        )
        self.assertEqual(said.count("1 of the 3 processes of MPI_COMM_WORLD"), 1, said)

    def test_all_have_it(self) -> None:
        said = self.ran(["2", PRELOAD, INFO, PROGRAM, *MODE], ["1", PRELOAD, INFO, PROGRAM, *MODE])
        self.assertNotIn("the MPI's own", said)

    @unittest.skipUnless(CAN_SPAWN, "this MPI cannot spawn here, with or without the library")
    def test_children_lack_it(self) -> None:
        said = self.ran(["1", PRELOAD, INFO, PROGRAM, *MODE, "spawn", PROGRAM, *MODE])
        self.assertEqual(said.count("2 of its 3 processes have another MPI_COMM_WORLD"), 2, said)

    @unittest.skipUnless(CAN_SPAWN, "this MPI cannot spawn here, with or without the library")
    def test_children_have_it(self) -> None:
        said = self.ran(
            ["1", PRELOAD, INFO, PROGRAM, *MODE, "spawn", "env", PRELOAD, PROGRAM, *MODE]
        )
        self.assertEqual(said.count("2 of its 3 processes have another MPI_COMM_WORLD"), 2, said)

    def test_over_machines_that_cannot_be_seen_the_job_ends(self) -> None:
        here = ["OMPI_COMM_WORLD_LOCAL_SIZE=1", "MPI_LOCALNRANKS=1"]  # as if each were alone there
        status, said = run(["1", *here, PRELOAD, PROGRAM], ["1", *here, PROGRAM])
        self.assertNotEqual(status, 0, said)
        self.assertIn("mpirun -x LD_PRELOAD", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
