# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares small sources that `arauto fc` has rewritten with their expected text, and has gfortran
compile them.

golden.py ARAUTO
"""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

from cases import (
    FIXED_HEAD,
    FIXED_TAIL,
    FREE_HEAD,
    FREE_TAIL,
    OPERATOR,
    parse,
    read_cases,
)
from rewritten import gfortran_accepts, rewrite, squeeze

ARAUTO = ""


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
        result = rewrite(ARAUTO, self.folder, name, head + case + tail)
        self.assertEqual((result.errors, result.text), ("", ""))
        self.assertEqual(gfortran_accepts(ARAUTO, self.folder, name, "-w", "-std=legacy"), "")

    def test_free_form(self) -> None:
        for name, case in read_cases("cases_free.txt").items():
            with self.subTest(name):
                head = FREE_HEAD
                if ".plus." in case:
                    head = OPERATOR + head.replace("use", "use operators\nuse", 1)
                self.check(case, head, FREE_TAIL, "a.f90")

    def test_free_form_untouched(self) -> None:
        for name, case in read_cases("cases_free_untouched.txt").items():
            with self.subTest(name):
                self.check_untouched(case, FREE_HEAD, FREE_TAIL, "a.f90")

    def test_fixed_form(self) -> None:
        for name, case in read_cases("cases_fixed.txt").items():
            with self.subTest(name):
                self.check(case, FIXED_HEAD, FIXED_TAIL, "a.f")

    def test_fixed_form_untouched(self) -> None:
        for name, case in read_cases("cases_fixed_untouched.txt").items():
            with self.subTest(name):
                self.check_untouched(case, FIXED_HEAD, FIXED_TAIL, "a.f")


if __name__ == "__main__":
    ARAUTO = sys.argv.pop(1)
    unittest.main()
