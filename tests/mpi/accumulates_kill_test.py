# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Kills two of four processes at random instants while all accumulate to one memory.

    accumulates_kill_test.py PROGRAM LAUNCHER [OPTION...]

The launcher is stopped, so that the others live on: they must not wait for a lock that a dead one
held, and nothing that they have added may be lost. ARAUTO_TEST_DEATHS says how many times (6).
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

import kill_test

RANKS = 4
VICTIMS = (3, 2)


def run_once(launcher: list[str], program: str, name: str) -> None:
    """Start a job, kill two of its processes, and see that the others come to the end."""
    job = kill_test.Job(launcher, program, "", "")
    try:
        ready = kill_test.wait_until(lambda: all(job.has("ready", r) for r in range(RANKS)))
        if not kill_test.check(ready, f"{name}: the storm does not begin", job):
            return
        pids = job.pids()
        job.note_segments()
        keepers = [pid for pid in kill_test.descendants(job.launcher.pid) if pid not in pids]
        for pid in [*keepers, job.launcher.pid]:
            os.kill(pid, signal.SIGSTOP)
        for victim in VICTIMS:
            time.sleep(random.random() * 0.03)
            os.kill(pids[victim], signal.SIGKILL)
        time.sleep(0.3)
        (job.at / "enough").touch()
        done = kill_test.wait_until(lambda: all(job.has("survivor", r) for r in (0, 1)))
        if kill_test.check(done, f"{name}: a survivor waits still", job):
            for rank in (0, 1):
                told = (job.at / f"survivor.{rank}").read_text().strip()
                kill_test.check(told == "all well", f"{name}: survivor {rank}: {told}", job)
        for pid in [*keepers, job.launcher.pid]:
            os.kill(pid, signal.SIGCONT)
    finally:
        job.end()


def main() -> int:
    program, *launcher = sys.argv[1:]
    kill_test.RANKS = RANKS
    seed = int(os.environ.get("ARAUTO_TEST_SEED", "1"))
    print(f"seed {seed}", flush=True)
    random.seed(seed)
    deaths = int(os.environ.get("ARAUTO_TEST_DEATHS", "6"))
    for number in range(deaths):
        run_once(launcher, program, f"job {number}")
    print("all well" if not kill_test.faults else "\n".join(kill_test.faults))
    return 1 if kill_test.faults else 0


if __name__ == "__main__":
    sys.exit(main())
