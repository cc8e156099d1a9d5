# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Kills a process while its accumulate waits at a process of another node: none may hang.

    far_kill_test.py PROGRAM LAUNCHER [OPTION...]

The launcher is stopped, so that the others live on. The request of the dead process waits for the
target's lock on accumulates, which another process holds until the death is known at the target.
"""

from __future__ import annotations

import os
import signal
import sys
import time

import kill_test

RANKS = 4
VICTIM = 2
SURVIVORS = (0, 1, 3)
CASES = (("word", "alone"), ("word", "behind"), ("vector", "alone"))


def kill_in_line(job: kill_test.Job, name: str) -> None:
    """Kill the victim when its request waits, let the holder go on, and await the survivors."""
    ready = kill_test.wait_until(lambda: job.has("victim", VICTIM))
    if not kill_test.check(ready, f"{name}: no victim", job):
        return
    pids = job.pids()
    time.sleep(0.5)  # until the target has the request: if it has not, there is less to survive
    told = (job.at / f"victim.{VICTIM}").read_text().strip()
    kill_test.check(told == "ready", f"{name}: the victim did not wait: {told}", job)
    job.note_segments()
    keepers = [pid for pid in kill_test.descendants(job.launcher.pid) if pid not in pids]
    for pid in [*keepers, job.launcher.pid]:
        os.kill(pid, signal.SIGSTOP)
    os.kill(pids[VICTIM], signal.SIGKILL)
    known = kill_test.wait_until(lambda: job.has("noticed", 0))
    kill_test.check(known, f"{name}: the target does not learn of the death", job)
    (job.at / "release").touch()
    done = kill_test.wait_until(lambda: all(job.has("survivor", r) for r in SURVIVORS))
    if kill_test.check(done, f"{name}: a survivor waits still", job):
        for rank in SURVIVORS:
            told = (job.at / f"survivor.{rank}").read_text().strip()
            kill_test.check(told == "all well", f"{name}: survivor {rank}: {told}", job)
    for pid in [*keepers, job.launcher.pid]:
        os.kill(pid, signal.SIGCONT)


def main() -> int:
    program, *launcher = sys.argv[1:]
    kill_test.RANKS = RANKS
    for what, how in CASES:
        name = f"{what}, {how}"
        began = time.monotonic()
        job = kill_test.Job(launcher, program, what, how)
        try:
            kill_in_line(job, name)
        finally:
            job.end()
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    print("all well" if not kill_test.faults else "\n".join(kill_test.faults))
    return 1 if kill_test.faults else 0


if __name__ == "__main__":
    sys.exit(main())
