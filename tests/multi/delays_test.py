# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto doctor FILE` finds delays that programs make on purpose: nearly all of their time, at the
right pattern, line and image.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from delayed_programs import DELAY_S, HABITS, MODULE, PROGRAMS, ROUNDS
from jobs import main
from source_lines_test import line_of
from trace_test import TracedJobs

FOUND = 0.95  # of the delays
SHORT_REPORT = 25  # lines


class Delays(TracedJobs):
    """Programs whose waits have known causes."""

    def test_delays_are_found(self) -> None:
        for name, text in PROGRAMS.items():
            with self.subTest(program=name):
                (self.folder / "delays.shared").write_bytes(bytes(4096))
                first, rest = text.split("program ", 1)
                whole = first + MODULE + "program " + rest
                program = self.compile(f"{name}.f90", whole, "-g")
                ended = self.run_traced(program, int(name[-1]))
                self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                self.assertLessEqual(len(ended.err.splitlines()), SHORT_REPORT, ended.err)
                found = self.findings()
                causes = found["causes"]
                self.check_path(found, int(re.findall(r"EXPECT.*?; (\d);", text)[0]))
                for expected in re.findall("^! EXPECT (.*)$", whole, re.MULTILINE):
                    self.check(expected.split("; "), whole, causes)

    def test_an_image_that_computes_more_is_named(self) -> None:
        (self.folder / "delays.shared").write_bytes(bytes(4096))
        program = self.compile("more.f90", MODULE + PROGRAMS["imbalance_4"], "-g")
        self.assertEqual(self.run_traced(program, 4).status, 0)
        report = self.doctor("arauto-trace.arauto").stdout
        self.assertRegex(report, r"\n  image 2 computes \d\.\d times as long as the mean: share")
        self.assertRegex(report, r"image 2 computes between .*more\.f90:\d+ and")

    def test_operations_that_could_be_fewer_are_counted(self) -> None:
        for name, text in HABITS.items():
            with self.subTest(program=name):
                program = self.compile(f"{name}.f90", text, "-g")
                ended = self.run_traced(program, 2)
                self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                expected = re.search("^! HABIT (.*)$", text, re.MULTILINE)
                assert expected is not None
                habit, mark, calls, size, stride, post = expected[1].split("; ")
                operations = self.findings()["operations"]
                self.assertEqual(len(operations), 1, operations)
                found = operations[0]
                self.assertEqual(found["habit"], habit)
                self.assertEqual(found["line"], line_of(f"! {mark}", text))
                counts = (found["calls"], found["bytes"], found["stride"])
                self.assertEqual(counts, (int(calls), int(size), int(stride)))
                line = 0 if post == "-" else line_of(f"! {post}", text)
                self.assertEqual(found["post_at"]["line"], line)

    def check_path(self, found: dict[str, Any], delayed: int) -> None:
        """The end has waited for the delays, and the path is as long as the run."""
        path = found["critical_path"]
        computes = [
            part["seconds"]
            for part in path
            if (part["image"], part["does"]) == (delayed, "computes")
        ]
        self.assertGreaterEqual(sum(computes), FOUND * ROUNDS * DELAY_S, path)
        self.assertLessEqual(sum(part["seconds"] for part in path), found["seconds"] * 1.000001)

    def check(self, expected: list[str], text: str, causes: list[dict[str, Any]]) -> None:
        pattern, waits, culprit, there, part = expected
        lines = [line_of(f"! {mark}", text) for mark in (waits, there)]
        found = [
            cause
            for cause in causes
            if cause["pattern"] == pattern
            and cause["line"] == lines[0]
            and cause.get("culprit") == int(culprit)
            and cause["culprit_at"]["line"] == lines[1]
        ]
        seconds = sum(cause["seconds"] for cause in found)
        self.assertGreaterEqual(seconds, FOUND * float(part) * ROUNDS * DELAY_S, (expected, causes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
