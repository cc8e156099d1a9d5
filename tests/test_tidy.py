# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted faults that tidy.py must find, and clean files in which it must find nothing."""

from __future__ import annotations

import tempfile
import unittest
import unittest.mock
from pathlib import Path

import tidy

ROOM = {"src/os/CMakeLists.txt": "arauto_room(os SOURCES a.cpp)\n"}
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
            faults_of(
                {"src/os/a.cpp": '#include "base/status.hpp"\n#include "os/a.hpp"\n', **ROOM}
            ),
            [],
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

    def test_a_sentence_that_counts_ranks_for_everybody_is_found(self) -> None:
        for words in ("rank %d has died", "the node of rank 0"):
            faults = faults_of({"src/core/a.cpp": f'log("{words}");\n'})
            self.assertTrue(any("name_of()" in fault for fault in faults), words)

    def test_a_lonely_pair_is_found(self) -> None:
        self.assertTrue(
            any(
                "only one end" in f for f in faults_of({"src/core/a.cpp": "// PAIR a.b: release\n"})
            )
        )

    def test_a_pair_with_two_ends_is_fine(self) -> None:
        self.assertEqual(
            faults_of({"src/os/a.cpp": "// PAIR a.b: release\n// PAIR a.b: acquire\n", **ROOM}), []
        )

    def test_relaxed_needs_a_reason(self) -> None:
        text = "x.load(std::memory_order_relaxed);\n"
        self.assertTrue(any("relaxed" in f for f in faults_of({"src/core/a.cpp": text})))
        self.assertEqual(faults_of({"src/os/a.cpp": "// relaxed because\n" + text, **ROOM}), [])

    def test_a_long_function_is_found(self) -> None:
        body = "void f() {\n" + "    g();\n" * 80 + "}\n"
        self.assertTrue(any("function has" in f for f in faults_of({"src/core/a.cpp": body})))

    def test_long_lines_and_long_files_are_found(self) -> None:
        self.assertTrue(
            any("characters" in f for f in faults_of({"src/core/a.cpp": "x" * 121 + "\n"}))
        )
        self.assertTrue(any("file has" in f for f in faults_of({"src/core/a.cpp": "\n" * 700})))

    def test_a_generated_file_may_be_long(self) -> None:
        self.assertEqual(faults_of({"frontends/mpi/generated/a.cpp": "\n" * 700}), [])

    def test_unfinished_marks_are_found(self) -> None:
        self.assertTrue(
            any("unfinished" in f for f in faults_of({"src/core/a.cpp": "// TO" + "DO later\n"}))
        )

    def assert_found(self, words: str, files: dict[str, str]) -> None:
        self.assertTrue(any(words in fault for fault in faults_of(files)), faults_of(files))

    def test_angle_brackets_hide_nothing(self) -> None:
        self.assert_found("must not include", {"src/base/a.cpp": "#include <core/team.hpp>\n"})

    def test_a_way_around_by_dots_is_found(self) -> None:
        self.assert_found("must not include", {"src/os/a.cpp": '#include "../core/team.hpp"\n'})

    def test_public_headers_stand_alone(self) -> None:
        self.assert_found(
            "must not include", {"include/arauto/a.h": '#include "base/status.hpp"\n'}
        )

    def test_transports_do_not_see_each_other(self) -> None:
        text = '#include "transport/shm/shm.hpp"\n'
        self.assert_found("another one's", {"src/transport/self/self.cpp": text})
        self.assertFalse(
            any("another" in f for f in faults_of({"src/transport/registry.cpp": text}))
        )

    def test_a_circle_in_the_table_is_found(self) -> None:
        self.assertEqual(list(tidy.check_table()), [])
        with unittest.mock.patch.dict(tidy.DIRECTIONS, {"src/base": ["core/"]}):
            self.assertIn("include each other", next(tidy.check_table()).text)

    def test_a_room_without_its_target_is_found(self) -> None:
        self.assert_found("there is no arauto_room", {"src/os/a.cpp": "\n"})

    def test_a_room_without_directions_is_found(self) -> None:
        self.assert_found("no line in the table", {"src/attic/a.cpp": "\n"})

    def test_a_forgotten_source_is_found(self) -> None:
        self.assert_found("is in no target", {"src/os/b.cpp": "\n", **ROOM})

    def test_missing_licence_lines_are_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tools" / "a.cpp"
            path.parent.mkdir()
            path.write_text("int a;\n")
            self.assertIn("SPDX", tidy.check_all(Path(folder))[0].text)

    def test_links_and_paths_to_nothing_are_found(self) -> None:
        self.assert_found("which is not there", {"README.md": "[map](docs/map.md)\n"})
        self.assert_found("which is not there", {"docs/a.md": "see `src/os/gone.cpp`\n"})
        good = "[a](docs/a.md#part) [web](https://example.org/x) `src/os/a.cpp`\n"
        files = {"README.md": good, "docs/a.md": "", "src/os/a.cpp": "\n", **ROOM}
        self.assertEqual(faults_of(files), [])


if __name__ == "__main__":
    unittest.main()
