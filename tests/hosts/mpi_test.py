# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Windows of MPI programs over several hosts, on each MPI that is here."""

from __future__ import annotations

import sys

from cases import PROGRAMS, HostsTest, main, some
from hosts import Hosts


class Windows(HostsTest):
    """Programs of tests/mpi, their ranks on several hosts: every window is ours."""

    def all_well(self, launcher: str, count: int, ranks: int, *words: str) -> None:
        program = PROGRAMS / f"mpi_{words[0]}_{launcher}_linked"
        if not program.exists():
            self.skipTest(f"there is no {program.name} here")
        with Hosts(count) as hosts:
            # A host of a busy machine may well be silent for some seconds.
            env = {"ARAUTO_LOG": "info", "ARAUTO_HEARTBEAT": "60000"}
            done = self.across(launcher, hosts, ranks, [str(program), *words[1:]], env)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("all well", done.stdout, done)
            self.assertNotIn("over several nodes are the MPI", done.stdout + done.stderr, done)

    def test_every_window_and_epoch(self) -> None:
        for launcher in some(("openmpi", "mpich"), self.id()):
            with self.subTest(launcher):
                self.all_well(launcher, 2, 1, "basics")

    def test_two_ranks_on_each_host(self) -> None:
        self.all_well("openmpi", 2, 2, "basics")

    def test_accumulates(self) -> None:
        for launcher in some(("openmpi", "mpich"), self.id()):
            with self.subTest(launcher):
                self.all_well(launcher, 2, 1, "accumulates")
                self.all_well(launcher, 2, 1, "accumulates", "create")

    def test_locks(self) -> None:
        self.all_well("openmpi", 2, 2, "locks")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
