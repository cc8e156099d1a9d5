# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted commits that commits.py must find, and subjects in which it must find nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import commits


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Commits(unittest.TestCase):
    def test_subjects(self) -> None:
        for subject in ("sync: hand a lock off", "mpi, epoch: wait once", "build-deb: say why"):
            self.assertEqual(commits.fault_of(subject), "", subject)
        self.assertIn("61 characters", commits.fault_of("sync: " + "x" * 55))
        self.assertIn("a room and a colon", commits.fault_of("Hand a lock off"))

    def test_later_commits_alone_are_checked(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            git = ("git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@example.org")
            try:
                run(*git, "init", "-q")
            except OSError:
                self.skipTest("there is no git here")
            for day, subject in enumerate(("an old one", "a new one", "sync: a good one"), 1):
                date = f"--date=2030-01-0{day}T12:00:00+00:00"
                run(*git, "commit", "-q", "--allow-empty", "-m", subject, date)
            checker = str(Path(commits.__file__))
            done = run(sys.executable, checker, folder, "2030-01-01T13:00:00+00:00")
            self.assertEqual(done.returncode, 1)
            self.assertIn("1 faults in 2 commits", done.stdout)
            done = run(sys.executable, checker, folder, "2030-01-02T13:00:00+00:00")
            self.assertEqual(done.returncode, 0)

    def test_without_the_history_it_is_skipped(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(sys.executable, str(Path(commits.__file__)), folder)
        self.assertEqual((done.returncode, done.stdout[:8]), (77, "skipped:"))


if __name__ == "__main__":
    unittest.main()
