# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reports of jobs in which nothing moves: which images wait, in which statements."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from jobs import ARAUTO, WATCHDOG_S, Job, main, wait_until
from source_lines_test import SIGNAL_BASE, WithPrograms

HANG_S = 1
STILL_S = 0.3
SYSTEM_LAUNCHERS = ("mpirun.openmpi", "mpiexec.mpich")

FIVE_STATES = """\
program states
  use iso_fortran_env, only: event_type, lock_type
  type(event_type) :: came[*]
  type(lock_type) :: door[*]
  real, allocatable :: a(:)[:]
  if (this_image() == 1) lock (door)
  sync all
  print '(a)', 'ready'
  flush (6)
  select case (this_image())
  case (1)
    allocate (a(10)[*])
  case (4)
    event wait (came, until_count=2)
  case (5)
    call enter()
  case default
    sync all
  end select
contains
  subroutine enter()
    lock (door[1])
  end subroutine
end program
"""
STATES = [
    "image 1: allocate (a(10)[*]), states.f90:12; for images 2 to 5",
    "images 2, 3: sync all, states.f90:18; for images 1, 4, 5",
    "image 4: event wait (came, until_count=2), states.f90:14; has 0, needs 2",
    "image 5: lock (door[1]), states.f90:22 (in enter); image 1 holds it",
]
STATES_WITHOUT_LINES = [
    "image 1: allocate; for images 2 to 5",
    "images 2, 3: sync all; for images 1, 4, 5",
    "image 4: event wait; has 0, needs 2",
    "image 5: lock, procedure enter; image 1 holds it",
]
COUNTS = """\
program counts
  use iso_fortran_env, only: event_type, lock_type
  use arauto, only: notify_type
  type(event_type) :: came[*]
  type(lock_type) :: door[*]
  type(notify_type) :: told[*]
  integer :: x[*]
  if (this_image() == 1) lock (door)
  sync all
  print '(a)', 'ready'
  flush (6)
  select case (this_image())
  case (1)
    event post (came[2])
    x[4, notify=told] = 1
    sync images ([5, 4, 3])
  case (2)
    event wait (came, until_count=3)
  case (3)
    lock (door[1])
  case (4)
    notify wait (told, until_count=2)
  case (5)
    sync images (1)
    sync images ([2, 1])
  end select
end program
"""
COUNTED = [
    "image 1: sync images ([5, 4, 3]), counts.f90:16; for images 3, 4",
    "image 2: event wait (came, until_count=3), counts.f90:18; has 1, needs 3",
    "image 3: lock (door[1]), counts.f90:20; image 1 holds it",
    "image 4: notify wait (told, until_count=2), counts.f90:22; has 1, needs 2",
    "image 5: sync images ([2, 1]), counts.f90:25; for images 1, 2",
]
MANY_COUNTS = """\
program many
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer :: i
  sync all
  print '(a)', 'ready'
  flush (6)
  if (this_image() > 1) event wait (came, until_count=100 + this_image())
  sync all
end program
"""
MANY_COUNTED = [
    "image 1: sync all, many.f90:9; for images 2 to 7",
    "images 2 to 7: event wait (came, until_count=100 + this_image()), many.f90:8",
]
ONE_STOPS = """\
program early
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  print '(a)', 'ready'
  flush (6)
  if (this_image() == 1) stop
  event wait (came)
end program
"""
ONE_STOPPED = ["image 1: stopped", "images 2, 3: event wait (came), early.f90:7; has 0, needs 1"]
ONE_COMPUTES = """\
program slow
  use iso_fortran_env, only: int64
  integer(int64) :: start, now, rate
  real, volatile :: x = 0
  call system_clock(start, rate)
  if (this_image() == 2) then
    do
      x = x + 1
      call system_clock(now)
      if (now - start > SECONDS * rate) exit
    end do
  end if
  sync all
  if (this_image() == 1) print '(a)', 'done'
end program
"""


def states_in(lines: list[str]) -> list[str]:
    """Return the states that a launcher has reported; a compiler's library may say more
    meanwhile."""
    start = "arauto:   "
    return [line.removeprefix(start) for line in lines if line.startswith(start)]


def far(line: str) -> str:
    """Return the line where the lock is on another node."""
    return line.replace("image 1 holds it", "behind image 1")


class WithStandstills(WithPrograms):
    """Starts programs in which all images come to wait."""

    def start_waiting(
        self, program: str, images: int, by_hand: bool = False, hang_s: int = 0, node_ranks: int = 0
    ) -> Job:
        """Start a program in which all images come to wait, and wait until they do."""
        environment = {"ARAUTO_HANG": str(hang_s), "ARAUTO_NODE_RANKS": str(node_ranks)}
        job = Job(
            [program], images, by_hand, cwd=self.folder, env=environment, start_new_session=True
        )
        self.jobs.append(job)
        job.wait_ready(images)
        wait_until(lambda: self.shows_all(job), "all images show where they wait")
        return job

    def shows_all(self, job: Job) -> bool:
        """Whether all images show where they wait, and what they miss has not changed for a while:
        an image looks at that again only now and then."""
        lines = self.where(job.pid)
        if "begun" in lines or "not in a wait" in lines:
            return False
        time.sleep(STILL_S)
        return self.where(job.pid) == lines

    def where(self, pid: int) -> str:
        """Ask for the states of a job."""
        done = subprocess.run(
            [ARAUTO, "where", str(pid)],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


class Standstills(WithStandstills):
    """A job in which all wait says where."""

    def start_states(
        self, *words: str, by_hand: bool = False, hang_s: int = 0, node_ranks: int = 0
    ) -> Job:
        """Start images that all wait, in several statements, and wait until they do."""
        program = self.compile("states.f90", FIVE_STATES, *words)
        return self.start_waiting(program, 5, by_hand, hang_s, node_ranks)

    def command_of(self, launcher: str, program: str, images: int) -> list[str]:
        """Return the words by which a launcher of the system starts the program on this machine."""
        options = {
            "mpirun.openmpi": ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"],
            "mpiexec.mpich": [],
        }
        return [launcher, *options[launcher], "-n", str(images), program]

    def test_launchers_of_the_system_are_no_different(self) -> None:
        installed = [name for name in SYSTEM_LAUNCHERS if shutil.which(name)]
        if not installed:
            self.skipTest(f"none of {', '.join(SYSTEM_LAUNCHERS)} is installed")
        program = self.compile("states.f90", FIVE_STATES, "-g")
        for launcher in installed:
            with self.subTest(launcher):
                job = Job(
                    self.command_of(launcher, program, 5), cwd=self.folder,
                    env={"ARAUTO_HANG": str(HANG_S)}, start_new_session=True,
                )  # fmt: skip
                self.jobs.append(job)
                job.wait_ready(5)
                told: list[str] = []
                while len(told) < len(STATES):
                    line = job.process.stderr.readline()  # type: ignore[union-attr]
                    self.assertNotEqual(line, "", told)
                    told += states_in([line.rstrip("\n")])
                self.assertEqual(told, STATES)
                images = [
                    pid for pid in job.processes()
                    if Path(f"/proc/{pid}/exe").resolve() == Path(program).resolve()
                ]  # fmt: skip
                self.assertEqual(len(images), 5)
                for pid in images:
                    self.assertEqual(self.where(pid).splitlines(), STATES)
                time.sleep(2 * HANG_S)  # for a second report that must not come
                os.kill(job.pid, signal.SIGTERM)
                self.assertEqual(states_in(job.end().err.splitlines()), [])

    def test_where_says_it_for_each_process_of_a_job(self) -> None:
        for by_hand in (False, True):
            job = self.start_states("-g", by_hand=by_hand)
            for pid in (job.pid, job.launcher(), job.images()[0]):
                self.assertEqual(self.where(pid).splitlines(), STATES)
            job.kill_all()

    def test_signals_that_end_the_job_say_it(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            job = self.start_states("-g")
            if number == signal.SIGINT:
                os.killpg(job.pid, number)  # as Ctrl-C does
            else:
                os.kill(job.pid, number)
            ended = job.end()
            self.assertEqual(ended.status, SIGNAL_BASE + number)
            lines = ended.err.splitlines()
            first = next(line for line in lines if line.startswith("arauto: "))
            self.assertRegex(first, rf"^arauto: signal {int(number)} .* images 1 to 5 wait")
            self.assertEqual(states_in(lines), STATES)

    def test_the_images_of_all_pretended_nodes_are_told_once(self) -> None:
        for node_ranks in (1, 2):
            job = self.start_states("-g", node_ranks=node_ranks)
            expected = [far(line) for line in STATES]
            for pid in (job.pid, job.launcher(), job.images()[-1]):
                self.assertEqual(self.where(pid).splitlines(), expected)
            os.killpg(job.pid, signal.SIGINT)
            self.assertEqual(states_in(job.end().err.splitlines()), expected)

    def test_counts_partners_and_holders_are_told(self) -> None:
        for words in ((), ("--translate",)):
            program = self.compile("counts.f90", COUNTS, "-g", *words)
            for node_ranks in (0, 2):
                job = self.start_waiting(program, 5, node_ranks=node_ranks)
                expected = COUNTED if node_ranks == 0 else [far(line) for line in COUNTED]
                self.assertEqual(self.where(job.pid).splitlines(), expected)
                job.kill_all()

    def test_many_different_counts_are_left_out(self) -> None:
        job = self.start_waiting(self.compile("many.f90", MANY_COUNTS, "-g"), 7)
        self.assertEqual(self.where(job.pid).splitlines(), MANY_COUNTED)
        job.kill_all()

    def test_without_debug_information_the_statements_are_named(self) -> None:
        job = self.start_states()
        self.assertEqual(self.where(job.pid).splitlines(), STATES_WITHOUT_LINES)
        job.kill_all()

    def test_a_job_in_which_nothing_moves_says_it_once(self) -> None:
        job = self.start_states("-g", hang_s=HANG_S)
        time.sleep(4 * HANG_S)  # for a second report that must not come
        os.kill(job.pid, signal.SIGTERM)
        told = job.end().err.partition("arauto: signal")[0].splitlines()
        self.assertRegex(told[0], r"^arauto: nothing has moved for \d+ s, and all images wait:$")
        self.assertEqual(states_in(told), STATES)

    def test_a_job_whose_first_image_has_stopped_says_it(self) -> None:
        job = self.start_waiting(self.compile("early.f90", ONE_STOPS, "-g"), 3, hang_s=HANG_S)
        told: list[str] = []
        while len(told) < len(ONE_STOPPED):
            line = job.process.stderr.readline()  # type: ignore[union-attr]
            self.assertNotEqual(line, "", told)
            told += states_in([line.rstrip("\n")])
        self.assertEqual(told, ONE_STOPPED)
        job.kill_all()

    def test_a_job_in_which_one_computes_says_nothing(self) -> None:
        text = ONE_COMPUTES.replace("SECONDS", str(4 * HANG_S))
        program = self.compile("slow.f90", text, "-g")
        ended = self.run_program(program, 3, ARAUTO_HANG=str(HANG_S))
        self.assertEqual((ended.status, ended.out, ended.err), (0, "done\n", ""))

    def test_where_refuses_what_is_no_job(self) -> None:
        for words, sentence in (
            ((), "which process?"),
            (("none",), "which process?"),
            (("999999999",), "there is no process 999999999"),
            ((str(os.getpid()),), "is no job of this version of Arauto with an image"),
        ):
            done = subprocess.run(
                [ARAUTO, "where", *words], capture_output=True, text=True, timeout=WATCHDOG_S
            )
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, re.escape(sentence))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
