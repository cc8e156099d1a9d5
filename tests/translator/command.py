# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The work of `arauto fc --translate` and `arauto translate` around the translation: the options
for the preprocessor and the compiler, the files that are written, and those that never are.

command.py ARAUTO
"""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ARAUTO = ""
PROGRAM = "program p\n  integer :: a[*]\n  a[1] = %s\n  print '(i0)', a\nend program\n"
CHOICE = PROGRAM % "&\n#ifdef CHOSEN\n  CHOSEN\n#else\n  2\n#endif\n"
PLAIN = "program p\n  print '(a)', 'plain'\nend program\n"


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_arauto(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ARAUTO, *words],
            cwd=self.folder,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )

    def good(self, *words: str, **environment: str) -> str:
        done = self.run_arauto(*words, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def bad(self, *words: str, status: int = 1) -> str:
        done = self.run_arauto(*words)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def compile(self, *words: str) -> None:
        self.good("fc", "--translate", "--compiler", "gfortran", *words)

    def says(self, *words: str) -> str:
        """The output of the program that these words compile."""
        self.compile(*words, "-o", "program")
        return self.good("run", "-n", "1", "./program").strip()

    def files(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*.*")}


class Options(Folder):
    def test_options_whose_value_is_the_next_word_reach_the_preprocessor(self) -> None:
        self.write("a.F90", CHOICE)
        self.assertEqual(self.says("a.F90"), "2")
        self.assertEqual(self.says("-D", "CHOSEN=7", "a.F90"), "7")
        self.assertEqual(self.says("-DCHOSEN=7", "-U", "CHOSEN", "a.F90"), "2")
        self.write("b.F90", CHOICE.replace("  CHOSEN\n", '#include "seven.h"\n'))
        self.write("below/seven.h", "7\n")
        self.assertEqual(self.says("-DCHOSEN", "-I", "below", "b.F90"), "7")
        self.write("below/seven.inc", "integer, parameter :: seven = 7\n")
        self.write("c.f90", (PROGRAM % "seven").replace("a[*]", "a[*]\n  include 'seven.inc'"))
        self.assertEqual(self.says("-I", "below", "c.f90"), "7")

    def test_options_that_define_macros_reach_the_preprocessor(self) -> None:
        for option, macro in {
            "-O2": "__OPTIMIZE__",
            "-fopenacc": "_OPENACC",
            "-fopenmp": "_OPENMP",
        }.items():
            self.write("a.F90", CHOICE.replace("CHOSEN\n  CHOSEN", f"{macro}\n  7"))
            self.assertEqual(self.says("a.F90"), "2")
            self.assertEqual(self.says(option, "a.F90"), "7", option)

    def test_warnings_of_the_preprocessor_are_seen(self) -> None:
        self.write("a.F90", "#warning look here\n" + PLAIN)
        done = self.run_arauto("fc", "--translate", "-c", "a.F90")
        self.assertIn("look here", done.stderr)

    def test_what_is_told_of_the_form_is_followed(self) -> None:
        fixed = "      program p\n      integer a[*]\n      a[1] =\n     &  7\n      end\n"
        self.write("a.f90", fixed)
        self.compile("-ffixed-form", "a.f90", "-o", "program")
        self.write("a.txt", PROGRAM % 7)
        self.assertEqual(self.says("-x", "f95", "a.txt", "-x", "none"), "7")
        self.write("b.f90", CHOICE)
        self.assertEqual(self.says("-cpp", "-DCHOSEN=7", "b.f90"), "7")


LIBRARY = """\
module counters
  implicit none
  private
  public :: counter, raise, seen
  type counter
    integer :: value = 0
  contains
    procedure, pass(of) :: add => add_to
  end type
  interface raise
    module procedure raise_integer, raise_real
  end interface
contains
  subroutine raise_integer(a)
    integer, intent(inout) :: a
    a = a + 1
  end subroutine
  subroutine raise_real(a)
    real :: a
    intent(inout) :: a
    a = a + 2
  end subroutine
  integer function seen(a)
    integer, intent(in) :: a
    seen = a
  end function
  subroutine add_to(by, of)
    integer, intent(in) :: by
    class(counter), intent(inout) :: of
    of%value = of%value + by
  end subroutine
end module
"""
USER = """\
program p
  use counters, only: counter, lift => raise, seen
  implicit none
  type(counter) :: c[*]
  integer :: i[*]
  real :: r[*]
  i = 4
  r = 1
  call lift(i[1])
  call lift(r[1])
  call c[1]%add(7)
  print '(3(i0, 1x), i0)', i, nint(r), c%value, seen(i[1])
end program
"""


class Modules(Folder):
    def test_a_summary_tells_which_arguments_procedures_define(self) -> None:
        self.write("counters.f90", LIBRARY)
        self.write("user.f90", USER)
        self.compile("-c", "counters.f90")
        self.assertEqual(self.says("user.f90", "counters.o"), "5 3 7 5")
        translated = self.good("translate", "user.f90")
        self.assertEqual(translated.count("call arauto_put_any"), 3)
        self.assertNotIn("arauto_differs", translated)  # the intents are known


class Dependencies(Folder):
    def setUp(self) -> None:
        super().setUp()
        self.write("src/a.F90", '#include "a.h"\n' + PROGRAM % "SEVEN" + "include 'a.inc'\n")
        self.write("src/a.h", "#define SEVEN 7\n")
        self.write("src/a.inc", "subroutine s\nend subroutine\n")

    def rule(self, name: str) -> tuple[str, list[str]]:
        target, _, files = (self.folder / name).read_text().partition("\n")[0].partition(": ")
        return target, files.split()

    def test_dependencies_name_the_source_and_what_it_includes(self) -> None:
        wanted = ["src/a.F90", "src/a.h", "src/a.inc"]
        self.compile("-MMD", "-c", "src/a.F90")
        self.assertEqual(self.rule("a.d"), ("a.o", wanted))
        self.compile("-MD", "-c", "src/a.F90", "-o", "b.o")
        self.assertEqual(self.rule("b.d"), ("b.o", wanted))
        self.compile("-MMD", "-MP", "-MF", "c.d", "-MT", "other", "-c", "src/a.F90", "-o", "b.o")
        self.assertEqual(self.rule("c.d"), ("other", wanted))
        self.assertIn("\nsrc/a.h:\n", (self.folder / "c.d").read_text())

    def test_a_source_without_coarrays_has_dependencies_too(self) -> None:
        self.write("b.F90", '#include "src/a.h"\n' + PLAIN)
        self.compile("-MMD", "-c", "b.F90")
        self.assertEqual(self.rule("b.d"), ("b.o", ["b.F90", "src/a.h"]))

    def test_preprocessing_alone_is_of_the_source_itself(self) -> None:
        said = self.good("fc", "--translate", "-MM", "src/a.F90")
        self.assertIn("src/a.F90", said)
        self.assertNotIn("/tmp", said)
        self.assertIn("a[1] = 7", self.good("fc", "--translate", "-E", "src/a.F90"))


class Kept(Folder):
    def test_a_source_is_never_overwritten(self) -> None:
        source = self.write("a.f90", PROGRAM % 7)
        said = self.bad("fc", "--translate", "--keep-translated", ".", "-c", "a.f90")
        self.assertIn("a.f90: error: 'a.f90' would be overwritten", said)
        self.assertEqual(source.read_text(), PROGRAM % 7)
        other = self.write("kept/a.f90", PLAIN)
        said = self.bad("fc", "--translate", "--keep-translated", "kept", "-c", "a.f90")
        self.assertIn("'kept/a.f90' would be overwritten, which is no translated file", said)
        self.assertEqual(other.read_text(), PLAIN)

    def test_sources_of_one_name_have_a_file_each(self) -> None:
        for folder in ("one", "two"):
            self.write(f"{folder}/s.f90", f"subroutine {folder}\n  sync all\nend subroutine\n")
        for _ in range(2):  # the second time in the same places
            for folder in ("one", "two"):
                words = ("--keep-translated", "kept", "-c", f"{folder}/s.f90", "-o", f"{folder}.o")
                self.compile(*words)
        kept = {name for name in self.files() if name.startswith("kept/")}
        self.assertEqual(kept, {"kept/s.f90", "kept/1/s.f90"})
        self.assertIn("subroutine one", (self.folder / "kept/s.f90").read_text())
        self.assertIn("subroutine two", (self.folder / "kept/1/s.f90").read_text())

    def test_what_is_kept_can_be_compiled(self) -> None:
        self.write("a.F90", CHOICE)
        self.compile("-DCHOSEN=7", "--keep-translated", "kept", "-c", "a.F90")
        kept = (self.folder / "kept/a.f90").read_text()
        self.assertIn("call arauto_put_word(a, 1, 7", kept)
        self.assertNotIn("#ifdef", kept)


class Translate(Folder):
    def test_files_that_ask_for_it_are_preprocessed(self) -> None:
        self.write("a.F90", CHOICE)
        self.assertIn("arauto_put_word(a, 1, 2,", self.good("translate", "a.F90"))
        for words in (["-D", "CHOSEN=7"], ["-DCHOSEN=7"]):
            self.assertIn("arauto_put_word(a, 1, 7,", self.good("translate", *words, "a.F90"))
        said = self.good("translate", "-DCHOSEN=7", "-U", "CHOSEN", "a.F90")
        self.assertIn("arauto_put_word(a, 1, 2,", said)
        self.good("translate", "-o", "out", "a.F90")
        self.assertEqual(self.files(), {"a.F90", "out/a.f90"})
        said = self.good("translate", "--count", "a.F90")
        self.assertEqual(said, "1 a.F90\n")

    def test_a_file_without_coarrays_stays_as_it_is(self) -> None:
        text = "#define X 'x'\n" + PLAIN
        self.write("a.F90", text)
        self.assertEqual(self.good("translate", "a.F90"), text)
        self.good("translate", "-o", "out", "a.F90")
        self.assertEqual((self.folder / "out/a.F90").read_text(), text)

    def test_sources_are_never_overwritten(self) -> None:
        source = self.write("a.f90", PROGRAM % 7)
        self.assertIn("'a.f90' would be overwritten", self.bad("translate", "-o", ".", "a.f90"))
        self.assertEqual(source.read_text(), PROGRAM % 7)
        self.write("below/a.f90", PROGRAM % 8)
        said = self.bad("translate", "-o", "out", "a.f90", "below/a.f90")
        self.assertIn("'out/a.f90' would be the translation of 'a.f90' too", said)
        self.assertEqual(self.files(), {"a.f90", "below/a.f90"})

    def test_a_missing_preprocessor_is_named(self) -> None:
        self.write("a.F90", CHOICE)
        said = self.bad("translate", "--compiler", "no-such", "a.F90")
        self.assertIn("a.F90: error: cannot be preprocessed: 'no-such' cannot be started", said)
        self.assertIn("after -D a macro is missing", self.bad("translate", "-D", status=2))


class Compilers(Folder):
    def compiler(self, script: str) -> str:
        path = self.write("compiler", f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    def test_lfortran_is_refused_in_a_sentence(self) -> None:
        compiler = self.compiler("echo 'LFortran version: 0.67.0'; echo 'Platform: Linux'")
        self.write("a.f90", PROGRAM % 7)
        said = self.bad("fc", "--translate", "--compiler", compiler, "a.f90")
        self.assertEqual(said.count("\n"), 1)
        self.assertIn("is LFortran 0.67.0, which cannot compile translated coarrays", said)

    def first_translation(self, stderr: int) -> subprocess.CompletedProcess[bytes]:
        """One that ends when the first part of the runtime is compiled: no C compiler can."""
        self.write("a.f90", PROGRAM % 7)
        return subprocess.run(
            [ARAUTO, "fc", "--translate", "--compiler", "gfortran", "-c", "a.f90"],
            cwd=self.folder,
            env=os.environ | {"XDG_CACHE_HOME": str(self.folder), "ARAUTO_CC": "false"},
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            check=False,
            timeout=240,
        )

    def test_a_terminal_is_told_that_the_first_translation_takes_time(self) -> None:
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        self.first_translation(its)
        os.close(its)
        shown = b""
        with contextlib.suppress(OSError):  # that all has been read
            while piece := os.read(ours, 4096):
                shown += piece
        told, _, failure = shown.decode().partition("\r\n")
        expected = "arauto: compiling Arauto's own module with gfortran: some seconds, "
        self.assertEqual(told, expected + "once for each compiler")
        self.assertIn("cannot be compiled for this compiler", failure)

    def test_no_script_is_told(self) -> None:
        done = self.first_translation(subprocess.PIPE)
        self.assertNotIn(b"some seconds", done.stderr)
        self.assertIn(b"cannot be compiled for this compiler", done.stderr)

    def test_no_other_compilers_header_is_taken(self) -> None:
        compiler = self.compiler('[ "$1" = --version ] && echo "some version 1" || exit 1')
        self.write("a.f90", PROGRAM % 7)
        said = self.bad("fc", "--translate", "--compiler", compiler, "a.f90")
        self.assertIn("has no ISO_Fortran_binding.h that could be found", said)


if __name__ == "__main__":
    ARAUTO = sys.argv.pop(1)
    unittest.main()
