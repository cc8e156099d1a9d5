# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/progress.py: what a terminal shows of a build and of tests."""

from __future__ import annotations

import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
SCRIPT = SOURCE / "scripts" / "progress.py"
sys.path.insert(0, str(SCRIPT.parent))

import progress  # noqa: E402

CTEST = """Test project /build
      Start 1: unit.one
 1/3 Test #1: unit.one ..........   Passed    0.10 sec
      Start 2: unit.two
 2/3 Test #2: unit.two ..........***Failed    0.10 sec
it is wrong
 3/3 Test #3: unit.three ........   Passed    0.10 sec

67% tests passed, 1 tests failed out of 3
"""


def shown(text: str, *words: str) -> str:
    command = [sys.executable, SCRIPT, *words]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode()


def on_screen(text: str) -> list[str]:
    """The lines that a terminal shows in the end."""
    return [re.split(r"\r\x1b\[K", line)[-1] for line in text.split("\n")]


class Estimate(unittest.TestCase):
    def test_counts_of_each_tool_are_read(self) -> None:
        for line, counts in (
            ("[210/800] Building CXX object a.o", (210, 800)),
            ("[  7%] Building CXX object a.o", (7, 100)),
            ("  12/2004 Test  #995: native.kinds ....   Passed", (12, 2004)),
            ("a.cpp:[3/4]: warning", None),
        ):
            self.assertEqual(progress.counts_in(line), counts)

    def test_the_time_left_is_that_of_the_rate_so_far(self) -> None:
        seen = progress.Progress("build", 100.0)
        self.assertEqual(seen.line(1, 101, 100.5), "build: 1 of 101")
        self.assertEqual(seen.line(21, 101, 110.5), "build: 21 of 101, about 40 s left")
        self.assertEqual(seen.line(51, 101, 610.0), "build: 51 of 101, about 8 min left")
        self.assertEqual(seen.line(101, 101, 620.0), "build: 101 of 101")

    def test_work_done_before_the_first_line_has_no_part_in_it(self) -> None:
        seen = progress.Progress("build", 0.0)
        seen.line(901, 1000, 1.0)
        self.assertEqual(seen.line(910, 1000, 10.0), "build: 910 of 1000, about 90 s left")

    def test_a_tool_that_counts_anew_begins_anew(self) -> None:
        seen = progress.Progress("build", 0.0)
        seen.line(50, 50, 500.0)
        seen.line(1, 21, 500.0)
        self.assertEqual(seen.line(11, 21, 510.0), "build: 11 of 21, about 9 s left")


class Shown(unittest.TestCase):
    def test_of_tests_all_but_those_that_passed_stay(self) -> None:
        lines = on_screen(shown(CTEST, "release", "--all"))
        self.assertEqual(lines[0], "Test project /build")
        self.assertTrue(lines[1].startswith(" 2/3 Test #2: unit.two"), lines)
        self.assertEqual(
            lines[2:], ["it is wrong", "", "67% tests passed, 1 tests failed out of 3", ""]
        )

    def test_of_a_build_only_the_count_is_shown(self) -> None:
        text = "[1/2] one\na warning\n[2/2] two\n"
        self.assertEqual(on_screen(shown(text, "build")), ["build: 2 of 2", ""])


if __name__ == "__main__":
    unittest.main()
