# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Shows on a terminal how far a build or a run of tests is, in one line that renews itself, with an
estimate of the time left. Reads what ninja, make or CTest print.

    COMMAND 2>&1 | progress.py TITLE [--all]

With --all, lines that count nothing are shown as well, and those of tests that did not pass.
"""

from __future__ import annotations

import re
import sys
import time

COUNTED = (
    re.compile(r"\[(\d+)/(\d+)\] "),  # ninja
    re.compile(r"\[ *(\d+)(%)\] "),  # make
    re.compile(r" *(\d+)/(\d+) Test +#\d+: "),  # CTest
)
BEGINS = re.compile(r" +Start +\d+:")  # CTest
CLEAR = "\r\x1b[K"
LEAST_SECONDS = 2.0  # before them an estimate is chance


def counts_in(line: str) -> tuple[int, int] | None:
    """How many are done, of how many."""
    for pattern in COUNTED:
        if match := pattern.match(line):
            return int(match[1]), 100 if match[2] == "%" else int(match[2])
    return None


def time_left(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


class Progress:
    def __init__(self, title: str, start: float) -> None:
        self.title, self.start = title, start
        self.first: int | None = None  # how many were done when the first line came

    def line(self, done: int, total: int, now: float) -> str:
        if self.first is None or done < self.first:
            self.first, self.start = done - 1, self.start if self.first is None else now
        spent, new = now - self.start, done - self.first
        text = f"{self.title}: {done} of {total}"
        if spent < LEAST_SECONDS or done >= total:
            return text
        return f"{text}, about {time_left(spent / new * (total - done))} left"


def show(lines: object, progress: Progress, shows_all: bool) -> None:
    is_open = False  # the last line may be renewed
    for line in lines:
        counts = counts_in(line)
        if counts:
            sys.stdout.write(CLEAR + progress.line(*counts, time.monotonic()))
        is_told = "***" in line if counts else shows_all and not BEGINS.match(line)
        if is_told:
            sys.stdout.write((CLEAR if counts or is_open else "") + line)
        is_open = not is_told if counts or is_told else is_open
        sys.stdout.flush()
    if is_open:
        sys.stdout.write("\n")


if __name__ == "__main__":
    try:
        show(sys.stdin, Progress(sys.argv[1], time.monotonic()), "--all" in sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
