# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto doctor` alone lists the jobs of this user that run on this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import partial

from jobs import ARAUTO, WATCHDOG_S, Job, main, wait_until
from source_lines_test import WithPrograms

# Image 1 computes, the others wait.
TWO_WAIT = """\
program two_wait
  use, intrinsic :: iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer, volatile :: i
  sync all
  if (this_image() > 1) event wait (came)
  do
    i = i + 1
  end do
end program
"""


def told(*words: str) -> str:
    done = subprocess.run(
        [*words, ARAUTO, "doctor"],
        capture_output=True,
        text=True,
        timeout=WATCHDOG_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


class JobsListed(WithPrograms):
    """Other tests may have jobs beside those that are looked for here."""

    def line_of_job(self, pid: int) -> list[str]:
        lines = re.findall(rf"^ +{pid} +(\d+) +(\d+) +(\S+ \S+) +(\S+)$", told(), re.M)
        return list(lines[0]) if lines else []

    def two_wait(self, job: Job) -> bool:
        return self.line_of_job(job.launcher())[:2] == ["3", "2"]

    def test_a_job_is_listed_until_it_ends(self) -> None:
        program = self.compile("two_wait.f90", TWO_WAIT)
        before = time.time()
        for by_hand in (False, True):
            with self.subTest(by_hand=by_hand):
                job = Job([program], 3, by_hand, cwd=self.folder)
                self.jobs.append(job)
                wait_until(partial(self.two_wait, job), "images 2 and 3 wait")
                pid = job.launcher()
                _, _, since, name = self.line_of_job(pid)
                self.assertEqual(name, os.path.realpath(program))
                began = time.mktime(time.strptime(since, "%Y-%m-%d %H:%M:%S"))
                self.assertTrue(before - 2 <= began <= time.time() + 2, since)
                os.kill(pid, signal.SIGTERM)
                job.end()
                self.assertEqual(self.line_of_job(pid), [])

    def test_there_are_none(self) -> None:
        if shutil.which("unshare") is None:
            self.skipTest("unshare (package util-linux) is not installed")
        words = ("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc")
        probe = subprocess.run([*words, "true"], capture_output=True, check=False)
        if probe.returncode != 0:
            self.skipTest("this system allows no namespace without other processes")
        self.assertRegex(told(*words), r"^No job of this user runs on this machine\. .*--install")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
