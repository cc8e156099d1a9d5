# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted faults that tidy.py must find, and clean files in which it must find nothing."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import tidy

HEAD = "// SPDX-FileCopyrightText: x\n// SPDX-License-Identifier: y\n"


def faults_of(files: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(HEAD + text)
        return [fault.text for fault in tidy.check_all(Path(folder))]


class Tidy(unittest.TestCase):
    def test_clean_files_have_no_faults(self) -> None:
        self.assertEqual(
            faults_of({"src/os/a.cpp": '#include "base/status.hpp"\n#include "os/a.hpp"\n'}), []
        )

    def test_an_include_upwards_is_found(self) -> None:
        self.assertTrue(
            any(
                "must not include" in f
                for f in faults_of({"src/base/a.cpp": '#include "core/team.hpp"\n'})
            )
        )

    def test_core_may_not_look_inside_a_transport(self) -> None:
        text = '#include "transport/shm/shm.hpp"\n'
        self.assertTrue(any("must not include" in f for f in faults_of({"src/core/a.cpp": text})))

    def test_a_front_end_may_only_include_the_public_api(self) -> None:
        text = '#include "core/rma.hpp"\n'
        self.assertTrue(
            any("must not include" in f for f in faults_of({"frontends/gfortran/a.cpp": text}))
        )

    def test_a_lonely_pair_is_found(self) -> None:
        self.assertTrue(
            any(
                "only one end" in f for f in faults_of({"src/core/a.cpp": "// PAIR a.b: release\n"})
            )
        )

    def test_a_pair_with_two_ends_is_fine(self) -> None:
        self.assertEqual(
            faults_of({"src/core/a.cpp": "// PAIR a.b: release\n// PAIR a.b: acquire\n"}), []
        )

    def test_relaxed_needs_a_reason(self) -> None:
        text = "x.load(std::memory_order_relaxed);\n"
        self.assertTrue(any("relaxed" in f for f in faults_of({"src/core/a.cpp": text})))
        self.assertEqual(faults_of({"src/core/a.cpp": "// relaxed because\n" + text}), [])

    def test_a_long_function_is_found(self) -> None:
        body = "void f() {\n" + "    g();\n" * 80 + "}\n"
        self.assertTrue(any("function has" in f for f in faults_of({"src/core/a.cpp": body})))

    def test_long_lines_and_long_files_are_found(self) -> None:
        self.assertTrue(
            any("characters" in f for f in faults_of({"src/core/a.cpp": "x" * 121 + "\n"}))
        )
        self.assertTrue(any("file has" in f for f in faults_of({"src/core/a.cpp": "\n" * 700})))

    def test_unfinished_marks_are_found(self) -> None:
        self.assertTrue(
            any("unfinished" in f for f in faults_of({"src/core/a.cpp": "// TO" + "DO later\n"}))
        )


if __name__ == "__main__":
    unittest.main()
