# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""An MPI program whose ranks wait for each other in calls of libarauto_mpi says which call each of
them is in, under the MPI's launcher and under `arauto run`, and says it once.

    notify_standstill_test.py PROGRAM ARAUTO LAUNCHER [OPTION...]
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import CANNOT_ARRANGE, WATCHDOG_S, main
from tier import IS_GATE

PROGRAM, ARAUTO, *LAUNCHER = sys.argv[1:]
SOURCE = Path(__file__).with_name("notify_standstill.c")
HANG_S = 1
MARK = "arauto:   "
NOTIFIED = "MPI_Wait, {source}:{tags} (in wait_for_tags)"
FROM = "; has 0, needs 2 from image {image} with tag 7"
FROM_1, FROM_2 = FROM.replace("{image}", "1"), FROM.replace("{image}", "2")
# By the argument of the program. A name in braces stands for the line with that deadlock.
SAID = {
    "tags": ["image 1: " + NOTIFIED + FROM_2, "image 2: " + NOTIFIED + FROM_1],
    "counter": ["images 1, 2: MPI_Wait, {source}:{counter} (in wait_for_counter); has 0, needs 3"],
    "all": [
        "image 1: MPI_Waitall, {source}:{all} (in wait_for_all)" + FROM_2,
        "image 2: MPI_Waitall, {source}:{all} (in wait_for_all)" + FROM_1,
    ],
    "any": ["images 1, 2: MPI_Waitany, {source}:{any} (in wait_for_any)"],
    "exposure": [
        "image 1: MPI_Win_complete, {source}:{exposure} (in wait_for_exposure); "
        "for image 2 to post",
        "image 2: MPI_Win_complete, {source}:{exposure} (in wait_for_exposure); "
        "for image 1 to post",
    ],
    "lock": [
        "images 1, 2: MPI_Win_lock, {source}:{lock} (in wait_for_lock); for the lock of image 1"
    ],
    "fence": [
        "image 1: MPI_Win_fence, {source}:{fence} (in wait_for_fence); for image 2",
        "image 2: " + NOTIFIED + FROM_1,
    ],
    "request": [
        "image 1: MPI_Waitall, {source}:{request} (in wait_for_request); for image 2 to post",
        "image 2: MPI_Waitall, {source}:{request} (in wait_for_request); for image 1 to post",
    ],
    "free": [
        "image 1: MPI_Win_free, {source}:{free} (in wait_for_free); for image 2 to post",
        "image 2: " + NOTIFIED + FROM_1,
    ],
}


def lines_that_wait() -> dict[str, int]:
    """The lines of the program that its comments mark, by the deadlock's name."""
    lines = SOURCE.read_text().splitlines()
    found = (re.search(r"/\* deadlock: (\w+) \*/", line) for line in lines)
    return {match[1]: number for number, match in enumerate(found, 1) if match}


def expected(way: str) -> list[str]:
    lines = lines_that_wait()
    return [line.format(source=SOURCE.name, **lines) for line in SAID[way]]


class Standstills(unittest.TestCase):
    """Deadlocks of two ranks."""

    def start(self, launcher: list[str], way: str) -> subprocess.Popen[str]:
        clean = {k: text for k, text in os.environ.items() if not k.startswith("ARAUTO_")}
        clean |= {
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "ARAUTO_HANG": str(HANG_S),
        }
        job = subprocess.Popen(
            [*launcher, "-n", "2", PROGRAM, way],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=clean,
        )
        self.addCleanup(job.kill)
        return job

    def read_said(self, job: subprocess.Popen[str], count: int) -> list[str]:
        """The lines about images, as many as there must be."""
        watchdog = threading.Timer(WATCHDOG_S, job.kill)
        watchdog.start()
        said: list[str] = []
        others: list[str] = []
        for line in job.stderr:  # type: ignore[union-attr]
            (said if line.startswith(MARK) else others).append(line.rstrip("\n"))
            if len(said) == count:
                break
        watchdog.cancel()
        self.assertEqual(len(said), count, said + others)
        return [line.removeprefix(MARK) for line in said]

    def end(self, job: subprocess.Popen[str]) -> str:
        """End it, and return what it has said since."""
        job.terminate()
        return job.communicate(timeout=WATCHDOG_S)[1]

    def check(self, launcher: list[str], ways: Iterable[str]) -> None:
        for way in ways:
            with self.subTest(way):
                job = self.start(launcher, way)
                self.assertEqual(self.read_said(job, len(SAID[way])), expected(way))
                self.end(job)

    def test_under_the_launcher_of_the_mpi(self) -> None:
        self.check(LAUNCHER, ("all", "exposure", "lock") if IS_GATE else SAID)

    def test_under_arauto_run(self) -> None:
        self.check([ARAUTO, "run"], ("tags", "fence"))

    def test_it_is_said_once(self) -> None:
        job = self.start(LAUNCHER, "tags")
        self.read_said(job, len(SAID["tags"]))
        time.sleep(3 * HANG_S)  # for a second report, which must not come
        self.assertNotIn(MARK, self.end(job).partition("arauto: signal")[0])


if __name__ == "__main__":
    if shutil.which("addr2line") is None:
        print("skipped: addr2line (package binutils) is not installed")
        sys.exit(CANNOT_ARRANGE)
    sys.exit(main([]))
