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

from mpi_jobs import Job, check, report

RANKS = 4
VICTIMS = (3, 2)


def run_once(launcher: list[str], program: str, name: str) -> None:
    """Start a job, kill two of its processes, and see that the others come to the end."""
    job = Job(launcher, program, RANKS)
    try:
        if not check(job.comes("ready", *range(RANKS)), f"{name}: the storm does not begin", job):
            return
        pids = job.pids()
        job.note_segments()
        with job.launcher_stopped():
            for victim in VICTIMS:
                time.sleep(random.random() * 0.03)
                os.kill(pids[victim], signal.SIGKILL)
            time.sleep(0.3)
            (job.at / "enough").touch()
            job.survive(name, set(range(RANKS)) - set(VICTIMS))
    finally:
        job.end()


def main() -> int:
    program, *launcher = sys.argv[1:]
    seed = int(os.environ.get("ARAUTO_TEST_SEED", "1"))
    print(f"seed {seed}", flush=True)
    random.seed(seed)
    deaths = int(os.environ.get("ARAUTO_TEST_DEATHS", "6"))
    for number in range(deaths):
        run_once(launcher, program, f"job {number}")
    return report()


if __name__ == "__main__":
    sys.exit(main())
