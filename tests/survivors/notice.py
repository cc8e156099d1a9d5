# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the time from the death of a rank until its survivors learn of it.

    notice.py [--jobs N] [--images N] [--load N] [--stop-launcher]

`load` processes compute beside the job. With --stop-launcher the launcher is stopped before the
rank is killed, and goes on when the survivors have said that they know: for the tests, which fail
when they do not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import WATCHDOG_S

ARAUTO = os.environ.get("ARAUTO", "arauto")
PROGRAM = Path(os.environ.get("ARAUTO_TEST_PROGRAMS", ".")) / "notice"


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """Let so many processes compute meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def times_of_one(images: int, stops_launcher: bool) -> list[float]:
    """Kill one rank; return how many milliseconds later each survivor knew."""
    command = [ARAUTO, "run", "-n", str(images), str(PROGRAM)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as job:
        assert job.stdout is not None
        victim = int(job.stdout.readline().split()[1])
        time.sleep(random.uniform(0.01, 0.1))
        if stops_launcher:
            job.send_signal(signal.SIGSTOP)
        killed_ns = time.monotonic_ns()
        os.kill(victim, signal.SIGKILL)
        told = []
        for _ in range(images - 1):
            word, when_ns, status = job.stdout.readline().split()
            assert (word, status) == ("told", "ARAUTO_ERR_FAILED"), status
            told.append((int(when_ns) - killed_ns) / 1e6)
        job.send_signal(signal.SIGCONT)
        job.wait(WATCHDOG_S)
    return told


def main() -> int:
    """Measure, and print minimum, median, 99th percentile and maximum."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=20)
    parser.add_argument("--images", type=int, default=4)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--stop-launcher", action="store_true")
    options = parser.parse_args()
    random.seed(int(os.environ.get("ARAUTO_TEST_SEED", "1")))
    signal.alarm(WATCHDOG_S + 5 * options.jobs)
    with load(options.load):
        times = sorted(
            ms
            for _ in range(options.jobs)
            for ms in times_of_one(options.images, options.stop_launcher)
        )
    late = times[min(len(times) - 1, len(times) * 99 // 100)]
    print(
        f"{len(times)} survivors knew after {times[0]:.1f} ms at least, "
        f"{statistics.median(times):.1f} ms in the median, {late:.1f} ms (99 %), "
        f"{times[-1]:.1f} ms at most"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
