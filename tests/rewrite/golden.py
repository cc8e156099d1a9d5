# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what `arauto fc` makes of small sources with what it should, and has gfortran read it.

golden.py ARAUTO
"""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

import golden_cases as cases
from rewritten import gfortran_accepts, rewrite, squeeze

ARAUTO = ""
HINT = "arauto_fortran_notify_hint"


def parse(case: str) -> tuple[list[str], dict[int, str]]:
    """The lines of the source, and what is wanted of some, by index."""
    lines: list[str] = []
    wanted: dict[int, str] = {}
    for line in case.rstrip("\n").split("\n"):
        if line.startswith("=>"):
            result = line[2:].replace("S(", HINT + "_stat(").replace("H(", HINT + "(")
            wanted[len(lines) - 1] = squeeze(result)
        else:
            lines.append(line)
    return lines, wanted


class Golden(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def check(self, case: str, head: str, tail: str, name: str) -> None:
        lines, wanted = parse(case)
        source = head + "\n".join(lines) + "\n" + tail
        result = rewrite(ARAUTO, self.folder, name, source)
        self.assertEqual(result.errors, "")
        self.assertNotEqual(result.text, "", "nothing was rewritten")
        first = head.count("\n") + 1
        for number, line in enumerate(source.split("\n"), 1):
            index = number - first
            if index in wanted:
                self.assertEqual(result.line(name, number), wanted[index])
            elif not wanted and 0 <= index < len(lines):
                continue
            elif "implicit" not in line.lower():  # the interface follows this one
                self.assertEqual(result.line(name, number), squeeze(line))
        self.check_columns(result.text, source)
        self.assertEqual(gfortran_accepts(ARAUTO, self.folder, name), "")

    def check_columns(self, text: str, source: str) -> None:
        """No line grows."""
        longest = max(len(line) for line in source.split("\n"))
        for line in text.split("\n"):
            if "arauto_fortran" not in line:
                self.assertLessEqual(len(line), max(longest, 72))

    def check_untouched(self, case: str, head: str, tail: str, name: str) -> None:
        result = rewrite(ARAUTO, self.folder, name, head + case + "\n" + tail)
        self.assertEqual((result.errors, result.text), ("", ""))
        self.assertEqual(gfortran_accepts(ARAUTO, self.folder, name, "-w", "-std=legacy"), "")

    def test_free_form(self) -> None:
        for name, case in cases.FREE.items():
            with self.subTest(name):
                head = cases.FREE_HEAD
                if name == "operator as image":
                    head = cases.OPERATOR + head.replace("use", "use operators\nuse", 1)
                self.check(case, head, cases.FREE_TAIL, "a.f90")

    def test_free_form_untouched(self) -> None:
        for name, case in cases.UNTOUCHED.items():
            with self.subTest(name):
                head = cases.FREE_HEAD + cases.UNTOUCHED_NEEDS.get(name, "")
                self.check_untouched(case, head, cases.FREE_TAIL, "a.f90")

    def test_fixed_form(self) -> None:
        for name, case in cases.FIXED.items():
            with self.subTest(name):
                self.check(case, cases.FIXED_HEAD, cases.FIXED_TAIL, "a.f")

    def test_fixed_form_untouched(self) -> None:
        for name, case in cases.FIXED_UNTOUCHED.items():
            with self.subTest(name):
                self.check_untouched(case, cases.FIXED_HEAD, cases.FIXED_TAIL, "a.f")


if __name__ == "__main__":
    ARAUTO = sys.argv.pop(1)
    unittest.main()
