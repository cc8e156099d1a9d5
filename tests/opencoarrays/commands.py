# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`caf` and `cafrun`: their own options, and what they make of those of compilers and launchers.

commands.py BUILD
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from names import Case

PROGRAM = """\
program p
  use opencoarrays, only: team_number
  implicit none
  integer :: total
  character(80) :: a, b, c
  total = this_image()
  call co_sum(total)
  call get_environment_variable('A', a)
  call get_environment_variable('ARAUTO_ON_FAILURE', b)
  call get_command_argument(1, c)
  if (c == 'fail') error stop 7
  if (this_image() /= 1) stop
  print '(2(i0,1x),*(a,"|"))', total, team_number(), trim(a), trim(b), trim(c)
end program p
"""


class Caf(Case):
    def caf(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run_in(self.folder, "caf", *words, **variables)

    def out(self, *words: str, **variables: str) -> str:
        return self.good(self.folder, "caf", *words, **variables)

    def test_questions(self) -> None:
        for option in ("-h", "--help"):
            self.assertIn("usage: caf", self.out(option))
        compiler = self.good(self.folder, "gfortran", "--version").splitlines()[0]
        for option in ("-v", "-V", "--version"):
            first, second = self.out(option).splitlines()
            self.assertEqual(first, compiler)
            self.assertRegex(second, r"caf of Arauto \d")
        for option in ("-w", "--wraps", "--wrapping"):
            self.assertEqual(self.out(option), f"caf wraps {shutil.which('gfortran')}\n")
        self.assertEqual(self.out("-w", ARAUTO_FC="/no/such"), "caf wraps /no/such\n")
        nothing = self.caf()
        self.assertEqual((nothing.returncode, nothing.stdout), (2, ""))
        self.assertIn("usage: caf", nothing.stderr)

    def test_what_is_shown(self) -> None:
        self.skip_where_translated()
        link = ["-Wl,-rpath," + str(self.prefix / "lib")]
        for option in ("-s", "-show", "--show"):
            words = shlex.split(self.out(option, "-O2", "a.f90", "-o", "a"))
            words = [word for word in words if not word.startswith("-B")]  # of gfortran 15 and 16
            self.assertEqual(words[:6], ["gfortran", "-fcoarray=lib", "-O2", "a.f90", "-o", "a"])
            self.assertEqual(words[-1:], link)
            self.assertEqual(shlex.split(self.out(option))[-1:], link)
            self.assertNotIn(*link, shlex.split(self.out(option, "-c", "a.f90")))

    def test_it_compiles_and_links(self) -> None:
        (self.folder / "a.f90").write_text(PROGRAM)
        self.out("-c", "a.f90")
        self.out("a.o", "-o", "from_object")
        self.out("-cpp", "a.f90", "-o", "from_source")
        self.out("-S", "a.f90")
        self.assertTrue((self.folder / "a.s").exists())
        for program in ("from_object", "from_source"):
            ran = self.good(self.folder, "cafrun", "-np", "3", f"./{program}")
            self.assertEqual(ran, "6 -1 |||\n")

    def test_options_that_compilers_have_too(self) -> None:
        (self.folder / "a.f90").write_text("integer :: i\ni = 1.5\nend\n")
        self.assertIn("Warning", self.caf("-c", "-Wconversion", "a.f90").stderr)
        quiet = self.caf("-w", "-c", "-Wconversion", "a.f90")
        self.assertEqual(quiet.returncode, 0, quiet.stderr)
        self.assertNotIn("Warning", quiet.stderr)
        self.assertIn("COLLECT_GCC", self.caf("-v", "a.f90", "-o", "a").stderr)
        self.assertTrue((self.folder / "a").exists())

    def test_files_in_c_get_no_options_of_fortran(self) -> None:
        (self.folder / "a.c").write_text("int a;\n")
        for option in ("-c", "-E"):
            done = self.caf(option, "a.c")
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_status_is_the_compilers(self) -> None:
        (self.folder / "a.f90").write_text("nonsense\nend\n")
        self.assertEqual(self.caf("-c", "a.f90").returncode, 1)

    def test_it_does_not_call_itself(self) -> None:
        for name in ("caf", "nice caf", str(self.prefix / "caf")):
            done = self.caf("--version", ARAUTO_FC=name)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("ARAUTO_FC", done.stderr)

    def test_the_module_is_known_to_the_translator(self) -> None:
        (self.folder / "a.f90").write_text(PROGRAM)
        self.out("--translate", "a.f90", "-o", "a")
        self.assertEqual(self.good(self.folder, "cafrun", "-n", "2", "./a"), "3 -1 |||\n")


class Cafrun(Case):
    def cafrun(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run_in(self.folder, "cafrun", *words, **variables)

    def out(self, *words: str, **variables: str) -> str:
        return self.good(self.folder, "cafrun", *words, **variables)

    def shown(self, *words: str) -> list[str]:
        """The command as a shell reads it."""
        return shlex.split(self.out("--show", *words))

    def test_questions(self) -> None:
        arauto = f"{self.prefix}/bin/arauto"
        for option in ("-h", "--help"):
            self.assertIn("usage: cafrun", self.out(option))
        for option in ("-v", "-V", "--version"):
            self.assertRegex(self.out(option), r"^cafrun of Arauto \d")
        for option in ("-w", "--wraps", "--wrapping"):
            self.assertEqual(self.out(option), f"cafrun wraps {arauto} run\n")
        self.assertEqual(self.shown("-np", "4", "a", "-n"), [arauto, "run", "-n", "4", "a", "-n"])
        self.assertEqual(self.shown(), [arauto, "run", "-n", "N", "PROGRAM"])
        nothing = self.cafrun()
        self.assertEqual((nothing.returncode, nothing.stdout), (2, ""))

    def test_options_of_launchers(self) -> None:
        program = ["run", "-n", "2", "./a", "b"]
        for options in (
            "--oversubscribe --allow-run-as-root",
            "--bind-to core --map-by node -rf file --use-hwthread-cpus",
            "--mca btl self,vader -gmca a b --map-by=slot",
            "-ppn 1 -bind-to none -genvall -x HOME -v",
        ):
            shown = self.shown(*options.split(), "-np", "2", "./a", "b")
            self.assertEqual(shown[1:], program)
        shown = self.shown("-x", "A=1", "-genv", "B", "2 3", "--wdir", "/tmp", "-n", "2", "./a")
        self.assertEqual(shown[:5], ["env", "-C", "/tmp", "A=1", "B=2 3"])
        hosts = ["--host", "a,b", "--hostfile", "f", "--tag-output", "./a"]
        expected = ["run", "--hosts", "a,b", "--hostfile", "f", "--label", "./a"]
        self.assertEqual(self.shown(*hosts)[1:], expected)

    def test_a_job(self) -> None:
        (self.folder / "a.f90").write_text(PROGRAM)
        self.good(self.folder, "caf", "a.f90", "-o", "a")
        plain = self.out("-np", "3", "--oversubscribe", "--bind-to", "core", "./a", "x")
        self.assertEqual(plain, "6 -1 ||x|\n")
        below = self.folder / "below"
        below.mkdir()
        told = ["--reenable-auto-cleanup", "-n", "2", "-x", "A=b c", "-wdir", str(below), "../a"]
        self.assertEqual(self.out(*told), "3 -1 b c|end||\n")
        failed = self.cafrun("-n", "2", "./a", "fail")
        self.assertEqual(failed.returncode, 7, failed.stderr)

    def test_mistakes_get_a_sentence(self) -> None:
        for words, sentence, status in (
            (["-n"], "after -n a value is missing", 2),
            (["-n", "none", "./a"], "the number of images is 'none'", 2),
            (["-n", "1", "./a", ":", "-n", "2", "./b"], "several programs", 2),
            (["-wdir", "/no/such", "./a"], "the folder '/no/such'", 2),
            (["-n", "2"], "which program?", 2),
            (["-"], "which program?", 2),
            (["-n", "2", "./none"], "there is no program './none'", 127),
        ):
            done = self.cafrun(*words)
            self.assertEqual((done.returncode, done.stdout), (status, ""), words)
            self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    Case.prefix = Path(sys.argv.pop(1)).resolve()
    unittest.main()
