# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ends a process of an MPI job in the middle of a call that others wait in: none may hang.

    kill_test.py PROGRAM LAUNCHER [OPTION...]

Twice each: with the launcher as it is, which has to end the job, and with the launcher stopped,
when the survivors must notice by themselves (the dead one is not even collected then). The calls
are all that the program knows, or those named in ARAUTO_KILL_IN, with commas between.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RANKS = 3
LIMIT_S = 120.0  # only what hangs takes so long
AT_A_TIME = 2  # most of a case is waiting
WAITS = [
    "fence", "lock", "shared", "lock_all", "wait", "complete", "test",
    "notified0", "notified1", "notified2", "storm",
]  # fmt: skip
faults: list[str] = []


def state_of(pid: int) -> str:
    """The kernel's letter for a process, or X when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def is_alive(pid: int) -> bool:
    return state_of(pid) not in "ZX"


def wait_until(done, limit_s: float = LIMIT_S) -> bool:
    end = time.monotonic() + limit_s
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def descendants(pid: int) -> list[int]:
    found = []
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended meanwhile
        return []
    for child in children:
        found += [int(child), *descendants(int(child))]
    return found


def kill_if_alive(pid: int) -> None:
    if is_alive(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Job:
    """One run of the program."""

    def __init__(self, launcher: list[str], program: str, what: str, how: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.at = Path(self.folder.name)
        self.output = (self.at / "output").open("w+")
        self.segments: set[str] = set()
        words = [word for word in (what, how) if word]
        command = [*launcher, "-n", str(RANKS), program, *words, str(self.at)]
        self.launcher = subprocess.Popen(command, stdout=self.output, stderr=subprocess.STDOUT)

    def pids(self) -> list[int]:
        return [int((self.at / f"pid.{rank}").read_text()) for rank in range(RANKS)]

    def note_segments(self) -> None:
        """Files of the MPI's own in shared memory, which it leaves there when it is killed."""
        for pid in self.pids():
            with contextlib.suppress(OSError):
                maps = Path(f"/proc/{pid}/maps").read_text()
                self.segments.update(re.findall(r"/dev/shm/\S+", maps))

    def has(self, name: str, rank: int) -> bool:
        return (self.at / f"{name}.{rank}").exists()

    def is_ready(self) -> bool:
        """Whether the victim waits for its end, and all have reported their process numbers."""
        told = all(self.has("pid", rank) for rank in range(RANKS))
        return told and self.has("victim", RANKS - 1)

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


def with_launcher_stopped(job: Job, name: str) -> None:
    if not check(wait_until(job.is_ready), f"{name}: no victim", job):
        return
    pids = job.pids()
    time.sleep(0.3)  # until the others wait
    job.note_segments()
    keepers = [pid for pid in descendants(job.launcher.pid) if pid not in pids]
    for pid in [*keepers, job.launcher.pid]:
        os.kill(pid, signal.SIGSTOP)
    os.kill(pids[-1], signal.SIGKILL)
    noticed = wait_until(lambda: not any(is_alive(pid) for pid in pids))
    check(noticed, f"{name}: a survivor waits still", job)
    for pid in [*keepers, job.launcher.pid]:
        os.kill(pid, signal.SIGCONT)  # what the survivors have printed goes through them
    wait_until(lambda: job.launcher.poll() is not None)
    for rank in range(RANKS - 1):
        path = job.at / f"survivor.{rank}"
        told = path.read_text() if path.exists() else "(no answer)"
        good = "has ended" in told or "has died" in job.text()
        check(good, f"{name}: survivor {rank} was told: {told.strip()}", job)


def with_launcher(job: Job, name: str, how: str) -> None:
    if how == "kill":
        ready = wait_until(job.is_ready)
        if not check(ready, f"{name}: no victim", job):
            return
        time.sleep(0.3)
        job.note_segments()
        os.kill(job.pids()[-1], signal.SIGKILL)
    check(wait_until(lambda: job.launcher.poll() is not None), f"{name}: the job hangs", job)
    gone = wait_until(lambda: not any(is_alive(pid) for pid in job.pids()))
    check(gone, f"{name}: a process is left", job)
    check("STOP" not in job.text(), f"{name}: speaks of STOP to an MPI program", job)


def run_case(launcher: list[str], program: str, case: tuple[str, str, bool]) -> None:
    what, how, stopped = case
    name = f"{what}, {how}{', launcher stopped' if stopped else ''}"
    began = time.monotonic()
    job = Job(launcher, program, what, how)
    try:
        if stopped:
            with_launcher_stopped(job, name)
        else:
            with_launcher(job, name, how)
    finally:
        job.end()
    print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)


def main() -> int:
    program, *launcher = sys.argv[1:]
    memory = set(os.listdir("/dev/shm"))
    waits = os.environ.get("ARAUTO_KILL_IN", ",".join(WAITS)).split(",")
    cases = [(what, "kill", stopped) for what in waits for stopped in (False, True)]
    cases += [("fence", how, False) for how in ("leave", "abort")]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for done in [pool.submit(run_case, launcher, program, case) for case in cases]:
            done.result()
    left = [name for name in set(os.listdir("/dev/shm")) - memory if "arauto" in name]
    if left:
        faults.append(f"left in /dev/shm: {left}")
    print("all well" if not faults else "\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
