# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The trace of a job over several hosts is one file with the records of all of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cases import (
    ARAUTO,
    LAUNCHERS,
    NO_LAUNCHER,
    WATCHDOG_S,
    HostsTest,
    launchers,
    main,
)
from hosts import Hosts

DELAY_S = 0.02
ROUNDS = 10
SURELY = 0.25  # of the delays: the waiting image may come late itself
WRONG_US = 500_000
# Image 4, of the other host, posts late to image 1, and comes late to image 2.
PROGRAM = """\
program late
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  interface
    integer(c_int) function usleep(us) bind(c)
      import c_int
      integer(c_int), value :: us
    end function
  end interface
  type(event_type) :: came[*]
  integer(c_int) :: ignored
  integer :: i, me
  me = this_image()
  sync all
  do i = 1, 10
    if (me == 4) ignored = usleep(20000_c_int)
    if (me == 4) event post (came[1]) ! POST
    if (me == 1) event wait (came) ! WAIT
    if (me == 2) sync images (4) ! PAIR
    if (me == 4) sync images (2) ! PARTNER
  end do
end program
"""


def line_of(mark: str) -> int:
    lines = PROGRAM.splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.endswith(f"! {mark}"))


class Traces(HostsTest):
    """Two hosts of two images, under each launcher, with clocks that differ."""

    def setUp(self) -> None:
        if not any(launchers().values()):
            self.skipTest(NO_LAUNCHER)
        for needed in (os.environ.get("ARAUTO_FC", "gfortran"), "addr2line"):
            if shutil.which(needed) is None:
                self.skipTest(f"{needed} is not installed")
        self.folder = Path(tempfile.mkdtemp(prefix="traces"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "late.f90").write_text(PROGRAM)
        words = [ARAUTO, "fc", "-g", "late.f90", "-o", "late"]
        subprocess.run(words, cwd=self.folder, check=True, timeout=WATCHDOG_S)

    def test_one_file_has_the_records_of_all_hosts(self) -> None:
        for launcher, path in launchers().items():
            if not path:
                continue
            file = self.folder / f"{launcher}.arauto"
            with self.subTest(launcher), Hosts(2) as hosts:
                words = [ARAUTO, "run", f"--trace={file}", "--hosts", "a:2,b:2", "-n", "4"]
                env = {
                    "ARAUTO_LAUNCHER": LAUNCHERS[launcher],
                    "ARAUTO_CLOCK_ERROR": str(WRONG_US),
                }
                done = hosts.run("a", [*words, str(self.folder / "late")], env, WATCHDOG_S)
                for name in hosts.names:
                    self.sees_nothing_left(hosts, name)
                self.assertEqual(done.returncode, 0, done)
                self.assertIn(f"the trace is in {file}", done.stderr)
                self.check(file)

    def check(self, file: Path) -> None:
        done = subprocess.run(
            [ARAUTO, "doctor", str(file), "--json", "-"],
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual([image["number"] for image in found["images"]], [1, 2, 3, 4])
        clocks = found["clocks"]
        self.assertEqual((clocks["nodes"], clocks["unknown"], clocks["late"]), (2, 0, 0), clocks)
        self.assertLess(clocks["longest_shift"], WRONG_US / 1e6 / 2, clocks)
        for pattern, wait, culprit in (
            ("late post", "WAIT", "POST"),
            ("late partner", "PAIR", "PARTNER"),
        ):
            seconds = sum(
                cause["seconds"]
                for cause in found["causes"]
                if cause["line"] == line_of(wait)
                and cause.get("culprit") == 4
                and cause["culprit_at"]["line"] == line_of(culprit)
                and cause["pattern"] in (pattern, "needless rendezvous")
            )
            self.assertGreaterEqual(seconds, SURELY * ROUNDS * DELAY_S, found["causes"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
