# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc --native` with flang: which way a program takes, and what the command says of it.

native.py ARAUTO FLANG
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ARAUTO, FLANG = sys.argv[1:3]

LOWERED = (
    "program p\ninteger :: i\ni = 1\ncall co_sum(i)\nprint '(a,i0)', 'sum ', i\nend program p\n"
)
COINDEXED = (
    "program p\ninteger, save :: x[*]\nx = this_image()\nsync all\n"
    "print '(a,i0)', 'last ', x[num_images()]\nend program p\n"
)
WRONG = "program p\ninteger ::\nend program p\n"


class Native(unittest.TestCase):
    """Each test compiles one program in a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, text: str, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "p.f90").write_text(text)
        return subprocess.run(
            [ARAUTO, "fc", "--compiler", FLANG, "--native", *words, "p.f90", "-o", "p"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def output(self, images: int) -> list[str]:
        ended = subprocess.run(
            [ARAUTO, "run", "-n", str(images), "./p"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=240,
            check=True,
        )
        return ended.stdout.split("\n")[:-1]

    def test_what_flang_lowers_calls_prif(self) -> None:
        done = self.compile(LOWERED)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("compiles the coarrays by itself", done.stderr)
        self.assertNotIn("experimental", done.stderr)
        self.assertEqual(self.output(3), ["sum 3"] * 3)
        needed = subprocess.run(
            ["ldd", str(self.folder / "p")], capture_output=True, text=True, check=True
        )
        self.assertIn("libprif_arauto_flang.so", needed.stdout)

    def test_what_flang_cannot_lower_is_translated(self) -> None:
        done = self.compile(COINDEXED)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("cannot lower these coarrays (not yet implemented", done.stderr)
        self.assertIn("translated instead", done.stderr)
        self.assertEqual(self.output(2), ["last 2"] * 2)

    def test_a_part_of_a_program_is_not_translated(self) -> None:
        done = self.compile(COINDEXED, "-c")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("compile all files of the program without --native", done.stderr)

    def test_a_fault_of_the_program_is_told_as_ever(self) -> None:
        done = self.compile(WRONG)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("p.f90:2", done.stderr)
        self.assertNotIn("arauto: fc:", done.stderr)

    def test_show_prints_the_command(self) -> None:
        done = self.compile(LOWERED, "--show")
        words = shlex.split(done.stdout)
        self.assertEqual(words[:2], [FLANG, "-fcoarray"])
        self.assertIn("-lprif_arauto_flang", words)
        self.assertFalse((self.folder / "p").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
