# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted faults that format.py must find, and its messages for the files that its tools name."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import format as checker

HAS_TOOLS = all((checker.TOOLS / tool).exists() for tool in ("clang-format", "ruff"))
NO_TOOLS = "without clang-format and ruff (scripts/bootstrap.sh check) no fault can be found"


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

    @unittest.skipUnless(HAS_TOOLS, NO_TOOLS)
    def test_planted_faults_are_found(self) -> None:
        planted = {
            "src/os/a.cpp": "int  a;\n",
            "src/os/b.cpp": "int b;\n",
            "tests/a.py": "a = [1,2]\n",
            "tests/b.py": "import os\n",
        }
        with tempfile.TemporaryDirectory() as folder:
            for name in (".clang-format", "ruff.toml"):
                shutil.copy(checker.ROOT / name, folder)
            for name, text in planted.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            with mock.patch.object(checker, "ROOT", Path(folder)):
                self.assertEqual(checker.badly_formatted_sources(), {"src/os/a.cpp"})
                self.assertEqual(checker.badly_formatted_scripts(), {"tests/a.py"})
                faults = checker.broken_rules()
        self.assertEqual(len(faults), 1, faults)
        self.assertIn("tests/b.py:1:8: F401", faults[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
