# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Starts jobs for the launcher's tests, and finds their processes again after the launcher has
gone."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import CANNOT_ARRANGE, WATCHDOG_S, main, parent_of, wait_until

__all__ = [
    "ARAUTO",
    "CANNOT_ARRANGE",
    "PROGRAM",
    "PROGRAMS",
    "WATCHDOG_S",
    "Ended",
    "Job",
    "JobTest",
    "main",
    "parent_of",
    "wait_until",
]
ARAUTO = os.environ.get("ARAUTO", "arauto")
PROGRAMS = Path(os.environ.get("ARAUTO_TEST_PROGRAMS", "."))
PROGRAM = str(PROGRAMS / "launcher_program")
MARK = "ARAUTO_TEST_MARK"


@dataclass(frozen=True)
class Ended:
    """How a job ended."""

    status: int
    out: str
    err: str


class Job:
    """One job under test. `images` 0: the command is complete without options."""

    def __init__(self, command: list[str], images: int = 0, by_hand: bool = False, **more: object):
        """Start it: under `arauto run`, or by hand with ARAUTO_NUM_IMAGES."""
        self.mark = uuid.uuid4().hex
        environment = {k: v for k, v in os.environ.items() if k != "ARAUTO_NUM_IMAGES"}
        environment |= {MARK: self.mark, **dict(more.pop("env", {}))}  # type: ignore[call-overload]
        if images and by_hand:
            environment["ARAUTO_NUM_IMAGES"] = str(images)
        elif images:
            command = [ARAUTO, "run", "-n", str(images), *command]
        more.setdefault("stdin", subprocess.DEVNULL)
        self.process = subprocess.Popen(  # type: ignore[call-overload]
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
            **more,
        )

    @property
    def pid(self) -> int:
        """The process that the user started: the launcher's guardian."""
        return self.process.pid

    def launcher(self) -> int:
        """Find the launcher, the guardian's one child; 0 when it does not run."""
        return next((pid for pid in self.processes() if parent_of(pid) == self.pid), 0)

    def processes(self) -> set[int]:
        """Find every process that runs and descends from this job's command, orphans included."""
        found = set()
        for folder in Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and self.mark in (folder / "environ").read_text(
                    errors="replace"
                ):
                    found.add(int(folder.name))
            except OSError:
                continue
        return {pid for pid in found if parent_of(pid)}

    def images(self) -> list[int]:
        """Find the processes that the launcher has made, eldest first."""
        processes = self.processes()
        launchers = {pid for pid in processes if parent_of(pid) == self.pid}
        return sorted(pid for pid in processes if parent_of(pid) in launchers)

    def wait_ready(self, images: int) -> None:
        """Read the line 'ready' of every image."""
        for _ in range(images):
            line = self.process.stdout.readline()  # type: ignore[union-attr]
            if not line.startswith("ready"):
                raise AssertionError(f"an image said '{line}' instead of 'ready'")

    def end(self, text: str | None = None) -> Ended:
        """Wait for the end, and see that nothing of the job runs any more."""
        try:
            out, err = self.process.communicate(text, timeout=WATCHDOG_S)
        except subprocess.TimeoutExpired:
            left = self.processes()
            self.kill_all()
            raise AssertionError(f"the job hangs; processes {sorted(left)} were left") from None
        wait_until(lambda: not self.processes(), "all processes of the job have ended")
        return Ended(self.process.returncode, out, err)

    def kill_all(self) -> None:
        """End what is left of this job."""
        for pid in self.processes():
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                continue
        self.process.communicate()


class JobTest(unittest.TestCase):
    """Starts jobs; afterwards no process and nothing in /dev/shm may be left."""

    def setUp(self) -> None:
        """Remember what lies in /dev/shm."""
        self.jobs: list[Job] = []
        self.shm_before = self.shm()

    def tearDown(self) -> None:
        """See that the jobs have left nothing."""
        left = {pid for job in self.jobs for pid in job.processes()}
        for job in self.jobs:
            job.kill_all()
        self.assertEqual(left, set(), "processes were left")
        self.assertEqual(self.shm() - self.shm_before, set(), "files were left in /dev/shm")

    @staticmethod
    def shm() -> set[str]:
        """List what the runtime could have left."""
        return {entry.name for entry in Path("/dev/shm").glob("*arauto*")}

    def start(self, *words: str, images: int = 0, **more: object) -> Job:
        """Start the test program with these arguments."""
        job = Job([PROGRAM, *words], images, **more)  # type: ignore[arg-type]
        self.jobs.append(job)
        return job

    def start_command(self, *command: str, **more: object) -> Job:
        """Start any command."""
        job = Job(list(command), **more)  # type: ignore[arg-type]
        self.jobs.append(job)
        return job

    def both_ways(self, *words: str, images: int, **more: object) -> Iterator[Ended]:
        """Run once under `arauto run` and once by hand; yield how each ended."""
        for by_hand in (False, True):
            yield self.start(*words, images=images, by_hand=by_hand, **more).end()
