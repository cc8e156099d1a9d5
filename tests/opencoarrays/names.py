# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of OpenCoarrays' names: a folder for files, and commands that find
`caf` and `cafrun` by PATH."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

NAMES = Path("lib", "arauto", "opencoarrays")  # below the build folder, and where it is installed


class Case(unittest.TestCase):
    prefix: Path

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def run_in(
        self, folder: Path, *words: object, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command; PATH begins with the names, unless it is among the variables."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
        path = f"{self.prefix / NAMES / 'bin'}:{self.prefix / 'bin'}:{os.environ['PATH']}"
        environment = {**clean, "PATH": path, **variables}
        return subprocess.run(
            [str(word) for word in words],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def good(self, folder: Path, *words: object, **variables: str) -> str:
        done = self.run_in(folder, *words, **variables)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def skip_where_translated(self) -> None:
        (self.folder / "empty.f90").write_text("end\n")
        if "-lcaf_arauto" not in self.good(self.folder, "caf", "--show", "empty.f90"):
            self.skipTest("the coarrays of this gfortran are translated")
