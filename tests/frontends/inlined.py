# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc -flto`: when it makes accesses of single elements a part of the program, and that the
compiler then has them inlined.

inlined.py BUILD GFORTRAN [native], where gfortran 15 and later access elements by accessors
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, GFORTRAN = Path(sys.argv[1]), sys.argv[2]
ARAUTO = BUILD / "bin" / "arauto"
IS_NATIVE = sys.argv[3:] == ["native"]
CALL = "_gfortran_caf_get_from_remote" if IS_NATIVE else "_gfortran_caf_get"
# The function that the added part of the program calls where it must.
OWN = "arauto_gfortran_get_from_remote" if IS_NATIVE else "arauto_gfortran_get"
FILE = "element_accessors" if IS_NATIVE else "element_calls"
LOOP = """\
subroutine add(image, s)
  integer, intent(in) :: image
  real, intent(out) :: s
  real, save :: a(10)[*]
  integer :: i
  a = this_image()
  sync all
  s = 0
  do i = 1, 10
    s = s + a(i)[image]
  end do
end subroutine
program p
  real :: s
  call add(num_images(), s)
  if (s /= 10*num_images()) error stop 'inlined: a sum is wrong'
  print '(a)', 'right'
end program
"""


class Inlined(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "p.f90").write_text(LOOP)
        (self.folder / "tmp").mkdir()

    def fc(self, *words: str, compiler: str = GFORTRAN) -> subprocess.CompletedProcess[str]:
        line = [str(ARAUTO), "fc", *["--native"] * IS_NATIVE, "--compiler", compiler, *words]
        return self.run_here(line)

    def run_here(self, line: list[str]) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"TMPDIR": str(self.folder / "tmp")}
        return subprocess.run(
            line, check=False, capture_output=True, text=True, cwd=self.folder, env=environment
        )

    def assert_right(self, *, inlined: bool) -> None:
        """The program's result; whether it calls the library for each element."""
        done = self.run_here([str(ARAUTO), "run", "-n", "2", "./p"])
        self.assertEqual((done.stdout, done.returncode), ("right\n" * 2, 0), done.stderr)
        names = self.run_here(["nm", "./p"]).stdout
        self.assertEqual(OWN in names, inlined, names)
        self.assertEqual(f"U {CALL}" in names, not inlined, names)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [], "a temporary file is left")

    def test_an_element_is_read_without_a_call(self) -> None:
        done = self.fc("-O3", "-flto", "p.f90", "-o", "p")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_right(inlined=True)
        code = self.run_here(["objdump", "-d", "--no-show-raw-insn", "./p"]).stdout
        if "x86" in code:  # the loop may be in `add` or where that has been inlined
            self.assertNotRegex(code, rf"call\s.*<{CALL}")

    def test_the_processor_may_be_named(self) -> None:
        done = self.fc("-O2", "-march=native", "-flto=auto", "p.f90", "-o", "p")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_right(inlined=True)
        code = self.run_here(["objdump", "-d", "--no-show-raw-insn", "./p"]).stdout
        self.assertNotRegex(code, rf"call\s.*<{CALL}")

    def test_objects_are_compiled_apart(self) -> None:
        self.assertEqual(self.fc("-O3", "-flto", "-c", "p.f90").returncode, 0)
        self.assertEqual(self.fc("-flto", "p.o", "-o", "p").returncode, 0)
        self.assert_right(inlined=True)

    def test_without_lto_the_program_calls(self) -> None:
        for words in (["-O3"], ["-O3", "-flto", "-fno-lto"], ["-O0", "-flto"]):
            self.assertEqual(self.fc(*words, "p.f90", "-o", "p").returncode, 0)
            self.assert_right(inlined=False)

    def test_a_compiler_without_c_makes_a_program_that_calls(self) -> None:
        wrapper = self.folder / "only_fortran"
        wrapper.write_text(
            f'#!/bin/sh\ncase "$*" in *.c\\ *) exit 1;; esac\nexec {GFORTRAN} "$@"\n'
        )
        wrapper.chmod(0o755)
        done = self.fc("-O3", "-flto", "p.f90", "-o", "p", compiler=str(wrapper))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "compiles no C, .*they stay calls")
        self.assert_right(inlined=False)

    def test_the_commands_are_shown(self) -> None:
        lines = self.fc("-O3", "-flto", "--show", "p.f90", "-o", "p").stdout.splitlines()
        self.assertEqual(len(lines), 2)
        self.assertTrue(re.search(rf"-O3 -flto -c \S+/{FILE}\.c", lines[0]), lines[0])
        # An unpacked gfortran finds its assembler only where this command names it.
        for line in lines[:1] if IS_NATIVE else lines:
            self.assertEqual(self.run_here(["sh", "-c", line]).returncode, 0, line)
        if not IS_NATIVE:
            self.assert_right(inlined=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
