# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What format.py makes of the files that its tools name."""

from __future__ import annotations

import unittest

import format as checker


class Format(unittest.TestCase):
    def test_a_file_that_is_not_formatted_is_a_fault(self) -> None:
        faults = list(checker.check({"src/os/a.cpp", "tests/a.py"}, []))
        self.assertIn("clang-format -i src/os/a.cpp", faults[0])
        self.assertIn("ruff format tests/a.py", faults[1])

    def test_files_of_the_table_may_be_as_they_are(self) -> None:
        self.assertEqual(list(checker.check({"src/core/a.cpp"}, ["src/core"])), [])

    def test_an_entry_of_the_table_that_is_formatted_is_a_fault(self) -> None:
        faults = list(checker.check({"src/core/a.cpp"}, ["src/core", "src/api"]))
        self.assertEqual(len(faults), 1)
        self.assertIn("src/api: it is formatted", faults[0])


if __name__ == "__main__":
    unittest.main()
