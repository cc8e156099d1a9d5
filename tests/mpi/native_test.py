# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which windows are left to the MPI: the counters and the reasons, also with processes that pretend
to be on different nodes.

    native_test.py PROGRAM LIBRARY LAUNCHER...
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM, LIBRARY, *LAUNCHER = sys.argv[1:]


def run(processes: int, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the program on so many processes, under `env` with these words."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
    command = [*LAUNCHER, "-n", str(processes), "env", *words]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**clean, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
    )


# On some systems windows of an MPI alone move nothing: then only the serving library is checked.
MODE = [] if run(2, [PROGRAM]).returncode == 0 else ["unchecked"]


class Windows(unittest.TestCase):
    """A window that is not ours is said to be so, counted, and works."""

    def ran(self, processes: int, **settings: str) -> str:
        """Return what it printed, which has been all well."""
        words = [f"{name}={value}" for name, value in settings.items()]
        result = run(processes, [*words, f"LD_PRELOAD={LIBRARY}", PROGRAM, *MODE])
        said = result.stdout + result.stderr
        self.assertEqual(result.returncode, 0, said)
        self.assertIn("all well", result.stdout, said)
        return said

    def counted(self, processes: int, **settings: str) -> tuple[dict[str, list[int]], str]:
        """Return the calls of each counter, and what it printed."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "counts.json"
            said = self.ran(processes, ARAUTO_COUNTERS=str(file), **settings)
            found = json.loads(file.read_text())
        return {name: count["calls"] for name, count in found["counters"].items()}, said

    def test_on_one_node_all_are_ours(self) -> None:
        calls, said = self.counted(4, ARAUTO_LOG="info")
        self.assertEqual(calls["win_create"], [3] * 4)
        self.assertEqual(calls["native_nodes"] + calls["native_call"], [0] * 8)
        self.assertNotIn("the MPI's own", said)

    def test_across_nodes_they_are_too(self) -> None:
        said = self.ran(4, ARAUTO_LOG="info", ARAUTO_MPI_NODE="2")
        self.assertNotIn("the MPI's own", said)

    def test_without_network_they_are_not(self) -> None:
        said = self.ran(4, ARAUTO_LOG="info", ARAUTO_MPI_NODE="2", ARAUTO_PROVIDER="nobody")
        self.assertEqual(said.count("windows are left to the MPI"), 4, said)

    def test_a_setting_leaves_all_to_the_mpi(self) -> None:
        calls, said = self.counted(2, ARAUTO_LOG="info", ARAUTO_MPI_WINDOWS="native")
        self.assertEqual(calls["win_create"], [0, 0])
        self.assertEqual(calls["native_setting"], [3, 3])
        self.assertEqual(said.count("since ARAUTO_MPI_WINDOWS is native"), 3, said)

    def test_off_is_off(self) -> None:
        said = self.ran(2, ARAUTO_LOG="info", ARAUTO_MPI="off", ARAUTO_COUNTERS="on")
        self.assertEqual(said.count("all windows are the MPI's own, since ARAUTO_MPI is off"), 1)
        self.assertNotIn("ranks did", said)

    def test_a_typing_error_is_told_once(self) -> None:
        said = self.ran(4, ARAUTO_MPI_WINDOW="native")
        self.assertEqual(said.count("did you mean ARAUTO_MPI_WINDOWS?"), 1, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
