# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by tests that end processes of an MPI job: jobs whose programs tell by files in a folder
how far they are, and faults, which are collected until the end."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import comes_true, descendants, kill_if_alive

faults: list[str] = []


class Job:
    """One run of a program by an MPI's launcher. The program gets the words, and the folder in
    which each rank leaves files named EVENT.RANK."""

    def __init__(self, launcher: list[str], program: str, ranks: int, *words: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.at = Path(self.folder.name)
        self.ranks = ranks
        self.output = (self.at / "output").open("w+")
        self.segments: set[str] = set()
        command = [*launcher, "-n", str(ranks), program, *words, str(self.at)]
        self.launcher = subprocess.Popen(command, stdout=self.output, stderr=subprocess.STDOUT)

    def pids(self) -> list[int]:
        return [int((self.at / f"pid.{rank}").read_text()) for rank in range(self.ranks)]

    def note_segments(self) -> None:
        """Files of the MPI's own in shared memory, which it leaves there when it is killed."""
        for pid in self.pids():
            with contextlib.suppress(OSError):
                maps = Path(f"/proc/{pid}/maps").read_text()
                self.segments.update(re.findall(r"/dev/shm/\S+", maps))

    def has(self, event: str, *ranks: int) -> bool:
        return all((self.at / f"{event}.{rank}").exists() for rank in ranks)

    def comes(self, event: str, *ranks: int) -> bool:
        """Whether all these ranks come to the event before the job ends or the watchdog barks."""
        comes_true(lambda: self.has(event, *ranks) or self.has_ended())
        return self.has(event, *ranks)

    def has_ended(self) -> bool:
        return self.launcher.poll() is not None

    def told(self, event: str, rank: int) -> str:
        path = self.at / f"{event}.{rank}"
        return path.read_text().strip() if path.exists() else "(no answer)"

    @contextlib.contextmanager
    def launcher_stopped(self) -> Iterator[None]:
        """The launcher and its helpers neither collect a dead rank nor end the others."""
        ranks = self.pids()
        helpers = [pid for pid in descendants(self.launcher.pid) if pid not in ranks]
        stopped = [*helpers, self.launcher.pid]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)  # what survivors have printed goes through them

    def survive(self, name: str, ranks: Iterable[int]) -> None:
        """Checks that these ranks come to their end, and that all was well there."""
        ranks = list(ranks)
        if check(self.comes("survivor", *ranks), f"{name}: a survivor waits still", self):
            for rank in ranks:
                told = self.told("survivor", rank)
                check(told == "all well", f"{name}: survivor {rank}: {told}", self)

    def text(self) -> str:
        self.output.seek(0)
        return self.output.read()

    def end(self) -> None:
        """Whatever is left of it."""
        for pid in descendants(self.launcher.pid):
            kill_if_alive(pid)
        kill_if_alive(self.launcher.pid)
        self.launcher.wait()
        for path in self.at.glob("pid.*"):
            kill_if_alive(int(path.read_text()))
        for segment in self.segments:
            Path(segment).unlink(missing_ok=True)
        self.output.close()
        self.folder.cleanup()


def check(condition: bool, sentence: str, job: Job) -> bool:
    if not condition:
        faults.append(sentence)
        print(f"FAULT: {sentence}\n{job.text()[-2000:]}", flush=True)
    return condition


def report() -> int:
    """Prints the faults; the exit status of the test."""
    print("all well" if not faults else "\n".join(faults))
    return 1 if faults else 0
