# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/progress.py and scripts/build.sh: what a terminal shows of a build and of tests."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
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


CMAKE = """#!/bin/sh
echo "[1/2] Building $*"
echo "a.cpp:1: warning: it is wrong" >&2
echo "[2/2] Linking"
exit 3
"""
PRINTED = "[1/2] Building --build folder -j 2\na.cpp:1: warning: it is wrong\n[2/2] Linking\n"


class Builds(unittest.TestCase):
    """scripts/build.sh, with a cmake that prints two steps and a warning, and fails."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "cmake").write_text(CMAKE)
        (self.folder / "cmake").chmod(0o755)

    def build(self, *words: object, output: int = subprocess.PIPE) -> str:
        command = [SCRIPT.with_name("build.sh"), *words, "title", "folder", "-j", "2"]
        done = subprocess.run(
            command,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"},
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        self.assertEqual(done.returncode, 3)
        return (done.stdout or b"").decode()

    def build_on_a_terminal(self, *words: object) -> list[str]:
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        self.build(*words, output=its)
        os.close(its)
        text = b""
        with contextlib.suppress(OSError):  # that all has been read
            while piece := os.read(ours, 4096):
                text += piece
        return on_screen(text.decode().replace("\r\n", "\n"))

    def test_without_a_terminal_all_is_printed_as_it_is(self) -> None:
        self.assertEqual(self.build(), PRINTED)

    def test_a_terminal_shows_how_far_it_is_and_what_is_wrong(self) -> None:
        lines = ["a.cpp:1: warning: it is wrong", "title: 2 of 2", ""]
        self.assertEqual(self.build_on_a_terminal(), lines)

    def test_with_a_log_a_terminal_shows_only_how_far_it_is(self) -> None:
        log = self.folder / "log"
        log.write_text("before\n")
        self.assertEqual(self.build_on_a_terminal("--log", log), ["title: 2 of 2", ""])
        self.assertEqual(log.read_text(), "before\n" + PRINTED)

    def test_with_a_log_nothing_is_printed_elsewhere(self) -> None:
        log = self.folder / "log"
        self.assertEqual(self.build("--log", log), "")
        self.assertEqual(log.read_text(), PRINTED)


if __name__ == "__main__":
    unittest.main()
