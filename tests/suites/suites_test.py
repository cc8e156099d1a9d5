# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The runners of others' suites, on small suites of the same form: what passes, what fails, what
the compiler refuses, and what is no test.

suites_test.py ARAUTO FLANG      FLANG may be empty
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from sources import in_order

HERE = Path(__file__).resolve().parent
ARAUTO, FLANG = sys.argv[1:3]
SUM = "integer :: x[*]\nx = 1\ncall co_sum(x)\nif (x /= num_images()) error stop 'x'\n"
DG = {
    "sums_1.f90": "! { dg-do run }\n" + SUM + "end\n",
    "ends_1.f90": '! { dg-do run }\n! { dg-shouldfail "it must" }\nerror stop 3\nend\n',
    "says_1.f90": '! { dg-do run }\n! { dg-output "one.*two(\\n|\\r\\n|\\r)" }\n'
    "print *, 'one'\nprint *, 'two'\nend\n",
    "fails_1.f90": "! { dg-do run }\n" + SUM + "stop 1\nend\n",
    "ends_not_1.f90": '! { dg-do run }\n! { dg-shouldfail "it must" }\nend\n',
    "says_not_1.f90": '! { dg-do run }\n! { dg-output "one" }\nend\n',
    "refused_1.f90": "! { dg-do run }\ninteger : x\nend\n",
    "compiles_1.f90": "! { dg-do compile }\nthis is none\nend\n",
}
DG_PASS = {"sums_1", "ends_1", "says_1"}
PASSED = "if (this_image() == 1) print '(a)', 'Test passed.'\n"
OPENCOARRAYS = {
    "CMakeLists.txt": "add_caf_test(sums 3 sums_program)\n"
    "  add_caf_test(told 2 told_program yes) # a comment\n"
    "  add_caf_test(untold 2 told_program no)\n"
    "# add_caf_test(left_out 2 sums_program)\n"
    "add_caf_test(in_parts 2 parts_program)\nadd_caf_test(with_mpi 2 mpi_program)\n",
    "src/tests/unit/CMakeLists.txt": "caf_compile_executable(sums_program sums.f90)\n"
    "caf_compile_executable(told_program told.f90)\n"
    "caf_compile_executable(mpi_program mpi.f90)\n",
    "src/tests/unit/sums.f90": SUM + "if (num_images() /= 3) error stop\n" + PASSED + "end\n",
    "src/tests/unit/told.f90": "character(3) :: word\ncall get_command_argument(1, word)\n"
    "if (word == 'yes') then\n" + PASSED + "end if\nend\n",
    "src/tests/unit/mpi.f90": "use mpi\nend\n",
    "src/tests/whole/CMakeLists.txt": "set(library_directory here)\n"
    "add_library(base STATIC ${library_directory}/base.f90)\n"
    "add_executable(parts_program\n  main.f90\n)\n",
    "src/tests/whole/library/base.f90": "module base\ninteger, parameter :: n = 2\nend module\n",
    "src/tests/whole/main.f90": "use base\nif (n == num_images()) then\n"
    + PASSED
    + "end if\nend\n",
}
ASSERT = {"src/assert_m.F90": "module assert_m\nend module assert_m\n"}
JULIENNE = {"src/julienne_m.F90": "module julienne_m\nuse assert_m\nend module julienne_m\n"}
DRIVER = """\
use prif, only: prif_sync_all, prif_this_image_no_coarray, prif_num_images
use checks_m
use iso_c_binding, only: c_int
integer(c_int) :: me, images
integer :: status, started
character(len=200) :: starter
call prif_this_image_no_coarray(this_image=me)
call prif_num_images(images)
call prif_sync_all()
if (me == 1) then
  call get_environment_variable('FPM_DRIVER', starter)
  call execute_command_line(trim(starter)//' run --example helper', exitstat=status, &
    cmdstat=started)
  if (status /= helper_status) error stop 'the helper'
  print '(3(a,i0),a)', '_____ ', images, ' of ', images + {missing}, ' tests passed. ', {skipped}, &
    ' tests were skipped _____'
end if
call prif_sync_all()
end
"""
CAFFEINE = {
    "src/caffeine/unit_test_parameters_m.F90": "module unit_test_parameters_m\nuse julienne_m\n"
    "integer, parameter :: helper_status = 9\nend module\n",
    "test/a_test.F90": "module checks_m\nuse unit_test_parameters_m\nend module checks_m\n",
    "test/test-utils.F90": "this is included\n",
    "test/prif_support_test.c": "int of_c(void) { return 1; }\n",
    "example/support-test/helper.F90": "use unit_test_parameters_m\nuse prif\n"
    "use iso_c_binding, only: c_int, c_bool\n"
    "call prif_stop(quiet=.true._c_bool, stop_code_int=int(helper_status, c_int))\nend\n",
}


class Suites(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name: str, files: dict[str, str]) -> Path:
        for path, text in files.items():
            place = self.folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return self.folder / name

    def run_suite(self, *words: object) -> tuple[int, str]:
        command = [sys.executable, HERE / "run.py", *words, "--arauto", ARAUTO]
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def test_gcc(self) -> None:
        status, said = self.run_suite("dg", self.write("dg", DG), "--images", 2)
        self.assertEqual(status, 1, said)
        self.assertTrue(said.endswith("3 passed, 4 failed\n"), said)
        self.assertIn("fails_1_f90: failed: exit status 1", said)
        self.assertIn("ends_not_1_f90: failed: exit status 0", said)
        self.assertIn("says_not_1_f90: failed: its output lacks 'one'", said)
        self.assertIn("refused_1_f90: refused: ", said)
        only = self.run_suite("dg", self.folder / "dg", "--only", "|".join(DG_PASS), "--repeat", 2)
        self.assertEqual(only, (0, "3 passed, 0 failed\n"))

    def test_opencoarrays(self) -> None:
        checkout = self.write("OpenCoarrays", OPENCOARRAYS)
        status, said = self.run_suite("opencoarrays", checkout)
        self.assertEqual(status, 1, said)
        self.assertTrue(said.endswith("3 passed, 1 failed\n"), said)
        self.assertIn("untold: failed: its output lacks", said)
        self.assertIn("with_mpi: skipped: it calls MPI", said)
        nodes = ("--node-ranks", 1, "--only", "sums|parts")
        self.assertEqual(self.run_suite("opencoarrays", checkout, *nodes)[0], 0)

    def caffeine(self, missing: int, skipped: int) -> tuple[int, str]:
        driver = DRIVER.format(missing=missing, skipped=skipped)
        checkout = self.write("caffeine", CAFFEINE | {"test/julienne-driver.F90": driver})
        others = ("--julienne", self.write("julienne", JULIENNE))
        others = (*others, "--assert", self.write("assert", ASSERT), "--compiler", FLANG)
        return self.run_suite("caffeine", checkout, *others, "--images", 3)

    def test_caffeine(self) -> None:
        if not FLANG:
            self.skipTest("flang is not installed")
        self.assertEqual(self.caffeine(2, 2), (0, "3 passed, 0 failed\n"))
        status, said = self.caffeine(3, 2)
        self.assertEqual(status, 1, said)
        self.assertTrue(said.endswith("3 passed, 1 failed\n"), said)

    def test_what_is_not_there(self) -> None:
        for words, sentence in (
            (["dg", "nowhere"], "there is no folder"),
            (["caffeine", "."], "Caffeine's tests need --julienne and --assert"),
            (["dg", self.folder], "no program of"),
            (["dg", self.folder, "--compiler", "no-such"], "the compiler cannot be started"),
            (["dg", ".", "--record", "--only", "x"], "a part of a suite is not recorded"),
        ):
            status, said = self.run_suite(*words)
            self.assertNotEqual(status, 0)
            self.assertIn(sentence, said)

    def test_modules_come_first(self) -> None:
        folder = self.write(
            "order",
            {
                "a.f90": "program a\nuse b\nuse, intrinsic :: iso_c_binding\nend program\n",
                "b.f90": "module b\nuse c, only: d\nend module\n",
                "c.f90": "module c ! the last\ninterface\nmodule subroutine d()\nend subroutine\n"
                "end interface\nend module\n",
                "b_s.f90": "submodule(c) s\ncontains\nmodule procedure d\nend procedure\n"
                "end submodule\n",
            },
        )
        names = ["b_s.f90", "a.f90", "b.f90", "c.f90"]
        ordered = [path.name for path in in_order([folder / name for name in names])]
        self.assertEqual(ordered, ["c.f90", "b_s.f90", "b.f90", "a.f90"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
