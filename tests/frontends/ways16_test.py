# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which way `arauto fc` takes with gfortran 16, and what it says of it:
python3 ways16_test.py ARAUTO COMPILER FOLDER, where FOLDER is for what is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

MODULE = """module m
integer :: x(4)[*]
contains
subroutine set(n)
integer, intent(in) :: n
x(n) = x(n)[n] + 1
end subroutine
end module
"""
PLAIN = "integer :: x(4)[*], y\nx = this_image()\nsync all\ny = x(2)[num_images()]\n"
CHECK = "if (y /= num_images()) error stop 'wrong'\nend\n"
CONSTRUCTOR = PLAIN.replace("y = x(2)", "y = sum(x([1, 3])[num_images()]) - x(2)")
NESTED = PLAIN.replace("y = x(2)", "x(1) = 4\nsync all\ny = x(x(1)[1])")
LAYOUT = """type :: box
integer, pointer :: many(:) => null()
integer :: k
end type
type(box), save :: b[*]
integer :: y
allocate (b%many(3))
b%k = this_image()
sync all
y = b[num_images()]%k
"""
THREADS = """integer :: x(4)[*], y, i
x = this_image()
sync all
y = 0
!$omp parallel do reduction(+: y)
do i = 1, 4
  y = y + x(i)[num_images()]
end do
y = y / 4
"""
TEAM_STAT = """call sub
contains
subroutine sub
use, intrinsic :: iso_fortran_env, only: team_type
type(team_type) :: t
integer :: s, y
s = 5
form team (1, t, stat=s)
y = num_images()
if (s /= 0) y = -1
"""
END_SUB = "end subroutine\n"
ATTACHING = """use, intrinsic :: iso_fortran_env, only: event_type
use arauto, only: event_attach
type(event_type), allocatable :: e(:)[:]
integer, allocatable :: x(:)[:]
integer :: y
allocate (e(1)[*], x(4)[*])
call event_attach(e(1), x(1:2))
x = this_image()
sync all
y = x(3)[num_images()]
"""
FOLLOWED = """type :: inner
integer :: k
end type
type :: box
class(inner), allocatable :: c
end type
type(box), save :: b[*]
integer :: y
allocate (b%c)
b%c%k = this_image()
sync all
y = b[num_images()]%c%k
sync all
"""
MESSAGE = (
    PLAIN
    + """block
character(len=40) :: text
integer :: s
call co_max(y, stat=s, errmsg=text)
end block
"""
)


class Ways(unittest.TestCase):
    arauto: str
    compiler: str
    folder: Path

    def fc(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [self.arauto, "fc", "--compiler", self.compiler, *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def build(self, text: str, *words: str) -> str:
        """Compiles and runs. Returns what the command said."""
        check = CHECK.replace("end\n", END_SUB + "end\n") if "\ncontains\n" in text else CHECK
        (self.folder / "p.f90").write_text(text + check)
        built = self.fc(*words, "p.f90", "-o", "p")
        self.assertEqual((built.returncode, built.stdout), (0, ""), built.stderr)
        ran = subprocess.run(
            [self.arauto, "run", "-n", "2", str(self.folder / "p")],
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        self.assertEqual((ran.returncode, ran.stdout), (0, ""), ran.stderr)
        return built.stderr

    def calls_of_compiler(self) -> bool:
        return b"_gfortran_caf_get_from_remote" in (self.folder / "p").read_bytes()

    def test_what_the_compiler_can_is_left_to_it(self) -> None:
        self.assertEqual(self.build(PLAIN), "")
        self.assertTrue(self.calls_of_compiler())

    def test_what_it_cannot_compile_is_translated(self) -> None:
        said = self.build(CONSTRUCTOR)
        self.assertRegex(said, r"cannot compile these coarrays by itself \(.*internal compiler")
        self.assertIn("they are translated instead", said)
        self.assertFalse(self.calls_of_compiler())

    def test_what_it_gets_wrong_is_translated(self) -> None:
        for text, reason, words in (
            (NESTED, "p.f90:6: the value of this image is taken for 'x(1)[1]'", []),
            (LAYOUT, "p.f90:10: what lies behind 'many', a pointer to an array", []),
            (THREADS, "p.f90:7: threads of OpenMP share the subscripts", ["-fopenmp"]),
            (TEAM_STAT, "p.f90:8: the status that 's' gets by stat= is not seen", []),
            (FOLLOWED, "p.f90:12: following the polymorphic component is left out", []),
            (ATTACHING, "p.f90 attaches events to memory", []),
        ):
            said = self.build(text, *words)
            self.assertIn(f"({reason}", said)
            self.assertIn("they are translated instead", said)
            self.assertFalse(self.calls_of_compiler(), reason)

    def test_a_lost_message_is_no_reason(self) -> None:
        said = self.build(MESSAGE)
        self.assertIn("p.f90:8: warning: a lost message by gfortran 15 and 16", said)
        self.assertNotIn("translated instead", said)
        self.assertTrue(self.calls_of_compiler())

    def test_the_compiler_may_be_named_by_a_relative_path(self) -> None:
        where = shutil.which(self.compiler)
        assert where is not None
        compiler = os.path.relpath(where, self.folder)
        (self.folder / "p.f90").write_text(PLAIN + CHECK)
        built = subprocess.run(
            [self.arauto, "fc", "--translate", "--compiler", compiler, "p.f90", "-o", "p"],
            cwd=self.folder,
            env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((built.returncode, built.stdout, built.stderr), (0, "", ""))

    def test_warnings_turned_off_change_no_way(self) -> None:
        self.assertIn("they are translated instead", self.build(NESTED, "-w"))

    def test_native_never_translates(self) -> None:
        (self.folder / "p.f90").write_text(CONSTRUCTOR + CHECK)
        failed = self.fc("--native", "p.f90", "-o", "p")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("this was an internal error of", failed.stderr)
        (self.folder / "p.f90").write_text(NESTED + CHECK)
        warned = self.fc("--native", "p.f90", "-o", "p")
        self.assertEqual(warned.returncode, 0, warned.stderr)
        self.assertRegex(warned.stderr, "p.f90:6: warning: wrong data .* assign it to a variable")

    def test_a_file_of_many_is_not_translated_alone(self) -> None:
        (self.folder / "p.f90").write_text(CONSTRUCTOR + CHECK)
        failed = self.fc("-c", "p.f90")
        self.assertEqual(failed.returncode, 1)
        self.assertRegex(failed.stderr, "'arauto fc --translate'.* give it for all files")
        (self.folder / "m.f90").write_text(MODULE)
        (self.folder / "q.f90").write_text("use m\ncall set(this_image())\nsync all\nend\n")
        for words in (("-c", "m.f90"), ("-c", "q.f90"), ("m.o", "q.o", "-o", "p")):
            built = self.fc(*words)
            self.assertEqual((built.returncode, built.stderr), (0, ""))

    def test_objects_of_both_ways_are_told_apart(self) -> None:
        (self.folder / "m.f90").write_text(MODULE)
        (self.folder / "q.f90").write_text("use m\ncall set(this_image())\nsync all\nend\n")
        for way, words in (("native", []), ("translated", ["--translate"])):
            (self.folder / way).mkdir(exist_ok=True)
            for name in ("m", "q"):
                inputs = ("-J", way, "-c", f"{name}.f90", "-o", f"{way}/{name}.o")
                built = self.fc(*words, *inputs)
                self.assertEqual((built.returncode, built.stderr), (0, ""))
        mixed = ("native/m.o", "translated/q.o", "-o", "mixed")
        failed = self.fc(*mixed)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("translated/q.o has translated coarrays", failed.stderr)
        failed = self.fc("--translate", *mixed)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("native/m.o has coarrays as gfortran compiles them", failed.stderr)
        subprocess.run(["ar", "rc", "libm.a", "native/m.o"], cwd=self.folder, check=True)
        failed = self.fc("--translate", "translated/q.o", "libm.a", "-o", "mixed")
        self.assertIn("libm.a has coarrays as gfortran compiles them", failed.stderr)
        self.assertFalse((self.folder / "mixed").exists())
        for words in (
            ["native/m.o", "native/q.o"],
            ["--translate", "translated/m.o", "translated/q.o"],
        ):
            built = self.fc(*words, "-o", "whole")
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            ran = subprocess.run(
                [self.arauto, "run", "-n", "2", "./whole"], cwd=self.folder, check=False
            )
            self.assertEqual(ran.returncode, 0)

    def test_faults_of_the_program_are_told_as_the_compiler_tells_them(self) -> None:
        (self.folder / "p.f90").write_text(PLAIN + "y = 'text' + 1\n" + CHECK)
        failed = self.fc("p.f90", "-o", "p")
        self.assertEqual(failed.returncode, 1)
        self.assertNotIn("translated", failed.stderr)
        self.assertEqual(failed.stderr.count("y = 'text' + 1"), 1, failed.stderr)
        self.assertIn("p.f90:5:4:", failed.stderr)


if __name__ == "__main__":
    Ways.arauto, Ways.compiler, folder = sys.argv[1:]
    Ways.folder = Path(folder).resolve()
    Ways.folder.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
