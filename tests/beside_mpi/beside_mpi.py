# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Coarrays and MPI in one program, on one MPI: either side begins, either ends, by two launchers.

beside_mpi.py ARAUTO ABI MPICC MPIFC OTHER MPIRUN [WORDS OF MPIRUN] CLASS

OTHER is a second compiler of Fortran: for Newer gfortran 15 or 16, else flang. MPIFC and OTHER may
be empty; CLASS is one of the tests below. ARAUTO is the command, by which programs are compiled.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import WATCHDOG_S, command_of, descendants, is_alive

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parent.parent / "examples" / "coarrays_mpi.f90"
RIGHT = "all is right\n"
TRIES = 4


class Case(unittest.TestCase):
    arauto: Path
    abi: str
    mpicc: str
    mpifc: str
    other: str
    mpirun: list[str]
    folder: Path
    # Settings without which Open MPI refuses to start processes as root.
    allowed: ClassVar = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    @classmethod
    def run_in(cls, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
        for _ in range(TRIES):
            done = cls.run_once(*words, **variables)
            # Open MPI 4.1's mpirun crashes now and then at its own end, when an image has aborted,
            # or hangs there, all images being gone: 12 and 3 of 778 runs on a busy machine.
            if done is not None and "PMIx_server_finalize" not in done.stderr:
                break
        if done is None:
            raise AssertionError(f"{words}: no image is left, but the launcher hangs")
        return done

    @classmethod
    def run_once(cls, *words: object, **variables: str) -> subprocess.CompletedProcess[str] | None:
        """Nothing where the command hangs although all that it started has ended."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
        command = [str(word) for word in words]
        running = subprocess.Popen(
            command,
            cwd=cls.folder,
            env={**clean, **cls.allowed, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        try:
            out, errors = running.communicate(timeout=WATCHDOG_S)
        except subprocess.TimeoutExpired:
            left = [command_of(pid) for pid in descendants(running.pid) if is_alive(pid)]
            running.kill()
            out, errors = running.communicate()
            if left:
                raise AssertionError(
                    f"{shlex.join(command)} still runs, and under it {left}; "
                    f"it said:\n{out}{errors}"
                ) from None
            return None
        return subprocess.CompletedProcess(command, running.returncode, out, errors)

    @classmethod
    def make(cls, *words: object, **variables: str) -> None:
        done = cls.run_in(*words, **variables)
        if done.returncode != 0:
            raise RuntimeError(f"{words}\n{done.stdout}\n{done.stderr}")

    @classmethod
    def link_words(cls) -> list[str]:
        shown = shlex.split(cls.run_in(cls.mpicc, "-show").stdout)
        return [word for word in shown if word.startswith(("-L", "-l", "-Wl,"))]

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = Path(holder.name)
        cls.make(cls.mpicc, "-c", HERE / "side.c", "-o", "side.o")
        cls.make(cls.mpicc, "-DNEVER", "-c", HERE / "side.c", "-o", "never.o")

    @classmethod
    def fc(cls, name: str, side: str, *words: object) -> None:
        cls.make(
            cls.arauto, "fc", HERE / "program.f90", side, *words, *cls.link_words(), "-o", name
        )

    def job(self, images: int, *words: object, **variables: str) -> tuple[int, str, str]:
        """The program under the MPI's own mpirun."""
        done = self.run_in(*self.mpirun, "-n", images, *words, **variables)
        return done.returncode, done.stdout, done.stderr

    def expect(
        self, status: int, images: int, *words: object, out: str = RIGHT, **variables: str
    ) -> str:
        code, got, errors = self.job(images, *words, **variables)
        self.assertEqual((code, out in got), (status, True), f"{words}\n{got}\n{errors}")
        return errors


class OursFirst(Case):
    """Compiled by gfortran, the library of coarrays before the MPI, as wrappers do it."""

    program = "./ours"

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        folder = cls.arauto.parent.parent / "lib"
        shown = cls.run_in(cls.arauto, "fc", "--show", "never.o", "-o", "ours").stdout
        names = [word for word in shlex.split(shown) if word.startswith("-lcaf_arauto")]
        cls.fc("ours", "side.o", f"-L{folder}", "-Wl,--no-as-needed", *names)
        cls.fc("ours_never", "never.o", f"-L{folder}", "-Wl,--no-as-needed", *names)


class Ours(OursFirst):
    """Tests which side begins and ends MPI, how images end, and how a job is started."""

    def test_the_program_initialises(self) -> None:
        for words in (["init"], ["thread", "finalize"], ["init", "early"]):
            with self.subTest(words):
                self.expect(0, 3, self.program, *words)

    def test_coarrays_initialise_where_the_program_never_does(self) -> None:
        for images in (1, 4):
            self.expect(0, images, f"{self.program}_never")

    def test_coarrays_initialise_when_told(self) -> None:
        for words in ([], ["init", "finalize"], ["thread", "early"]):
            with self.subTest(words):
                self.expect(0, 2, self.program, *words, ARAUTO_MPI_INIT="yes")

    def test_one_image_stops_and_the_others_finalise(self) -> None:
        self.expect(0, 3, self.program, "init", "stop", "finalize")
        self.expect(3, 3, self.program, "thread", "stop3", "finalize")
        self.expect(3, 3, f"{self.program}_never", "stop3")

    def test_error_stop_ends_those_that_wait_in_mpi(self) -> None:
        for program, words in ((self.program, ["init"]), (f"{self.program}_never", [])):
            code, out, errors = self.job(3, program, *words, "errorstop", "finalize")
            self.assertEqual(code, 5, errors)
            self.assertIn("ERROR STOP 5 (image 3)", errors + out)

    def test_an_image_fails_and_the_others_go_on(self) -> None:
        self.expect(0, 3, self.program, "init", "fail", "finalize")
        self.expect(0, 3, f"{self.program}_never", "fail")

    def test_an_image_ends_before_mpi_begins(self) -> None:
        code, out, errors = self.job(3, self.program, "first", "init")
        self.assertEqual(code, 4, errors)
        self.assertIn("ERROR STOP 4 (image 3)", errors + out)

    def test_mpi_is_left_alone_when_told(self) -> None:
        # The program's first call of it is a mistake then, which the MPI reports.
        code, out, _ = self.job(2, f"{self.program}_never", ARAUTO_MPI_INIT="no")
        self.assertNotEqual((code, out), (0, RIGHT))

    def test_arauto_run_finds_the_mpirun(self) -> None:
        for words in (["init", "finalize"], ["thread"]):
            done = self.run_in(self.arauto, "run", "-v", "-n", "4", self.program, *words)
            self.assertEqual((done.returncode, done.stdout), (0, RIGHT), done.stderr)
            self.assertIn("starts 4 images on localhost", done.stderr)
        done = self.run_in(self.arauto, "run", "-n", "3", self.program, "init", "stop3")
        self.assertEqual(done.returncode, 3, done.stderr)
        done = self.run_in(self.arauto, "run", "-n", "3", self.program, "init", "errorstop")
        self.assertEqual(done.returncode, 5, done.stderr)
        done = self.run_in(
            self.arauto, "run", "--counters", "-n", "2", self.program, "init", "finalize"
        )
        self.assertIn("counters of 2 images", done.stdout + done.stderr)

    def test_images_that_are_no_ranks_are_a_sentence(self) -> None:
        done = self.run_in(
            self.arauto, "run", "--mpi=no", "-n", "2", self.program, "init", ARAUTO_MPI_CHECK="yes"
        )
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("image 1: this image of 2 is rank 0 of 1 in MPI_COMM_WORLD", done.stderr)
        done = self.run_in(self.arauto, "run", "--mpi=no", "-n", "2", self.program, "init")
        self.assertIn("the size is 1 and should be 2", done.stdout + done.stderr)

    def test_between_nodes(self) -> None:
        self.expect(0, 4, f"{self.program}_never", ARAUTO_NODE_RANKS="1")
        self.expect(0, 4, self.program, "init", "stop", "finalize", ARAUTO_NODE_RANKS="2")


class OneRuntime(OursFirst):
    """With the library of MPI's one-sided calls as well: one job serves both."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.library = cls.arauto.parent.parent / "lib" / f"libarauto_mpi_{cls.abi}.so"
        if not cls.library.exists():
            raise unittest.SkipTest(f"{cls.library.name} is not built")
        source = HERE / "one_runtime.c"
        words = ["--compiler", cls.mpicc, "--mpi", source, "-o", "one"]
        cls.make(cls.arauto, "cc", *words, f"-L{cls.library.parent}", "-larauto")

    def job(self, images: int, *words: object, **variables: str) -> tuple[int, str, str]:
        return super().job(images, "env", f"LD_PRELOAD={self.library}", *words, **variables)

    def test_coarrays_initialise(self) -> None:
        self.expect(0, 2, self.program, ARAUTO_MPI_INIT="yes")
        self.expect(3, 2, f"{self.program}_never", "stop3")

    def test_the_programs_calls_only_answer_then(self) -> None:
        for words in (["init", "finalize"], ["thread", "early"], ["init", "window"]):
            with self.subTest(words):
                self.expect(0, 2, self.program, *words, ARAUTO_MPI_INIT="yes")

    def test_windows_are_ours(self) -> None:
        for words in (["init", "early"], ["thread", "finalize"], ["init", "stop"]):
            code, out, errors = self.job(3, self.program, "window", *words, ARAUTO_COUNTERS="on")
            self.assertEqual(code, 0, out + errors)
            self.assertRegex(out + errors, r"win_create +3 ")

    def test_either_may_begin_in_c(self) -> None:
        for first in ("mpi", "arauto"):
            with self.subTest(first):
                done = self.run_in(*self.mpirun, "-n", 3, "./one", first)
                self.assertEqual((done.returncode, done.stdout), (0, RIGHT), done.stderr)


class OtherOrder(Case):
    """The MPI before the library of coarrays: its calls are not passed on by the library."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.fc("other", "side.o")
        cls.fc("other_never", "never.o")

    def test_it_works_all_the_same(self) -> None:
        self.expect(0, 3, "./other", "init", "finalize")
        self.expect(0, 3, "./other", "thread", "stop", "finalize")
        self.expect(0, 3, "./other_never")


class Translated(Case):
    """By a compiler whose coarrays are translated."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        if not cls.other:
            raise unittest.SkipTest("flang is not installed")
        cls.fc("translated", "side.o", "--compiler", cls.other)
        cls.fc("translated_never", "never.o", "--compiler", cls.other)

    def test_it_works_likewise(self) -> None:
        self.expect(0, 3, "./translated", "init", "finalize")
        self.expect(3, 3, "./translated", "thread", "stop3", "finalize")
        self.expect(0, 3, "./translated_never")
        code, _, errors = self.job(3, "./translated_never", "errorstop")
        self.assertEqual(code, 5, errors)


class Solver(Case):
    """Exchanges of a solver: SYNC IMAGES with peers, atomic variables, events; near and far."""

    def test_three_ways_to_tell_a_peer(self) -> None:
        source = HERE / "exchange.f90"
        self.make(self.arauto, "fc", source, "side.o", *self.link_words(), "-o", "exchange")
        self.expect(0, 3, "./exchange")
        for ranks in ("1", "2"):
            self.expect(0, 3, "./exchange", ARAUTO_NODE_RANKS=ranks)

    def test_the_same_translated(self) -> None:
        if not self.other:
            self.skipTest("flang is not installed")
        words = ["--compiler", self.other, HERE / "exchange.f90", "side.o", *self.link_words()]
        self.make(self.arauto, "fc", *words, "-o", "translated")
        self.expect(0, 3, "./translated")
        self.expect(0, 3, "./translated", ARAUTO_NODE_RANKS="2")


class Newer(Case):
    """By gfortran 15 or 16, whose coarrays call a library of their own."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        # An MPI's libraries need those of this system, which may not be that of the compiler.
        words = ["-Wl,--allow-shlib-undefined", "--native", "--compiler", cls.other]
        cls.fc("newer", "side.o", *words)
        cls.fc("newer_never", "never.o", *words)
        words = [HERE / "exchange.f90", "side.o", *words, *cls.link_words()]
        cls.make(cls.arauto, "fc", *words, "-o", "exchange")

    def test_either_side_begins_and_ends(self) -> None:
        for words in (["init"], ["thread", "finalize"], ["init", "early"]):
            with self.subTest(words):
                self.expect(0, 3, "./newer", *words)
        self.expect(0, 3, "./newer_never")

    def test_images_end_on_their_own(self) -> None:
        self.expect(3, 3, "./newer", "thread", "stop3", "finalize")
        self.expect(0, 3, "./newer", "init", "fail", "finalize")
        code, out, errors = self.job(3, "./newer_never", "errorstop")
        self.assertEqual(code, 5, errors)
        self.assertIn("ERROR STOP 5 (image 3)", errors + out)

    def test_arauto_run_finds_the_mpirun(self) -> None:
        done = self.run_in(self.arauto, "run", "-n", "4", "./newer", "init", "finalize")
        self.assertEqual((done.returncode, done.stdout), (0, RIGHT), done.stderr)

    def test_between_nodes(self) -> None:
        for ranks in ("1", "2"):
            with self.subTest(ranks):
                self.expect(0, 4, "./newer", "init", "finalize", ARAUTO_NODE_RANKS=ranks)
                self.expect(0, 4, "./newer_never", ARAUTO_NODE_RANKS=ranks)

    def test_three_ways_to_tell_a_peer(self) -> None:
        self.expect(0, 3, "./exchange")
        for ranks in ("1", "2"):
            self.expect(0, 3, "./exchange", ARAUTO_NODE_RANKS=ranks)


class Fortran(Case):
    """Fortran's own interfaces of the MPI, by its wrapper."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        if not cls.mpifc:
            raise unittest.SkipTest("this MPI has no wrapper for Fortran")

    def test_both_modules_of_the_mpi(self) -> None:
        for module in ("mpi", "mpi_f08"):
            for never in (False, True):
                name = f"{module}_never" if never else module
                flags = [f"-DMODULE={module}"]
                flags += ["-DIS_F08"] if module != "mpi" else []
                flags += ["-DNEVER"] if never else []
                compiler = ["--compiler", self.mpifc]
                self.make(self.arauto, "fc", *compiler, *flags, HERE / "modules.F90", "-o", name)
                with self.subTest(name):
                    self.expect(0, 2, f"./{name}")
                    self.expect(0, 2, f"./{name}", ARAUTO_MPI_INIT="yes")

    def test_the_example(self) -> None:
        self.make(self.arauto, "fc", "--compiler", self.mpifc, EXAMPLE, "-o", "example")
        done = self.run_in(self.arauto, "run", "-n", "3", "./example")
        self.assertEqual(
            done.stdout, "heat 1000.000, on the images with odd numbers 890.413\n", done.stderr
        )


if __name__ == "__main__":
    Case.arauto = Path(sys.argv[1])
    Case.abi, Case.mpicc, Case.mpifc, Case.other = sys.argv[2:6]
    Case.mpirun = sys.argv[6:-1]
    del sys.argv[1:-1]
    unittest.main()
