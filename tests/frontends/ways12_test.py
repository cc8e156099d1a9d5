# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which way `arauto fc` takes with gfortran 12 to 14, and what it says of it:
python3 ways12_test.py ARAUTO COMPILER FOLDER, where FOLDER is for what is built."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path

PLAIN = """integer :: x(4)[*], y
x = this_image()
sync all
y = x(2)[num_images()]
if (y /= num_images()) error stop 'wrong'
end
"""
WRONG = """type :: box
  integer :: low = 0
  real, allocatable :: value(:)
end type
type(box) :: b[*]
allocate (b%value(-3:3))
sync all
if (lbound(b[num_images()]%value, 1) /= -3) error stop 'wrong'
sync all
end
"""
FAULT = "p.f90:8: the bounds of 'b[num_images()]%value' are taken for 1 and its extent"
BROKEN = WRONG.replace("sync all\nend", "call missing(b%no_component)\nsync all\nend")


class Ways(unittest.TestCase):
    arauto: str
    compiler: str
    folder: Path

    def fc(self, text: str, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "p.f90").write_text(text)
        command = [self.arauto, "fc", "--compiler", self.compiler, *words, "p.f90"]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def run_program(self, images: int) -> subprocess.CompletedProcess[str]:
        command = [self.arauto, "run", "-n", str(images), str(self.folder / "p")]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    def calls_of_compiler(self) -> bool:
        return b"_gfortran_caf_init" in (self.folder / "p").read_bytes()

    def test_what_the_compiler_gets_right_is_left_to_it(self) -> None:
        built = self.fc(PLAIN, "-o", "p")
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        self.assertTrue(self.calls_of_compiler())
        self.assertEqual(self.run_program(2).returncode, 0)

    def test_what_it_gets_wrong_is_translated(self) -> None:
        for words in ([], ["-w"]):
            built = self.fc(WRONG, *words, "-o", "p")
            self.assertEqual(built.returncode, 0, built.stderr)
            self.assertIn(f"({FAULT})", built.stderr)
            self.assertEqual(built.stderr.count("\n"), 1, built.stderr)
            self.assertFalse(self.calls_of_compiler())
            for images in (1, 2, 3):
                self.assertEqual(self.run_program(images).returncode, 0)

    def test_native_leaves_it_to_the_compiler_with_a_warning(self) -> None:
        built = self.fc(WRONG, "--native", "-o", "p")
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertIn("p.f90:8: warning: wrong data by gfortran 12 to 14: the bounds", built.stderr)
        self.assertNotIn("translated instead", built.stderr)
        self.assertTrue(self.calls_of_compiler())

    def test_a_file_of_many_is_only_warned_of(self) -> None:
        built = self.fc(WRONG, "-c", "-o", "p.o")
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertIn("p.f90:8: warning: wrong data", built.stderr)
        self.assertNotIn("translated instead", built.stderr)

    def test_what_cannot_be_translated_is_left_to_the_compiler(self) -> None:
        built = self.fc(BROKEN, "-o", "p")
        self.assertNotEqual(built.returncode, 0)
        self.assertNotIn("translated instead", built.stderr)
        self.assertIn("p.f90:8: warning: wrong data", built.stderr)
        self.assertEqual(built.stderr.count("Error: "), 1, built.stderr)


if __name__ == "__main__":
    Ways.arauto, Ways.compiler, folder = sys.argv[1:]
    Ways.folder = Path(folder).resolve()
    Ways.folder.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
