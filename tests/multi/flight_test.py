# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The last calls of an image that dies, in the report of its death and in the file of a job that
breaks off: with --flight, and with a trace."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

from jobs import ARAUTO, WATCHDOG_S, Ended, Job, main
from processes import stat_of
from source_lines_test import SIGNAL_BASE, WithPrograms

# Image 2 dies by the signal of the first argument; by ERROR STOP with 0, by STOP 3 with -1.
PROGRAM = """\
program dies
  use iso_fortran_env, only: event_type
  use iso_c_binding, only: c_int
  interface
    subroutine raise_signal(number) bind(c, name='raise')
      import c_int
      integer(c_int), value :: number
    end subroutine
  end interface
  type(event_type) :: came[*], ready[*], never[*]
  integer :: a(100)[*]
  integer :: i
  character(len=8) :: how
  call get_command_argument(1, how)
  read (how, *) i
  if (i == -1) stop 3, quiet=.true.
  sync all
  if (this_image() == 2) then
    call work()
    event wait (ready)
    if (i == 0) error stop
    call raise_signal(int(i, c_int))
  else
    event wait (came)
    event post (ready[2])
    event wait (never)
  end if
contains
  subroutine work()
    integer :: k
    do k = 1, 50
      a(k)[1] = k
    end do
    a(1:100)[1] = a
    event post (came[1])
  end subroutine
end program
"""
# Image 2 dies after it has met one image, and then two of them.
PAIRS = """\
program pairs
  use iso_c_binding, only: c_int
  interface
    subroutine raise_signal(number) bind(c, name='raise')
      import c_int
      integer(c_int), value :: number
    end subroutine
  end interface
  select case (this_image())
  case (1)
    sync images (2)
    sync images (2)
  case (2)
    sync images (1)
    sync images ([1, 3])
    call raise_signal(9_c_int)
  case default
    sync images (2)
  end select
  sync all
end program
"""
MET = ["sync images (1), pairs.f90:14; with image 1", "sync images ([1, 3]), pairs.f90:15"]
LAST = [
    "sync all, dies.f90:17",
    "put, dies.f90:32 (in work); to image 1, 4 bytes (50 times)",
    "put, dies.f90:34 (in work); to image 1, 400 bytes",
    "event post (came[1]), dies.f90:35 (in work); to image 1",
    "event wait (ready), dies.f90:20",
]
OTHERS = ["event wait (came), dies.f90:24", "event post (ready[2]), dies.f90:25; to image 2"]
NEVER = "event wait (never), dies.f90:26"  # which image 1 may not have begun
TIME = re.compile(r"^  (not ended, begun )?(at most )?[0-9.]+ (s|ms|us) (before|ago): ")
FILE = re.compile(r"^arauto: the last calls of each image are in (.*)$", re.MULTILINE)


class Flights(WithPrograms):
    """A job of two images, of which one breaks it off."""

    def setUp(self) -> None:
        super().setUp()
        self.program = self.compile("dies.f90", PROGRAM, "-g")

    def run_job(self, *words: str, how: int, **settings: str) -> Ended:
        job = Job(
            [ARAUTO, "run", *words, "-n", "2", self.program, str(how)],
            cwd=self.folder,
            env=settings,
        )
        self.jobs.append(job)
        return job.end()

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob("arauto-*"))

    def calls(self, lines: list[str]) -> list[str]:
        """Strip the times of calls."""
        for line in lines:
            self.assertRegex(line, TIME)
        return [TIME.sub("", line) for line in lines]

    def calls_in(self, text: str) -> dict[int, list[str]]:
        """Read the calls of each image in a file."""
        head, *parts = re.split(r"^image (\d+), before its end:\n", text, flags=re.MULTILINE)
        self.assertEqual(head, "arauto flight\n")
        return {
            int(number): self.calls(lines.splitlines())
            for number, lines in zip(parts[::2], parts[1::2], strict=True)
        }

    def check_death(self, said: str) -> None:
        """The sentence of the death, and the calls after it."""
        start = "arauto: the last calls of image 2, before its end:\n"
        before, found, after = said.partition(start)
        self.assertIn("arauto: image 2 was killed by signal 9 (Killed)\n", before)
        self.assertTrue(found, said)
        lines = [
            line.removeprefix("arauto: ")
            for line in after.splitlines()
            if line.startswith("arauto:   ")
        ]
        self.assertEqual(self.calls(lines)[-5:], LAST)

    def test_a_death_shows_the_last_calls_and_the_file_those_of_all(self) -> None:
        ended = self.run_job("--flight", how=signal.SIGKILL)
        self.assertEqual(ended.status, SIGNAL_BASE + signal.SIGKILL)
        self.check_death(ended.err)
        (name,) = self.files()
        self.assertRegex(name, r"^arauto-flight\.\d+\.txt$")
        self.assertEqual(FILE.findall(ended.err), [name])
        text = (self.folder / name).read_text()
        calls = self.calls_in(text)
        self.assertEqual(calls[2][-5:], LAST)
        self.assertEqual([call for call in calls[1] if call != NEVER][-2:], OTHERS)
        self.assertEqual(text.count("not ended"), calls[1].count(NEVER))

    def test_partners_are_parts_of_one_call(self) -> None:
        pairs = self.compile("pairs.f90", PAIRS, "-g")
        words = [ARAUTO, "run", "--flight=./calls.txt", "-n", "3", pairs]
        job = Job(words, cwd=self.folder, env={})
        self.jobs.append(job)
        self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGKILL)
        calls = self.calls_in((self.folder / "calls.txt").read_text())
        self.assertEqual(calls[2][-2:], MET)

    def test_error_stop_and_a_file_of_a_name(self) -> None:
        ended = self.run_job("--flight=./calls.txt", how=0)
        self.assertEqual((ended.status, self.files()), (1, []))
        self.assertNotIn("before its end", ended.err)  # image 2 has said why it ends
        calls = self.calls_in((self.folder / "calls.txt").read_text())
        self.assertEqual(calls[2][-5:], LAST)

    def test_a_trace_shows_them_too(self) -> None:
        ended = self.run_job("--trace", how=signal.SIGKILL)
        self.check_death(ended.err)
        self.assertEqual(self.files(), ["arauto-trace.arauto"])
        both = self.run_job("--trace", "--flight", how=signal.SIGKILL)
        self.check_death(both.err)
        self.assertEqual(len(self.files()), 2)

    def test_a_job_that_ends_by_itself_leaves_no_file(self) -> None:
        ended = self.run_job("--flight", how=-1)
        self.assertEqual((ended.status, ended.err, self.files()), (3, "", []))

    def test_by_hand_and_by_signals(self) -> None:
        job = Job(
            [self.program, str(signal.SIGSTOP)],
            2,
            by_hand=True,
            cwd=self.folder,
            env={"ARAUTO_FLIGHT": "./calls.txt"},
        )
        self.jobs.append(job)
        while "T" not in {self.state(pid) for pid in job.images()}:
            self.assertIsNone(job.process.poll())
        for command in ("where", "doctor"):
            done = subprocess.run(
                [ARAUTO, command, str(job.pid)],
                cwd=self.folder,
                capture_output=True,
                text=True,
                check=True,
                timeout=WATCHDOG_S,
            )
            told = done.stdout.partition("the last calls of image 2:\n")[2]
            self.assertEqual(self.calls(told.splitlines()), LAST)
        os.kill(job.pid, signal.SIGTERM)
        self.assertEqual(job.end().status, SIGNAL_BASE + signal.SIGTERM)
        calls = self.calls_in((self.folder / "calls.txt").read_text())
        self.assertEqual(calls[2][-5:], LAST)

    @staticmethod
    def state(pid: int) -> str:
        """Return the state of a process: T is stopped."""
        return next(iter(stat_of(pid)), "")

    def test_a_bad_name_is_refused(self) -> None:
        ended = self.run_job("--flight=bad", how=-1)
        self.assertNotEqual(ended.status, 0)
        self.assertIn("ARAUTO_FLIGHT", ended.err)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
