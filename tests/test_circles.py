# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted circles that circles.py must find, and files without one."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import circles


def faults_of(files: dict[str, str], known: dict[str, str] | None = None) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return list(circles.check(Path(folder), known or {}))


CIRCLE = {
    "src/core/a.hpp": '#include "core/b.hpp"\n',
    "src/core/b.hpp": "",
    "src/core/b.cpp": '#include "core/b.hpp"\n#include "base/c.hpp"\n',
    "src/base/c.hpp": "",
    "src/base/c.cpp": '#include "base/c.hpp"\n#include "core/a.hpp"\n',
    "src/core/d.cpp": '#include "core/a.hpp"\n',
}


class Circles(unittest.TestCase):
    def test_a_circle_over_several_rooms_is_found(self) -> None:
        faults = faults_of(CIRCLE)
        self.assertEqual(len(faults), 1)
        self.assertIn("circle: src/base/c, src/core/a, src/core/b", faults[0])

    def test_modules_of_the_table_may_be_in_a_circle(self) -> None:
        self.assertEqual(faults_of(CIRCLE, {"src/core": "a b", "src/base": "c"}), [])

    def test_a_new_module_in_an_old_circle_is_found(self) -> None:
        self.assertIn("src/base/c: ", faults_of(CIRCLE, {"src/core": "a b"})[0])

    def test_a_name_of_the_table_without_a_circle_is_a_fault(self) -> None:
        faults = faults_of({"src/core/a.hpp": ""}, {"src/core": "a gone"})
        self.assertEqual(len(faults), 2)
        self.assertTrue(all("in no circle any more" in fault for fault in faults))

    def test_a_header_and_its_source_are_one_module(self) -> None:
        self.assertEqual(faults_of({"src/os/a.hpp": "", "src/os/a.cpp": '#include "a.hpp"\n'}), [])

    def test_includes_are_found_as_the_build_finds_them(self) -> None:
        for back in ("../core/a.hpp", "core/a.hpp"):
            files = {"src/core/a.hpp": '#include "os/b.hpp"', "src/os/b.hpp": f"#include <{back}>"}
            self.assertEqual(len(faults_of(files)), 1, back)

    def test_a_chain_is_no_circle(self) -> None:
        both = '#include "b.hpp"\n#include "c.hpp"\n'
        files = {"src/a.hpp": both, "src/b.hpp": '#include "c.hpp"\n', "src/c.hpp": ""}
        self.assertEqual(faults_of(files), [])

    def test_a_circle_of_imports_is_found_wherever_they_stand(self) -> None:
        below = "def f():\n    from .. import top\n"
        files = {"translator/p/top.py": "from .rules import RULES\n"}
        files["translator/p/rules/__init__.py"] = "from . import one\n"
        self.assertEqual(faults_of({**files, "translator/p/rules/one.py": "import re\n"}), [])
        faults = faults_of({**files, "translator/p/rules/one.py": below})
        self.assertIn("translator/p/rules, translator/p/rules/one, translator/p/top", faults[0])


if __name__ == "__main__":
    unittest.main()
