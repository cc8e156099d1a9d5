# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Jobs that system launchers have started, on one machine: ranks and nodes, exit statuses,
deaths."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "multi"))

from jobs import PROGRAM, PROGRAMS, Job, JobTest, main

RANK_NODES = str(PROGRAMS / "rank_nodes")
AS_ROOT = {
    f"{who}_ALLOW_RUN_AS_ROOT{confirm}": "1"
    for who in ("OMPI", "PRTE")
    for confirm in ("", "_CONFIRM")
}


@dataclass(frozen=True)
class Launcher:
    """A launcher, and the option with which it goes on after deaths."""

    program: str
    options: tuple[str, ...]
    going_on: tuple[str, ...]  # empty: it ends the job with any options
    host: str  # what our processes call it

    def command(self, ranks: int, *words: str, goes_on: bool = False) -> list[str]:
        """The command line for a program and its arguments."""
        more = self.going_on if goes_on else ()
        return [self.program, *self.options, *more, "-n", str(ranks), *words]


def launchers() -> Iterator[Launcher]:
    """Those that the environment names, or that PATH has."""
    found = os.environ.get("ARAUTO_TEST_LAUNCHERS", "mpirun.openmpi:mpiexec.mpich")
    for program in filter(None, found.split(":")):
        try:
            said = subprocess.run(
                [program, "--version"], capture_output=True, text=True, check=False,
                stdin=subprocess.DEVNULL,
            ).stdout  # fmt: skip
        except OSError:
            continue
        if "HYDRA" in said:
            yield Launcher(program, (), (), "PMI-1")
        elif re.search(r"(Open MPI|OpenRTE)\) 4", said):
            yield Launcher(program, ("--oversubscribe",), ("--enable-recovery",), "PMIx")
        elif re.search(r"Open MPI\) |PRRTE", said):
            options = ("--map-by", ":oversubscribe")
            yield Launcher(program, options, ("--runtime-options", "recoverable"), "PMIx")


ALL = list(launchers())


class LauncherTest(JobTest):
    """Runs each test under each launcher."""

    def setUp(self) -> None:
        super().setUp()
        if not ALL:
            self.skipTest("no launcher (mpirun of Open MPI, prterun, mpiexec of MPICH) is here")

    def each(self) -> list[Launcher]:
        """The launchers to try one after the other."""
        return ALL

    def each_that_goes_on(self) -> list[Launcher]:
        """Those that do not end a job when a process has died."""
        found = [launcher for launcher in ALL if launcher.going_on]
        if not found:
            self.skipTest("no launcher that goes on after deaths is here")
        return found

    def under(self, launcher: Launcher, ranks: int, *words: str, goes_on: bool = False,
              **variables: str) -> Job:  # fmt: skip
        """Start a program under a launcher."""
        command = launcher.command(ranks, *words, goes_on=goes_on)
        return self.start_command(*command, env=AS_ROOT | variables)

    def ranks_of(self, job: Job) -> list[int]:
        """The processes of our program."""
        found = []
        for pid in sorted(job.processes()):
            try:
                if os.readlink(f"/proc/{pid}/exe") == str(Path(PROGRAM).resolve()):
                    found.append(pid)
            except OSError:
                continue
        return found


class Places(LauncherTest):
    """Each process gets its rank and its node."""

    def test_every_process_is_one_rank_of_the_launchers_job(self) -> None:
        for launcher in self.each():
            for ranks in (1, 2, 5):
                ended = self.under(launcher, ranks, PROGRAM, "hello").end()
                self.assertEqual((ended.status, ended.err), (0, ""))
                said = sorted(ended.out.split("\n")[:-1])
                self.assertEqual(said, [f"hello {i + 1} of {ranks}" for i in range(ranks)])

    def test_blobs_reach_everybody(self) -> None:
        for launcher in self.each():
            ended = self.under(launcher, 4, RANK_NODES).end()
            self.assertEqual((ended.status, ended.err), (0, ""))
            self.assertEqual(ended.out, f"nodes 0,0,0,0 by {launcher.host}\n")

    def test_with_the_setting_none_each_starts_a_job_of_its_own(self) -> None:
        for launcher in self.each():
            job = self.under(launcher, 2, PROGRAM, ARAUTO_BOOT="none", ARAUTO_NUM_IMAGES="2")
            self.assertEqual(sorted(job.end().out.split("\n")[:-1]),
                             ["hello 1 of 2"] * 2 + ["hello 2 of 2"] * 2)  # fmt: skip

    def test_arauto_run_starts_its_own_job_there_too(self) -> None:
        for launcher in self.each():
            arauto = os.environ["ARAUTO"]
            ended = self.under(launcher, 1, arauto, "run", "-n", "2", PROGRAM).end()
            self.assertEqual(sorted(ended.out.split("\n")[:-1]), ["hello 1 of 2", "hello 2 of 2"])


class Ends(LauncherTest):
    """The launcher's exit status shows how the job ended."""

    def test_a_stop_code_is_the_exit_status(self) -> None:
        for launcher in self.each():
            ended = self.under(launcher, 3, PROGRAM, "stop", "5", "5", "5").end()
            self.assertEqual(ended.status, 5)

    def test_an_error_stop_ends_all_with_one_sentence(self) -> None:
        for launcher in self.each():
            ended = self.under(launcher, 4, PROGRAM, "error", "3", "42").end()
            self.assertEqual(ended.status, 42)
            self.assertEqual(ended.err.count("the test asked for it"), 1, ended.err)
            self.assertEqual(ended.err.count("arauto: "), 1, ended.err)

    def test_an_exit_without_stop_ends_the_job(self) -> None:
        for launcher in self.each():
            ended = self.under(launcher, 3, PROGRAM, "exit", "2", "5").end()
            self.assertNotEqual(ended.status, 0)

    def test_a_death_ends_the_job(self) -> None:
        for launcher in self.each():
            for image in ("1", "3"):
                number = str(int(signal.SIGSEGV))
                ended = self.under(launcher, 3, PROGRAM, "die", image, number).end()
                self.assertNotEqual(ended.status, 0)

    def test_nothing_outlives_the_launcher(self) -> None:
        for launcher in self.each():
            job = self.under(launcher, 3, PROGRAM, "wait")
            job.wait_ready(3)
            os.kill(job.pid, signal.SIGKILL)
            job.end()


class Deaths(LauncherTest):
    """Where the launcher lets a job go on, the job itself decides."""

    def test_a_failed_image_does_not_end_the_job(self) -> None:
        for launcher in self.each():
            ended = self.under(launcher, 4, PROGRAM, "fail", "2").end()
            said = sorted(line for line in ended.out.split("\n") if line.startswith("told"))
            self.assertEqual(said, ["told 1", "told 3", "told 4"], ended)
            self.assertEqual(ended.status, 0, ended)

    def test_survivors_are_told_of_a_death(self) -> None:
        for launcher in self.each_that_goes_on():
            job = self.under(launcher, 3, PROGRAM, "survive", goes_on=True)
            job.wait_ready(3)
            os.kill(self.ranks_of(job)[1], signal.SIGKILL)
            ended = job.end()
            self.assertEqual(ended.out.count("told"), 2, ended)

    def test_a_job_that_does_not_look_at_failures_ends(self) -> None:
        for launcher in self.each_that_goes_on():
            job = self.under(launcher, 3, PROGRAM, "traffic", goes_on=True)
            job.wait_ready(3)
            os.kill(self.ranks_of(job)[1], signal.SIGKILL)
            ended = job.end()
            # Not the exit status: that of Open MPI 4 is 0 once it goes on.
            self.assertEqual(ended.err.count("has died, and the job ends"), 1, ended.err)


class Faults(LauncherTest):
    """A process that cannot join says why in one sentence."""

    def alone(self, **variables: str) -> tuple[int, str]:
        job = self.start_command(PROGRAM, "hello", env=variables)
        ended = job.end()
        self.assertEqual(ended.out, "")
        return ended.status, ended.err

    def test_a_launcher_that_does_not_answer(self) -> None:
        status, err = self.alone(PMI_FD="77", PMI_RANK="0", PMI_SIZE="2")
        self.assertEqual((status, err.count("\n")), (9, 1), err)
        self.assertRegex(err, "PMI_FD=77.*does not answer.*ARAUTO_BOOT=none")

    def test_a_setting_that_is_none(self) -> None:
        status, err = self.alone(ARAUTO_BOOT="mpi")
        self.assertEqual((status, err.count("\n")), (9, 1), err)
        self.assertIn("ARAUTO_BOOT is 'mpi', but it must be one of auto|pmix|pmi2|pmi1|none", err)

    def refused_beside(self, launcher: Launcher, other: str) -> str:
        """Run one such process and three of ours; return the one sentence that was said."""
        command = launcher.command(1, RANK_NODES, other, ":", "-n", "3", RANK_NODES)
        ended = self.start_command(*command, env=AS_ROOT).end()
        self.assertNotEqual(ended.status, 0)
        self.assertEqual(ended.err.count("arauto: "), 1, ended.err)
        return ended.err

    def test_programs_of_two_versions(self) -> None:
        for launcher in self.each():
            said = self.refused_beside(launcher, "version")
            self.assertRegex(said, "rank 1 of this job is linked with Arauto .* but rank 0 with")

    def test_programs_of_two_builds(self) -> None:
        for launcher in self.each():
            said = self.refused_beside(launcher, "built")
            self.assertRegex(said, r"but rank 0 with [0-9.]+ \(built thread, little-endian;")

    def test_a_heap_that_rank_0_cannot_have(self) -> None:
        for launcher in self.each():
            job = self.under(launcher, 3, PROGRAM, "hello", ARAUTO_HEAP_SIZE="big")
            ended = job.end()
            self.assertNotEqual(ended.status, 0)
            self.assertEqual(ended.err.count("ARAUTO_HEAP_SIZE is 'big'"), 1, ended.err)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
