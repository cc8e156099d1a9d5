# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What tests with pretended hosts share: they are skipped, visibly, where a machine has none."""

from __future__ import annotations

import sys
import time
import unittest
from collections.abc import Callable

import hosts as pretended

CANNOT_ARRANGE = 77
WATCHDOG_S = 60


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Poll a condition; fail with a sentence when the watchdog barks."""
    end = time.monotonic() + WATCHDOG_S
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"after {WATCHDOG_S} s still not: {what}")
        time.sleep(0.01)


class HostsTest(unittest.TestCase):
    """A test with hosts."""

    def says(self, hosts: pretended.Hosts, name: str, line: str) -> str:
        """What a line of shell says on a host; it must succeed."""
        done = hosts.run(name, ["sh", "-c", line])
        self.assertEqual(done.returncode, 0, done)
        return str(done.stdout).strip()

    def sees_nothing_left(self, hosts: pretended.Hosts, name: str) -> None:
        """Wait until a host runs nothing more."""
        wait_until(lambda: not hosts.processes(name), f"{name} runs nothing more")


def main(cases: list[str]) -> int:
    """Run the named test cases; 77 with a sentence when this machine does not allow hosts."""
    try:
        with pretended.Hosts(1):
            pass
    except pretended.CannotArrange as reason:
        print(f"skipped: there are no pretended hosts: {reason}")
        return CANNOT_ARRANGE
    program = unittest.main(module="__main__", argv=["test", *cases, "-v"], exit=False)
    for test, why in program.result.skipped:
        print(f"skipped {test}: {why}")
    sys.stdout.flush()
    return 0 if program.result.wasSuccessful() else 1
