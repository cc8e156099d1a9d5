# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Traces of jobs over several nodes, pretended on this machine: one file, in which the clocks of
all nodes are joined, and posts between nodes are matched with the waits that they have ended. The
nodes' clocks are made wrong by half a second and 50 ppm each: what is found is the same.
"""

from __future__ import annotations

import sys
from typing import Any

from jobs import main
from source_lines_test import line_of
from trace_test import DELAY_S, ROUNDS, SURELY, TracedJobs
from traced_programs import DELAYED, SLEEP

WRONG_US = 500_000
# Between nodes, each round another image posts late, so that each is waited for in a third of them.
IN_TURN = """\
program in_turn
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*], go[*]
  integer :: i, j, me
  me = this_image()
  sync all
  do i = 1, 30
    if (me == 1) then
      do j = 2, 4
        event post (go[j])
      end do
      event wait (came, until_count=3) ! WAIT
    else
      event wait (go)
      if (me == 2 + mod(i, 3)) call delay
      event post (came[1]) ! POST
    end if
  end do
"""
# Many posts of many origins, few of them late.
CROWD = """\
program crowd
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: notify_type
  implicit none
  type(event_type) :: came[*]
  type(notify_type) :: told[*]
  real :: x(8)[*], y(8) = 1
  integer :: i, j, me
  me = this_image()
  sync all
  do i = 1, 300
    do j = 1, num_images()
      if (j == me) cycle
      event post (came[j])
      x(:)[j, NOTIFY=told] = y
    end do
    event wait (came, until_count=num_images() - 1) ! EVENTS
    notify wait (told, until_count=num_images() - 1) ! NOTIFICATIONS
    sync all
  end do
end program
"""


class TracesOverNodes(TracedJobs):
    """Nodes of one image, and of two."""

    def trace(self, program: str, node_ranks: int, wrong_us: int) -> dict[str, Any]:
        ended = self.run_traced(
            program, 4, ARAUTO_NODE_RANKS=str(node_ranks), ARAUTO_CLOCK_ERROR=str(wrong_us)
        )
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        found = self.findings()
        self.assertEqual([image["number"] for image in found["images"]], [1, 2, 3, 4])
        clocks = found["clocks"]
        self.assertEqual((clocks["nodes"], clocks["unknown"]), (4 // node_ranks, 0))
        self.assertEqual(clocks["late"], 0, clocks)
        # Else the comparison of clocks has not joined them, and shifts have.
        self.assertLess(clocks["longest_shift"], WRONG_US / 1e6 / 2, clocks)
        self.assertLess(clocks["uncertainty"], WRONG_US / 1e6 / 2, clocks)
        return found

    def test_delays_are_found_though_clocks_are_wrong(self) -> None:
        for number, (name, text) in enumerate(DELAYED.items()):
            program = self.compile(f"{name}.f90", text + SLEEP, "-g", "-O2")
            node_ranks = 1 + number % 2
            with self.subTest(program=name, node_ranks=node_ranks):
                self.trace(program, node_ranks, WRONG_US)
                self.check_expected(text, 4)

    def test_delays_are_found_where_clocks_are_right(self) -> None:
        text = DELAYED["post"]
        program = self.compile("post.f90", text + SLEEP, "-g", "-O2")
        for node_ranks in (1, 2):
            with self.subTest(node_ranks=node_ranks):
                self.trace(program, node_ranks, 0)
                self.check_expected(text, 4)

    def test_each_late_origin_is_named(self) -> None:
        program = self.compile("in_turn.f90", IN_TURN + SLEEP, "-g")
        for node_ranks in (1, 2):
            with self.subTest(node_ranks=node_ranks):
                found = self.trace(program, node_ranks, WRONG_US)
                wait, post = (line_of(f"! {mark}", IN_TURN) for mark in ("WAIT", "POST"))
                late = {
                    cause["culprit"]: cause["seconds"]
                    for cause in found["causes"]
                    if (cause["pattern"], cause["line"]) == ("late post", wait)
                    and cause["culprit_at"]["line"] == post
                }
                self.assertEqual(sorted(late), [2, 3, 4])
                for seconds in late.values():
                    self.assertGreaterEqual(seconds, SURELY * ROUNDS * DELAY_S, late)

    def test_every_wait_is_matched(self) -> None:
        program = self.compile("crowd.f90", CROWD, "-g")
        for node_ranks in (1, 2):
            with self.subTest(node_ranks=node_ranks):
                found = self.trace(program, node_ranks, WRONG_US)
                for mark, pattern in (
                    ("EVENTS", "late post"),
                    ("NOTIFICATIONS", "late notified put"),
                ):
                    line = line_of(f"! {mark}", CROWD)
                    causes = {c["pattern"] for c in found["causes"] if c["line"] == line}
                    self.assertIn(pattern, causes)
                    self.assertNotIn("not known", causes)

    def test_the_report_says_how_well_clocks_fit(self) -> None:
        program = self.compile("imbalance.f90", DELAYED["imbalance"] + SLEEP, "-g")
        ended = self.run_traced(program, 4, ARAUTO_NODE_RANKS="2")
        self.assertEqual(ended.status, 0, ended.err)
        self.assertRegex(ended.err, r"The clocks of 2 nodes are joined, to \d+ us")
        alone = self.run_traced(program, 4)
        self.assertNotIn("clocks", alone.err)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
