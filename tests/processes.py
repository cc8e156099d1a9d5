# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by tests that start jobs, on this machine, on pretended hosts and under an MPI: the state
of processes, waiting with a watchdog, and the end of a test program."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
import unittest
from collections.abc import Callable
from pathlib import Path

CANNOT_ARRANGE = 77  # the exit status of a test that this machine cannot run
WATCHDOG_S = 240  # for what hangs


def stat_of(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def is_alive(pid: int) -> bool:
    """Whether it runs: a process that was not yet collected does not."""
    fields = stat_of(pid)
    return bool(fields) and fields[0] not in "ZX"


def parent_of(pid: int) -> int:
    """The parent of a process that runs; 0 when there is none such."""
    fields = stat_of(pid)
    return int(fields[1]) if fields and fields[0] not in "ZX" else 0


def descendants(pid: int) -> list[int]:
    """Children of a process and theirs, each before its own."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended meanwhile
        return []
    return [each for child in children for each in (int(child), *descendants(int(child)))]


def command_of(pid: int) -> str:
    """Number, state and words of a process, for a message about what is left."""
    try:
        words = (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
    except OSError:
        words = "(ended meanwhile)"
    return f"{pid} {' '.join(stat_of(pid)[:1])} {words.strip()}"


def kill_if_alive(pid: int) -> None:
    if is_alive(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def comes_true(condition: Callable[[], bool]) -> bool:
    """Polls a condition; false when the watchdog barks."""
    end = time.monotonic() + WATCHDOG_S
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)  # a look may read all of /proc, or start a process
    return True


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Polls a condition; fails with a sentence when the watchdog barks."""
    if not comes_true(condition):
        raise AssertionError(f"after {WATCHDOG_S} s still not: {what}")


def main(cases: list[str]) -> int:
    """Runs the named test cases of the program; CANNOT_ARRANGE when every test was skipped."""
    result = unittest.main(module="__main__", argv=["test", *cases, "-v"], exit=False).result
    for test, reason in result.skipped:
        print(f"skipped {test}: {reason}")
    sys.stdout.flush()
    if not result.wasSuccessful():
        return 1
    return CANNOT_ARRANGE if result.testsRun == len(result.skipped) else 0
