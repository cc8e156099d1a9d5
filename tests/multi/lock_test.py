# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Locks whose users die: the survivors get the lock, and never two at a time."""

from __future__ import annotations

import os
import platform
import signal
import sys
import unittest

from jobs import PROGRAMS, Ended, JobTest, main

KILLED = 128 + signal.SIGKILL
SEED = int(os.environ.get("ARAUTO_TEST_SEED", "1"))


class LockTest(JobTest):
    """Starts the program of these tests."""

    def setUp(self) -> None:
        super().setUp()
        print(f"seed {SEED} (ARAUTO_TEST_SEED)")

    def deaths(self, *words: str, images: int) -> Ended:
        """One job, whose survivors have all got the lock."""
        return self.start_command(str(PROGRAMS / "lock_deaths"), *words, images=images).end()


@unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction here")
class LockSteps(LockTest):
    """Rank 1 dies after each instruction in turn of a call."""

    STEPS_MAX = 20_000  # a build for a sanitizer needs a few thousand for a call
    STRIDE = 3  # where nobody waits for the victim; each run starts with another step

    def step(self, case: str, steps: int) -> str:
        """The output of the survivors when rank 1 dies after so many instructions."""
        ended = self.deaths("step", case, str(steps), images=3)
        self.assertIn(ended.status, (0, KILLED), (case, steps, ended))
        self.assertEqual(ended.status == 0, "survived" in ended.out, (case, steps, ended))
        return ended.out

    def first(self, case: str, word: str) -> int:
        """The smallest number of instructions from which on the word is said."""
        high = 64
        while word not in self.step(case, high):
            high *= 2
            self.assertLess(high, self.STEPS_MAX, f"{case}: never '{word}'")
        low = high // 2 if high > 64 else 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if word in self.step(case, middle) else (middle, high)
        return high

    def sweep(self, case: str, steps: range, survivors: int) -> None:
        for count in steps:
            out = self.step(case, count)
            said = out.count("got") + out.count("recovered")
            self.assertEqual(said, survivors, (case, count, out))

    def test_from_joining_a_queue_to_linking_into_it(self) -> None:
        joined = self.first("queued", "recovered")
        self.sweep("queued", range(max(joined - 5, 1), joined + 50), survivors=1)

    def test_all_through_an_unlock_that_hands_over(self) -> None:
        end = self.first("release", "survived")
        self.sweep("release", range(1, end), survivors=2)

    def test_all_through_a_lock_that_is_free(self) -> None:
        end = self.first("free", "survived")
        self.sweep("free", range(1 + SEED % self.STRIDE, end, self.STRIDE), survivors=2)

    def test_all_through_a_try_of_a_lock_that_is_free(self) -> None:
        end = self.first("try", "survived")
        self.sweep("try", range(1 + SEED % self.STRIDE, end, self.STRIDE), survivors=2)


class LockHammer(LockTest):
    """Six ranks hammer one lock; three of them die at random moments."""

    ROUNDS = 20

    def test_the_living_get_the_lock(self) -> None:
        for turn in range(self.ROUNDS):
            ended = self.deaths("hammer", str(SEED + turn), images=6)
            self.assertEqual(ended.status, KILLED, (SEED + turn, ended))
            self.assertEqual(ended.out.count("got"), 3, (SEED + turn, ended))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
