# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Says why tests were skipped: prints each reason that the last tests of a build folder gave, and
the tests that gave it. A test that skips only some of its cases counts as passed for CTest; its
reasons are printed too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

TEST = re.compile(r"^\d+/\d+ Testing: (\S+)$", re.MULTILINE)
REASONS = (
    re.compile(r"skipped(?: [^:]*)?: (.*)"),  # of our own programs
    re.compile(r".* \.\.\. skipped ['\"](.*)['\"]"),  # of unittest
)
GOOGLETEST = re.compile(r"\S+:\d+: Skipped")  # the reason is on the next line


def reasons_in(lines: list[str]) -> list[str]:
    """The reasons that the output of one test gives."""
    found = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        for pattern in REASONS:
            if match := pattern.fullmatch(line):
                found.append(match.group(1))
        if GOOGLETEST.fullmatch(line):
            found.append(following)
    return found


def tests_by_reason(log: str) -> dict[str, list[str]]:
    """The tests that gave each reason, by CTest's log, which holds the output of all."""
    tests_of: dict[str, list[str]] = {}
    parts = TEST.split(log)
    for name, output in zip(parts[1::2], parts[2::2], strict=True):
        lines = [line.rstrip() for line in output.splitlines()]
        for reason in dict.fromkeys(reasons_in(lines)):
            tests_of.setdefault(reason, []).append(name)
    return tests_of


def report(folder: Path, skipped: Iterable[str]) -> list[str]:
    """Prints the reasons that the last tests of a build folder gave. Returns the skipped tests that
    gave none."""
    log = Path(folder, "Testing/Temporary/LastTest.log")
    # There is none when CTest itself was ended.
    tests_of = tests_by_reason(log.read_text(errors="replace")) if log.exists() else {}
    for reason, names in tests_of.items():
        print(f"skipped ({reason}):", *names)
    told = {name for names in tests_of.values() for name in names}
    silent = sorted(set(skipped) - told)
    for name in silent:
        print(f"{name} was skipped and does not say why")
    return silent
