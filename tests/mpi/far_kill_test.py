# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Kills a process while its accumulate waits, at a process of another node, or for the lock of one
of its own node: none may hang.

    far_kill_test.py PROGRAM LAUNCHER [OPTION...]

The launcher is stopped, so that the others live on. The request of the dead process waits for the
target's lock on accumulates, which another process holds until the death is known at the target.
"""

from __future__ import annotations

import os
import signal
import sys
import time

from mpi_jobs import Job, check, report

RANKS = 4
VICTIM = 2
SURVIVORS = (0, 1, 3)
FAR_CASES = (("word", "alone"), ("word", "behind"), ("vector", "alone"))
NEAR_CASES = (("word", "queued"),)  # all on one node


def kill_in_line(job: Job, name: str, how: str) -> None:
    """Kill the victim when its request waits, let the holder go on, and await the survivors."""
    if not check(job.comes("victim", VICTIM), f"{name}: no victim", job):
        return
    time.sleep(0.5)  # until the target has the request: if it has not, there is less to survive
    told = job.told("victim", VICTIM)
    check(told == "ready", f"{name}: the victim did not wait: {told}", job)
    if how == "queued":
        (job.at / "queue").touch()
        if not check(job.comes("witness", 3), f"{name}: no witness", job):
            return
        time.sleep(0.5)  # as above
    job.note_segments()
    with job.launcher_stopped():
        os.kill(job.pids()[VICTIM], signal.SIGKILL)
        known = job.comes("noticed", 0)
        check(known, f"{name}: the target does not learn of the death", job)
        (job.at / "release").touch()
        job.survive(name, SURVIVORS)


def main() -> int:
    program, *launcher = sys.argv[1:]
    for what, how in FAR_CASES if "ARAUTO_MPI_NODE" in os.environ else NEAR_CASES:
        name = f"{what}, {how}"
        began = time.monotonic()
        job = Job(launcher, program, RANKS, what, how)
        try:
            kill_in_line(job, name, how)
        finally:
            job.end()
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    return report()


if __name__ == "__main__":
    sys.exit(main())
