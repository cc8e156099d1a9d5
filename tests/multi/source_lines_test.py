# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The source line in sentences with which a program ends, and the surroundings of a job."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from jobs import ARAUTO, WATCHDOG_S, Ended, Job, JobTest, main

SIGNAL_BASE = 128

PAST_THE_END = """\
module steps
contains
  subroutine step(a, k)
    integer :: a(:)[*]
    integer, intent(in) :: k
    a(k)[num_images()] = 1
  end subroutine
end module
program heat
  use steps
  integer, save :: a(10)[*]
  integer :: k
  k = 10 + num_images()
  if (this_image() == 1) call step(a, k)
  sync all
end program
"""
ENDED_BY_A_PROCEDURE = """\
program ends
  if (this_image() == num_images()) call check(3)
  sync all
contains
  subroutine check(code)
    integer, intent(in) :: code
    error stop code
  end subroutine
end program
"""
WRONG_IMAGE_IN_MAIN = """\
program main
  integer, save :: a[*]
  integer :: k
  k = num_images() + 1
  a[k] = 1
end program
"""
IN_C = """\
#include "arauto/arauto.h"
static void fail(void) {
    arauto_error_stop(3, "no good");
}
int main(void) {
    if (arauto_init() < 0) return 1;
    fail();
    return 0;
}
"""
IN_CXX = """\
#include "arauto/arauto.h"
struct Solver {
    void check(int code) {
        arauto_error_stop(code, "no good");
    }
};
int main() {
    if (arauto_init() < 0) return 1;
    Solver().check(4);
}
"""
ERROR_OF_THE_LIBRARY = """\
program library
  integer, save :: a[*]
  if (this_image() == num_images()) call fetch()
  sync all
contains
  subroutine fetch()
    integer :: i
    character(3) :: text = 'abc'
    read (text, *) i
    a = i
  end subroutine
end program
"""
FAULT_IN_C = """\
#include "arauto/arauto.h"
#include <stddef.h>
static void store(int *at) {
    *at = 1;
}
int main(void) {
    int *volatile nowhere = NULL;
    if (arauto_init() < 0) return 1;
    if (arauto_rank() == 1) {
        store(nowhere);
    }
    return 0;
}
"""
FAULT_IN_FORTRAN = """\
program fault
  integer, pointer :: a
  a => null()
  if (this_image() == 2) call store(5)
  sync all
contains
  subroutine store(k)
    integer, intent(in) :: k
    a = k
  end subroutine
end program
"""
FAULT_WITH_A_HANDLER = """\
#include "arauto/arauto.h"
#include <signal.h>
#include <unistd.h>
static void end(int signal) {
    (void)signal;
    _exit(7);
}
int main(void) {
    signal(SIGABRT, end);
    if (arauto_init() < 0) return 1;
    raise(SIGABRT);
    return 0;
}
"""
MANY_LINES = """\
program many
  integer :: i
  do i = 1, 100000
    print '(a)', 'a line'
  end do
  sync all
end program
"""


def line_of(mark: str, text: str) -> int:
    """The number of the line that ends with the mark."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.endswith(mark))


class WithPrograms(JobTest):
    """Compiles programs into a folder of its own."""

    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(tempfile.mkdtemp(prefix="source_lines"))
        self.addCleanup(shutil.rmtree, self.folder)
        if shutil.which("addr2line") is None:
            self.skipTest("addr2line (package binutils) is not installed")

    def compile(self, name: str, text: str, *words: str, command: str = "fc") -> str:
        """Compile the text, and return the path of the program."""
        if command == "fc" and shutil.which(os.environ.get("ARAUTO_FC", "gfortran")) is None:
            self.skipTest("no Fortran compiler is installed")
        (self.folder / name).write_text(text)
        program = self.folder / Path(name).stem
        done = subprocess.run(
            [ARAUTO, command, *words, name, "-o", program.name],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return str(program)

    def run_program(
        self, program: str, images: int, arguments: tuple[str, ...] = (), **settings: str
    ) -> Ended:
        """Run it under the launcher, in its folder."""
        job = Job([program, *arguments], images, cwd=self.folder, env=settings)
        self.jobs.append(job)
        return job.end()


class Sentences(WithPrograms):
    """A sentence with which a program ends is followed by its line."""

    def test_a_statement_of_a_procedure(self) -> None:
        program = self.compile("heat.f90", PAST_THE_END, "-g")
        ended = self.run_program(program, 2)
        self.assertRegex(ended.err, r"^arauto: image 1: .*, heat\.f90:6 \(in step\)\n$")

    def test_a_statement_that_is_optimised(self) -> None:
        program = self.compile("heat.f90", PAST_THE_END, "-g", "-O2")
        self.assertRegex(self.run_program(program, 2).err, r", heat\.f90:6 \(in \w+\)\n$")

    def test_a_statement_of_the_main_program(self) -> None:
        program = self.compile("main.f90", WRONG_IMAGE_IN_MAIN, "-g")
        self.assertRegex(self.run_program(program, 1).err, r", main\.f90:5\n$")

    def test_a_translated_program_has_the_lines_of_its_source(self) -> None:
        text = PAST_THE_END.replace("a(k)[num_images()]", "a(1)[k]")
        program = self.compile("heat.f90", text, "-g", "--translate")
        self.assertRegex(self.run_program(program, 2).err, r", heat\.f90:6 \(in step\)\n$")

    def test_without_debug_information_the_procedure_is_named(self) -> None:
        program = self.compile("heat.f90", PAST_THE_END)
        self.assertRegex(self.run_program(program, 2).err, r", procedure step\n$")

    def test_without_debug_information_the_main_program_is_not(self) -> None:
        program = self.compile("main.f90", WRONG_IMAGE_IN_MAIN)
        self.assertRegex(self.run_program(program, 1).err, r"^arauto: image 1: [^,]*\n$")

    def test_error_stop_names_image_and_line(self) -> None:
        for words in ((), ("--translate",)):
            program = self.compile("ends.f90", ENDED_BY_A_PROCEDURE, "-g", *words)
            ended = self.run_program(program, 3)
            self.assertEqual(ended.status, 3)
            self.assertEqual(ended.err, "ERROR STOP 3 (image 3), ends.f90:7 (in check)\n")

    def test_an_error_of_the_fortran_library_names_the_calls(self) -> None:
        for words in ((), ("--translate",)):
            program = self.compile("library.f90", ERROR_OF_THE_LIBRARY, "-g", *words)
            ended = self.run_program(program, 2)
            self.assertEqual(ended.status, 2)
            self.assertIn(
                "arauto: image 2 ended with exit status 2 without STOP, library.f90:9 (in fetch), "
                "called from library.f90:3\n",
                ended.err,
            )
            self.assertNotIn("???", ended.err)

    def test_a_fault_names_the_calls(self) -> None:
        program = self.compile("fault.c", FAULT_IN_C, "-g", command="cc")
        ended = self.run_program(program, 2)
        self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGSEGV)
        self.assertRegex(
            ended.err,
            r"^arauto: image 2 was killed by signal 11 \(.*\), fault\.c:4 \(in store\), "
            r"called from fault\.c:10\n$",
        )

    def test_a_fault_in_fortran_is_reported_once(self) -> None:
        for words in ((), ("--translate",)):
            program = self.compile("fault.f90", FAULT_IN_FORTRAN, "-g", *words)
            self.assertRegex(
                self.run_program(program, 2).err,
                r"^arauto: image 2 was killed by signal 11 \(.*\), fault\.f90:9 \(in store\), "
                r"called from fault\.f90:4\n$",
            )
            ended = self.run_program(program, 2, ARAUTO_LINES="off")
            self.assertIn("Backtrace for this error", ended.err)

    def test_a_signal_that_the_program_sends_names_the_calls(self) -> None:
        text = FAULT_WITH_A_HANDLER.replace("    signal(SIGABRT, end);", "    (void)end;")
        program = self.compile("aborts.c", text, "-g", command="cc")
        ended = self.run_program(program, 1)
        self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGABRT)
        self.assertRegex(ended.err, r"killed by signal 6 \(.*\), aborts\.c:11\n$")

    def test_a_handler_of_the_program_is_called(self) -> None:
        program = self.compile("handles.c", FAULT_WITH_A_HANDLER, "-g", command="cc")
        ended = self.run_program(program, 1)
        self.assertEqual(ended.status, 7)
        self.assertIn("ended with exit status 7 without STOP", ended.err)

    def test_a_program_in_c(self) -> None:
        program = self.compile("ends.c", IN_C, "-g", command="cc")
        self.assertRegex(self.run_program(program, 1).err, r"no good, ends\.c:3 \(in fail\)\n$")

    def test_a_program_in_cxx(self) -> None:
        program = self.compile("ends.cpp", IN_CXX, "-g", command="cxx")
        ended = self.run_program(program, 1)
        self.assertRegex(ended.err, r"no good, ends\.cpp:4 \(in Solver::check\)\n$")

    def test_the_setting_leaves_it_out(self) -> None:
        program = self.compile("ends.f90", ENDED_BY_A_PROCEDURE, "-g")
        ended = self.run_program(program, 2, ARAUTO_LINES="off")
        self.assertEqual(ended.err, "ERROR STOP 3 (image 2)\n")

    def test_without_a_reader_of_debug_information_the_sentence_stands_alone(self) -> None:
        program = self.compile("ends.f90", ENDED_BY_A_PROCEDURE, "-g")
        job = Job(
            [ARAUTO, "run", "-n", "2", program], cwd=self.folder, env={"PATH": str(self.folder)}
        )
        self.jobs.append(job)
        self.assertEqual(job.end().err, "ERROR STOP 3 (image 2)\n")


class Surroundings(JobTest):
    """The surroundings of a job: other launchers, and a reader that wants no more."""

    def test_a_launcher_within_a_launcher_is_refused(self) -> None:
        job = self.start_command(ARAUTO, "run", "-n", "2", ARAUTO, "run", "-n", "2", "true")
        ended = job.end()
        self.assertEqual(ended.status, 2)
        sentence = r"run: this 'arauto run' has been started as image [12] of another one; .*"
        self.assertRegex(ended.err, rf"\Aarauto: {sentence}\n\Z")

    def test_one_of_many_copies_says_that_each_starts_a_job(self) -> None:
        for size, rank in (
            ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
            ("PMI_SIZE", "PMI_RANK"),
        ):
            for number, told in (("0", 1), ("1", 0)):
                environment = {size: "3", rank: number}
                ended = self.start("hello", images=2, env=environment).end()
                self.assertEqual((ended.status, ended.out.count("hello")), (0, 2))
                self.assertEqual(ended.err.count("has started 3 copies of 'arauto run'"), told)

    def test_one_copy_is_no_mistake(self) -> None:
        environment = {"PMI_SIZE": "1", "PMI_RANK": "0"}
        ended = self.start("hello", images=2, env=environment).end()
        self.assertEqual((ended.status, ended.err), (0, ""))

    def test_a_reader_that_leaves_is_no_fault(self) -> None:
        for label in ("", "--label"):
            done = subprocess.run(
                ["sh", "-c", f"'{ARAUTO}' run {label} -n 2 yes | head -1"],
                capture_output=True,
                text=True,
                timeout=WATCHDOG_S,
            )
            self.assertRegex(done.stdout, r"^(\[[12]\] )?y\n$")
            self.assertEqual(done.stderr, "")

    def test_a_reader_that_leaves_a_program_started_by_hand_is_no_fault(self) -> None:
        if shutil.which(os.environ.get("ARAUTO_FC", "gfortran")) is None:
            self.skipTest("no Fortran compiler is installed")
        folder = tempfile.mkdtemp(prefix="reader")
        self.addCleanup(shutil.rmtree, folder)
        Path(folder, "many.f90").write_text(MANY_LINES)
        for words in ("", "--translate"):
            done = subprocess.run(
                ["sh", "-c", f"'{ARAUTO}' fc {words} many.f90 -o many && ./many | head -1"],
                cwd=folder,
                env={**os.environ, "ARAUTO_NUM_IMAGES": "2"},
                capture_output=True,
                text=True,
                timeout=WATCHDOG_S,
            )
            self.assertEqual((done.stdout, done.stderr), ("a line\n", ""))

    def test_a_program_that_forgot_to_start_is_told_what_to_call(self) -> None:
        ended = self.start_command(ARAUTO, "run", "-n", "2", "true").end()
        self.assertEqual(ended.status, 1)
        self.assertRegex(
            ended.err, r"image [12] \(.*true\) ended without .* call arauto_init first"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
