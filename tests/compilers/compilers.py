# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `arauto fc` and the folders of libraries with gfortran 12, 15 and 16: the library for each,
GCC 16's option for a library of its own, and what is refused.

compilers.py BUILD GFORTRAN15 GFORTRAN16      each may be empty
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = """\
program p
  implicit none
  integer :: x[*], last
  x = this_image()
  sync all
  last = x[num_images()]
  if (this_image() == 1) print '(*(i0,1x))', num_images(), last
end program p
"""


class Case(unittest.TestCase):
    build: Path
    fifteen: str
    sixteen: str

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "p.f90").write_text(PROGRAM)
        self.arauto = str(self.build / "bin" / "arauto")

    def run_here(self, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_IMAGES")}
        return subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env={**clean, **variables},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def good(self, *words: object, **variables: str) -> str:
        done = self.run_here(*words, **variables)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def needs(self, *compilers: str) -> None:
        if not all(compilers):
            self.skipTest("it needs a gfortran-15 and a gfortran-16 (scripts/compilers.sh)")

    def libraries(self, version: int) -> Path:
        return self.build / "lib" / "arauto" / f"gcc{version}"


class Libraries(Case):
    def shared(self) -> str:
        """The words for gfortran 16, if it takes the option: its first releases do not."""
        self.needs(self.sixteen)
        option = "-fcoarray=shared"
        if self.run_here(self.sixteen, option, "-fsyntax-only", "p.f90").returncode != 0:
            self.skipTest("this gfortran 16 has no -fcoarray=shared")
        return option

    def test_the_library_of_gcc_16_is_replaced(self) -> None:
        option, folder = self.shared(), self.libraries(16)
        for name, words in {
            "found by -L": [f"-L{folder}", f"-Wl,-rpath,{folder}"],
            "found by -B": [f"-B{folder}/", f"-Wl,-rpath,{folder}"],
            "named first": [folder / "libcaf_shmem.so", f"-Wl,-rpath,{folder}"],
            "static": [f"-L{folder}", "-static"],
        }.items():
            with self.subTest(name):
                found = self.good(self.sixteen, "-print-file-name=libstdc++.a")
                if name == "static" and "/" not in found:
                    self.skipTest("this gfortran 16 has no archive of the library of C++ beside it")
                self.good(self.sixteen, option, "p.f90", *words, "-o", "p")
                self.assertEqual(self.good("./p", GFORTRAN_NUM_IMAGES="3"), "3 3\n")
                needed = self.good("readelf", "-d", "p")
                self.assertEqual("libcaf_arauto16.so" in needed, name != "static")

    def test_our_setting_goes_before_that_of_gcc(self) -> None:
        option, folder = self.shared(), self.libraries(16)
        self.good(self.sixteen, option, "p.f90", f"-L{folder}", f"-Wl,-rpath,{folder}", "-o", "p")
        variables = {"ARAUTO_NUM_IMAGES": "2", "GFORTRAN_NUM_IMAGES": "many"}
        self.assertEqual(self.good("./p", **variables), "2 2\n")
        told = self.good(self.arauto, "run", "-n", "2", "./p", GFORTRAN_NUM_IMAGES="3")
        self.assertEqual(told, "2 2\n")
        wrong = self.run_here("./p", GFORTRAN_NUM_IMAGES="many")
        self.assertNotEqual(wrong.returncode, 0)
        self.assertIn("GFORTRAN_NUM_IMAGES", wrong.stderr)

    def test_arauto_fc_takes_shared_as_lib(self) -> None:
        words = ["-fcoarray=shared", "p.f90"]
        shown = self.good(self.arauto, "fc", "--native", "--show", *words).split()
        self.assertIn("-fcoarray=lib", shown)
        self.assertNotIn("-fcoarray=shared", shown)

    def test_the_names_that_build_files_link(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for version, compiler in ((15, self.fifteen), (16, self.sixteen)):
            folder = self.libraries(version)
            for name in ("caf_arauto", "caf_mpi"):
                with self.subTest(version=version, name=name):
                    words = ["-fcoarray=lib", "p.f90", f"-L{folder}", f"-l{name}"]
                    self.good(compiler, *words, f"-Wl,-rpath,{folder}", "-o", "p")
                    self.assertEqual(self.good(self.arauto, "run", "-n", "3", "./p"), "3 3\n")


PARTS = """\
subroutine part(n)
  use iso_fortran_env, only: team_type
  implicit none
  integer, intent(out) :: n
  type(team_type) :: t
  form team (1, t)
  change team (t)
  n = num_images()
  end team
  sync team (t)
end subroutine part
"""
MAIN = """\
program p
  implicit none
  integer :: n
  call part(n)
  print '(i0)', n
end program p
"""


class Mixtures(Case):
    """Objects of one gfortran, and the library of another: a sentence, never a crash."""

    def setUp(self) -> None:
        super().setUp()
        (self.folder / "part.f90").write_text(PARTS)
        (self.folder / "main.f90").write_text(MAIN)
        (self.folder / "other.c").write_text("int other(void) { return 1; }\n")

    def compiler(self, version: int) -> str:
        return {12: "gfortran", 15: self.fifteen, 16: self.sixteen}[version]

    def library(self, version: int) -> str:
        return "caf_arauto" + (str(version) if version > 14 else "")

    def link_by_hand(self, part: int, main: int, library: int) -> subprocess.CompletedProcess[str]:
        """Link a part and a main program of two gfortrans with a library; the second links."""
        self.good(self.compiler(part), "-fcoarray=lib", "-c", "part.f90")
        self.good(self.compiler(main), "-fcoarray=lib", "-c", "main.f90")
        folder = self.build / "lib"
        names = [f"-l{self.library(library)}", "-larauto"]
        words = ["main.o", "part.o", f"-L{folder}", *names, f"-Wl,-rpath,{folder}", "-o", "p"]
        return self.run_here(self.compiler(main), *words)

    def expect_refusal(self, said: subprocess.CompletedProcess[str], *words: str) -> None:
        self.assertEqual(said.returncode, 1, said.stderr)
        for word in words:
            self.assertIn(word, said.stderr)

    def test_all_of_one_compiler(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for version in (12, 15, 16):
            with self.subTest(version):
                linked = self.link_by_hand(version, version, version)
                self.assertEqual(linked.returncode, 0, linked.stderr)
                self.assertEqual(self.good("./p", ARAUTO_NUM_IMAGES="2"), "2\n2\n")

    def test_the_library_of_another_gfortran(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for version, library in ((12, 15), (12, 16), (15, 12), (15, 16), (16, 12), (16, 15)):
            with self.subTest(version=version, library=library):
                linked = self.link_by_hand(version, version, library)
                self.assertEqual(linked.returncode, 0, linked.stderr)
                sentence = f"was compiled by gfortran {version}"
                for images in ("1", "2"):
                    ran = self.run_here("./p", ARAUTO_NUM_IMAGES=images)
                    self.expect_refusal(ran, sentence, f"lib{self.library(library)}", "arauto fc")

    def test_objects_of_two_gfortrans(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for part, main in ((15, 16), (16, 15), (12, 16), (16, 12)):
            with self.subTest(part=part, main=main):
                linked = self.link_by_hand(part, main, main)
                self.assertEqual(linked.returncode, 0, linked.stderr)
                for images in ("1", "2"):
                    ran = self.run_here("./p", ARAUTO_NUM_IMAGES=images)
                    self.expect_refusal(ran, "compile all objects by the same gfortran")

    def test_arauto_fc_looks_at_objects(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for part, main in ((15, 16), (16, 15), (12, 16), (16, 12)):
            self.good(self.compiler(part), "-fcoarray=lib", "-c", "part.f90")
            self.good("gcc", "-c", "other.c")
            for archive in ("libpart.a", "libwhole.a"):
                (self.folder / archive).unlink(missing_ok=True)
            self.good("ar", "rc", "libpart.a", "other.o", "part.o")
            fc = [self.arauto, "fc", "--native", "--compiler", self.compiler(main), "main.f90"]
            for words in (["part.o"], ["other.o", "libpart.a"], ["-L.", "-lpart"]):
                with self.subTest(part=part, main=main, words=words):
                    said = self.run_here(*fc, *words, "-o", "p")
                    self.expect_refusal(said, f"was compiled by gfortran {part},")
                    self.assertIn(f"those of gfortran {main}", said.stderr)

    def test_arauto_fc_takes_what_fits(self) -> None:
        self.needs(self.fifteen, self.sixteen)
        for version in (12, 15, 16):
            with self.subTest(version):
                fc = [self.arauto, "fc", "--native", "--compiler", self.compiler(version)]
                self.good(*fc, "-c", "part.f90")
                self.good("gcc", "-c", "other.c")
                self.good(*fc, "main.f90", "part.o", "other.o", "-o", "p")
                self.assertEqual(self.good(self.arauto, "run", "-n", "2", "./p"), "2\n2\n")

    def test_files_that_are_no_objects(self) -> None:
        self.needs(self.sixteen)
        broken = (b"", b"!<arch>\n", b"!<arch>\nx" * 9, b"\x7fELF\2\1\1" + b"\xff" * 60)
        for contents in broken:
            with self.subTest(contents):
                (self.folder / "broken.o").write_bytes(contents)
                fc = [self.arauto, "fc", "--native", "--compiler", self.sixteen]
                said = self.run_here(*fc, "main.f90", "broken.o", "-o", "p")
                self.assertGreaterEqual(said.returncode, 0, said.stderr)

    def test_a_gfortran_that_is_not_known_yet(self) -> None:
        self.needs(self.sixteen)
        later = self.folder / "later"
        answer = 'case "$*" in *-dumpversion*) echo 17; exit;; esac'
        later.write_text(f'#!/bin/sh\n{answer}\nexec {self.sixteen} "$@"\n')
        later.chmod(0o755)
        fc = [self.arauto, "fc", "--native", "--compiler", later]
        quiet = self.run_here(*fc, "-c", "p.f90")
        self.assertEqual((quiet.returncode, quiet.stderr), (0, ""))
        said = self.run_here(*fc, "p.o", "-o", "p")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("GNU Fortran 17, which Arauto has not been tested with", said.stderr)
        self.assertEqual(self.good(self.arauto, "run", "-n", "2", "./p"), "2 2\n")


# Puts, transfers and questions of the procedures of a module, on its own coarrays; the same names
# come again in the second module.
MODULE = """\
module {name}
  implicit none
  type :: box
    integer, allocatable :: inside
  end type box
  integer, save :: x(3)[*]
  type(box), save :: b[*]
contains
  subroutine put_{name}(values, image)
    integer, intent(in) :: values(3), image
    x(1:3:2)[image] = values(1:3:2)
    x(2)[image] = values(2)
    x(1)[image] = x(1)[image]
  end subroutine put_{name}
  logical function is_empty_{name}(image)
    integer, intent(in) :: image
    is_empty_{name} = .not. allocated(b[image]%inside)
  end function is_empty_{name}
end module {name}
"""
MODULES_MAIN = """\
program p
  use river, only: x_river => x, put_river, is_empty_river
  use lake, only: x_lake => x, put_lake, is_empty_lake
  implicit none
  integer :: next
  next = mod(this_image(), num_images()) + 1
  call put_river([1, 2, 3], next)
  call put_lake([4, 5, 6], next)
  sync all
  if (any(x_river /= [1, 2, 3])) error stop 'river'
  if (any(x_lake /= [4, 5, 6])) error stop 'lake'
  if (.not. is_empty_river(this_image()) .or. .not. is_empty_lake(this_image())) error stop 'b'
  if (this_image() == 1) print '(a)', 'right'
end program p
"""


class ModuleProcedures(Case):
    """gfortran 15 and 16 leave out variables that such procedures use, so that nothing links; the
    assembler of `arauto fc` adds them."""

    def setUp(self) -> None:
        super().setUp()
        self.needs(self.fifteen, self.sixteen)
        for name in ("river", "lake"):
            (self.folder / f"{name}.f90").write_text(MODULE.format(name=name))
        (self.folder / "main.f90").write_text(MODULES_MAIN)

    def test_they_are_linked_and_right(self) -> None:
        sources = ["river.f90", "lake.f90", "main.f90"]
        for compiler in (self.fifteen, self.sixteen):
            fc = [self.arauto, "fc", "--native", "--compiler", compiler]
            for options in (["-O0", "-g"], ["-O2", "-fPIC", "-pie"], ["-O1", "-pipe"]):
                with self.subTest(compiler=compiler, options=options):
                    self.good(*fc, *options, *sources, "-o", "p")
                    self.assertEqual(self.good(self.arauto, "run", "-n", "3", "./p"), "right\n")
            with self.subTest(compiler=compiler, by="objects"):
                for source in sources:
                    self.good(*fc, "-c", source)
                self.good(*fc, "river.o", "lake.o", "main.o", "-o", "p")
                self.assertEqual(self.good(self.arauto, "run", "-n", "2", "./p"), "right\n")

    def test_the_compiler_still_leaves_them_out(self) -> None:
        """Once a gfortran defines them itself, the assembler is needed no more."""
        for compiler in (self.fifteen, self.sixteen):
            self.good(compiler, "-fcoarray=lib", "-c", "river.f90")
            self.assertIn(" U __caf_send_to_remote_fn_index_", self.good("nm", "river.o"))


WRONG = """\
module m
  implicit none
contains
  subroutine open_bounds(y, r)
    integer, intent(inout) :: y(:)[*]
    integer, intent(out) :: r
    y(1)[1] = 2
    r = y(1)[1]
  end subroutine open_bounds
  subroutine told_bounds(y, r)
    integer, intent(inout) :: y(2)[*]
    integer, intent(out) :: r
    r = y(1)[1]
  end subroutine told_bounds
  recursive subroutine again()
    integer, allocatable :: a[:]
  end subroutine again
end module m
program p
  use iso_fortran_env
  use m
  type :: pair
    integer :: first, second
  end type pair
  type(event_type) :: e[*]
  type(pair) :: t(3)[*]
  integer :: x(6)[*], r
  complex :: z[*]
  call told_bounds(x(3:4), r)
  call told_bounds(x, r)
  call open_bounds(x(3:4), r)
  event wait (e, until_count=merge(2, 1, r > 3))
  sync images (merge(2, 1, r > 3))
  call co_sum(z)
  call co_broadcast(t(:)%second, 1)
  r = t(2)[1]%second
  x(1)[2] = x(1)[1] + 1
  x(1)[2] = x(1)[1]
  x(x(1)[1])[2] = 1
end program p
"""

LOST = """\
program p
  implicit none
  type :: inner
    integer :: k
  end type inner
  type :: outer
    class(inner), allocatable :: c
    type(inner) :: d
  end type outer
  type(outer) :: o[*]
  character(len=80) :: short
  character(:), allocatable :: long
  integer :: x, s
  x = o[1]%c%k
  x = o[1]%d%k
  call co_sum(x, stat=s, errmsg=short)
  call co_sum(x, stat=s, errmsg=long)
  call co_max(x, 1, s, long)
  call co_broadcast(x, 1, s, short)
  call co_reduce(x, total, 1, s, short)
contains
  pure integer function total(a, b)
    integer, intent(in) :: a, b
    total = a + b
  end function total
end program p
"""


class Warnings(Case):
    """Statements that gfortran gets wrong; no compiler is needed to find them."""

    def warned(self, version: int, text: str = WRONG) -> list[str]:
        fake = self.folder / f"gfortran-{version}"
        fake.write_text(
            '#!/bin/sh\ncase "$*" in\n'
            f"*-dumpversion*) echo {version} ;;\n"
            f"*--version*) echo GNU Fortran {version} ;;\nesac\n"
        )
        fake.chmod(0o755)
        (self.folder / "wrong.f90").write_text(text)
        fc = [self.arauto, "fc", "--native", "--compiler", fake]
        said = self.run_here(*fc, "-c", "wrong.f90")
        self.assertEqual(self.run_here(*fc, "-w", "-c", "wrong.f90").stderr, "")
        return [line.removeprefix("wrong.f90:") for line in said.stderr.splitlines()]

    def expect(self, version: int, *lines: tuple[int, str]) -> None:
        said = self.warned(version)
        for (number, words), line in zip(lines, said, strict=False):
            self.assertTrue(line.startswith(f"{number}: warning: "), line)
            self.assertIn(words, line)
        self.assertEqual(len(said), len(lines), said)

    def test_gfortran_15_and_16(self) -> None:
        common = [
            (8, "a crash by gfortran 15 and 16: the bounds of 'y'"),
            (16, "all calls of a recursive procedure share one 'a'"),
            (29, "where 'x(3:4)' begins is left out"),
            (32, "the condition of MERGE is not evaluated"),
            (34, "the new value of 'z'"),
            (35, "whole elements are passed in place of 't(:)%second'"),
        ]
        taken = (39, "the value of this image is taken for 'x(1)[1]'")
        self.expect(16, *common, taken)
        images = (33, "the condition of MERGE is not evaluated")
        value = (37, "the value of this image is taken for 'x(1)[1]'")
        self.expect(15, *common[:4], images, *common[4:], value, taken)

    def test_components_and_messages(self) -> None:
        for version, component, kind in (
            (12, "wrong data", "12 to 14"),
            (16, "an error", "15 and"),
        ):
            said = self.warned(version, LOST)
            followed = f"14: warning: {component} by gfortran {kind}"
            self.assertTrue(said[0].startswith(followed), said)
            self.assertIn("the polymorphic component is left out in 'o[1]%c%k'", said[0])
            for number, line in zip((16, 19, 20), said[1:], strict=True):
                self.assertTrue(line.startswith(f"{number}: warning: a lost message by"), line)
                self.assertIn("no text comes to 'short', an ERRMSG= of constant length", line)

    def test_gfortran_12(self) -> None:
        recursive, z, second = (16, "share one 'a'"), (34, "'z'"), (35, "'t(:)%second'")
        self.expect(12, recursive, z, second)


if __name__ == "__main__":
    Case.build = Path(sys.argv[1]).resolve()
    Case.fifteen, Case.sixteen = sys.argv[2:4]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
