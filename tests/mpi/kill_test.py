# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ends a process of an MPI job in the middle of a call that others wait in: none may hang.

    kill_test.py PROGRAM LAUNCHER [OPTION...]

Twice each: with the launcher as it is, which has to end the job, and with the launcher stopped,
when the survivors must notice by themselves (the dead one is not even collected then). The calls
are all that the program knows, or those named in ARAUTO_KILL_IN, with commas between.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from mpi_jobs import Job, check, faults, report
from processes import comes_true, is_alive

RANKS = 3
VICTIM = RANKS - 1
AT_A_TIME = 2  # most of a case is waiting
WAITS = [
    "fence", "lock", "shared", "lock_all", "wait", "complete", "test",
    "notified0", "notified1", "notified2", "storm",
]  # fmt: skip


def await_victim(job: Job, name: str) -> bool:
    """Until all have reported their process numbers, the victim waits for its end, and the others
    probably for the victim."""
    is_ready = job.comes("pid", *range(RANKS)) and job.comes("victim", VICTIM)
    if check(is_ready, f"{name}: no victim", job):
        time.sleep(0.3)
        job.note_segments()
    return is_ready


def see_all_end(job: Job) -> bool:
    return comes_true(lambda: not any(is_alive(pid) for pid in job.pids()))


def with_launcher_stopped(job: Job, name: str) -> None:
    if not await_victim(job, name):
        return
    with job.launcher_stopped():
        os.kill(job.pids()[VICTIM], signal.SIGKILL)
        check(see_all_end(job), f"{name}: a survivor waits still", job)
    comes_true(job.has_ended)
    for rank in range(RANKS - 1):
        told = job.told("survivor", rank)
        good = "has ended" in told or "has died" in job.text()
        check(good, f"{name}: survivor {rank} was told: {told}", job)


def with_launcher(job: Job, name: str, how: str) -> None:
    if how == "kill":
        if not await_victim(job, name):
            return
        os.kill(job.pids()[VICTIM], signal.SIGKILL)
    check(comes_true(job.has_ended), f"{name}: the job hangs", job)
    check(see_all_end(job), f"{name}: a process is left", job)
    check("STOP" not in job.text(), f"{name}: speaks of STOP to an MPI program", job)


def run_case(launcher: list[str], program: str, case: tuple[str, str, bool]) -> None:
    what, how, stopped = case
    name = f"{what}, {how}{', launcher stopped' if stopped else ''}"
    began = time.monotonic()
    job = Job(launcher, program, RANKS, what, how)
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
    return report()


if __name__ == "__main__":
    sys.exit(main())
