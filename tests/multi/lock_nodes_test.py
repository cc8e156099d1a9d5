# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Locks between (pretended) nodes: near ranks come first, and dead ranks leave locks to others."""

from __future__ import annotations

import os
import platform
import random
import signal
import sys
import unittest

from jobs import PROGRAMS, Ended, JobTest, main
from tier import IS_GATE

KILLED = 128 + signal.SIGKILL
TRAPPED = 128 + signal.SIGTRAP  # where the network's library holds signals back, a trap ends it
SEED = int(os.environ.get("ARAUTO_TEST_SEED", "1"))


class NodesTest(JobTest):
    """Starts the program of these tests."""

    def setUp(self) -> None:
        super().setUp()
        print(f"seed {SEED} (ARAUTO_TEST_SEED)")

    def locks(self, *words: str, images: int, near: int) -> Ended:
        """One job over nodes of `near` ranks."""
        program = str(PROGRAMS / "lock_nodes")
        environment = {"ARAUTO_NODE_RANKS": str(near)}
        return self.start_command(program, *words, images=images, env=environment).end()


class LockNear(NodesTest):
    """Two nodes of two ranks want one lock."""

    def test_near_ranks_come_first_but_not_for_ever(self) -> None:
        for host in (0, 3):
            ended = self.locks("near", str(host), images=4, near=2)
            self.assertEqual(ended.status, 0, ended)


class LockDeaths(NodesTest):
    """Rank 1 dies while it has the lock, hands it off, or requests a hand-off."""

    STEPS_MAX = 200_000
    STEPS_MIN = 1 << 14 if IS_GATE else 1 << 10
    SAMPLES = 1 if IS_GATE else 8

    def scene(self, name: str, survivors: int, steps: int = 0, near: int = 3) -> Ended:
        """One job; so many survivors get the lock, after or before the death."""
        ended = self.locks("dies", name, str(steps), images=6, near=near)
        self.assertIn(ended.status, (0, KILLED, TRAPPED), (name, steps, ended))
        self.assertEqual(ended.status == 0, "survived" in ended.out, (name, steps, ended))
        self.assertEqual(ended.out.count("got"), survivors, (name, steps, ended))
        return ended

    def sweep(self, name: str, survivors: int) -> None:
        """Let it die at some of the instructions of its release, whose number varies."""
        end = self.STEPS_MIN
        while self.scene(name, survivors, end).status == KILLED:
            end *= 2
            self.assertLess(end, self.STEPS_MAX, name)
        row = random.Random(SEED)
        for _ in range(self.SAMPLES):
            self.scene(name, survivors, int(end ** row.uniform(0.3, 1)))

    def test_a_user_of_another_node_that_dies_inside(self) -> None:
        self.scene("uses_other", 1)

    def test_an_owner_that_dies_while_another_is_inside(self) -> None:
        self.scene("handed_off", 2)

    def test_one_that_dies_while_it_requests(self) -> None:
        self.scene("requested", 1)

    def test_one_that_dies_in_the_queue_before_one_of_another_node(self) -> None:
        self.scene("waits", 1, near=2)

    def test_one_that_dies_in_the_queue_with_its_whole_node(self) -> None:
        self.scene("waits", 1, near=1)

    @unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction")
    def test_a_release_that_hands_off(self) -> None:
        self.sweep("hands_off", 2)

    @unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction")
    def test_a_release_that_hands_another_node_off(self) -> None:
        self.sweep("passes", 2)

    @unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction")
    def test_a_release_of_another_node(self) -> None:
        self.sweep("returns", 1)

    @unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction")
    def test_a_release_of_its_own_node(self) -> None:
        self.sweep("keeps", 1)

    @unittest.skipIf(platform.machine() != "x86_64", "only x86-64 traps after each instruction")
    def test_an_acquire_that_requests(self) -> None:
        row = random.Random(SEED)
        for _ in range(self.SAMPLES):
            self.scene("requests", 1, int(2000 ** row.uniform(0.3, 1)))


class LockNodesHammer(NodesTest):
    """Six ranks on three nodes, or on two, hammer one lock; three of them die at random moments."""

    ROUNDS = 10

    def test_the_living_get_the_lock(self) -> None:
        for hammering in range(self.ROUNDS):
            seed = SEED + hammering
            ended = self.locks("hammer", str(seed), images=6, near=2 + hammering % 2)
            self.assertEqual(ended.status, KILLED, (seed, ended))
            self.assertEqual(ended.out.count("got"), 3, (seed, ended))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
