# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares whole files that `arauto fc` has rewritten with their expected text, and has gfortran
compile them.

units.py ARAUTO
"""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

from cases import HINT, parse, read_cases
from rewritten import gfortran_accepts, rewrite, squeeze

ARAUTO = ""
INTERFACE = (
    f"interfacefunction{HINT}(notify)bind(c)use,intrinsic::iso_c_binding,only:c_int"
    f"type(*),intent(in)::notifyinteger(c_int)::{HINT}endfunctionendinterface"
)


class Units(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def check(self, case: str, name: str) -> None:
        lines, wanted = parse(case)
        source = "\n".join(lines) + "\n"
        result = rewrite(ARAUTO, self.folder, name, source)
        self.assertEqual(result.errors, "")
        for index, line in enumerate(lines):
            got = result.line(name, index + 1).replace(INTERFACE, "I")
            self.assertEqual(got, wanted.get(index, squeeze(line)))

    def test_use(self) -> None:
        for name, case in read_cases("cases_use.txt").items():
            with self.subTest(name):
                self.check(case, "a.f90")
                self.assertEqual(gfortran_accepts(ARAUTO, self.folder, "a.f90", "-std=f2018"), "")

    def test_units(self) -> None:
        for name, case in read_cases("cases_units.txt").items():
            with self.subTest(name):
                self.check(case, "a.f90")
                if "notify=n] = 1\n=>I" not in case and "elemental" not in case:
                    self.assertEqual(gfortran_accepts(ARAUTO, self.folder, "a.f90"), "")

    def test_preprocessed(self) -> None:
        for name, case in read_cases("cases_preprocessed.txt").items():
            with self.subTest(name):
                self.check(case, "a.F90")
                self.assertEqual(gfortran_accepts(ARAUTO, self.folder, "a.F90", "-pedantic"), "")

    def test_a_preprocessed_file_keeps_what_its_markers_say(self) -> None:
        source = '# 1 "other.F90"\nprogram p\n# 20 "other.F90"\nx[1, notify=n] = 1\nend\n'
        result = rewrite(ARAUTO, self.folder, "a.f90", source)
        self.assertEqual(result.line("other.F90", 20), f"x[1+{HINT}(n)]=1")
        self.assertEqual(result.line("other.F90", 21), "end")


if __name__ == "__main__":
    ARAUTO = sys.argv.pop(1)
    unittest.main()
