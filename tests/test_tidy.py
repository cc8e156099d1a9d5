# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Planted faults that tidy.py must find, and clean files in which it must find nothing."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import tidy

ROOM = {
    "src/os/CMakeLists.txt": "arauto_room(os SEES base SOURCES a.cpp)\n",
    "src/os/README.md": "# The room os\n`a`\n",
}
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

    def test_a_module_that_its_page_does_not_name_is_found(self) -> None:
        page = "# The room os\n`a`, `b_*` and `c_<kind>`\n"
        files = {**ROOM, "src/os/README.md": page}
        names = ("a", "b_one", "c_two")
        known = {f"src/os/{name}.hpp": "#pragma once\n" for name in names}
        self.assertEqual(faults_of({**files, **known}), [])
        faults = faults_of({**files, "src/os/d.hpp": "#pragma once\n"})
        self.assertEqual(faults, ["src/os/README.md does not name d"])

    def test_a_name_that_is_not_in_its_file_is_found(self) -> None:
        files = {**ROOM, "src/os/a.hpp": "void here();\n"}
        self.assertEqual(faults_of({**files, "A.md": "`here` (`src/os/a.hpp`)\n"}), [])
        faults = faults_of({**files, "A.md": "`there` (`src/os/a.hpp`)\n"})
        self.assertEqual(faults, ["src/os/a.hpp has no there"])

    def test_an_include_upwards_is_found(self) -> None:
        self.assertTrue(
            any(
                "must not include" in f
                for f in faults_of({"src/base/a.cpp": '#include "team/team.hpp"\n'})
            )
        )

    def test_a_room_may_not_look_inside_a_transport(self) -> None:
        text = '#include "transport/shm/shm.hpp"\n'
        faults = faults_of({"src/runtime/a.cpp": text})
        self.assertTrue(any("must not include" in fault for fault in faults))

    def test_a_front_end_may_only_include_the_public_api(self) -> None:
        text = '#include "remote/rma.hpp"\n'
        self.assertTrue(
            any("must not include" in f for f in faults_of({"frontends/gfortran/a.cpp": text}))
        )

    def test_a_sentence_that_counts_ranks_for_everybody_is_found(self) -> None:
        for words in ("rank %d has died", "the node of rank 0"):
            faults = faults_of({"src/runtime/a.cpp": f'log("{words}");\n'})
            self.assertTrue(any("name_of()" in fault for fault in faults), words)

    def test_a_pair_needs_a_release_and_an_acquire(self) -> None:
        release = "x.store(1, std::memory_order_release); // PAIR a.b: raise\n"
        acquire = "// PAIR a.b: look\nif (x.load(\n    std::memory_order_acquire) != 0) {\n}\n"
        self.assert_found("'a.b' is at no acquire", {"src/os/a.cpp": release * 2, **ROOM})
        self.assert_found("'a.b' is at no release", {"frontends/mpi/a.cpp": acquire * 2})
        self.assertEqual(faults_of({"src/os/a.cpp": release + acquire, **ROOM}), [])

    def test_a_store_is_no_acquire_and_a_load_no_release(self) -> None:
        store = "x.store(1, std::memory_order_seq_cst); // PAIR a.b: raise\n"
        load = "x.load(std::memory_order_seq_cst); // PAIR a.b: look\n"
        self.assert_found("'a.b' is at no acquire", {"src/os/a.cpp": store, **ROOM})
        self.assert_found("'a.b' is at no release", {"src/os/a.cpp": load, **ROOM})
        self.assertEqual(faults_of({"src/os/a.cpp": store + load, **ROOM}), [])

    def test_what_orders_both_ways_is_both_ends_of_a_pair(self) -> None:
        for text in ("std::atomic_thread_fence(std::memory_order_seq_cst);", "word::add(x, 1);"):
            faults = faults_of({"src/os/a.cpp": f"// PAIR a.b: both\n{text}\n", **ROOM})
            self.assertEqual(faults, [], text)

    def test_an_ordered_atomic_without_a_label_is_found(self) -> None:
        for text in ("x.load(std::memory_order_acquire);", "__atomic_load_n(x, __ATOMIC_SEQ_CST);"):
            self.assert_found("without its label", {"frontends/mpi/a.cpp": text + "\n"})
        above = "// PAIR a.b: of another function\n\n" + "f();\n" * 6
        for text in (above, above.replace("\n\n", "\n")):
            files = {"frontends/mpi/a.cpp": text + "x.fetch_add(1, std::memory_order_acq_rel);\n"}
            self.assertEqual("\n\n" in text, "without its label" in str(faults_of(files)))

    def test_relaxed_needs_a_reason(self) -> None:
        text = "x.load(std::memory_order_relaxed);\n"
        self.assertTrue(any("relaxed" in f for f in faults_of({"src/runtime/a.cpp": text})))
        referring = "// relaxed because as above\n" + text
        self.assertTrue(any("relaxed" in f for f in faults_of({"src/runtime/a.cpp": referring})))
        self.assertEqual(faults_of({"src/os/a.cpp": "// relaxed because\n" + text, **ROOM}), [])

    def test_a_long_function_is_found(self) -> None:
        body = "void f() {\n" + "    g();\n" * 80 + "}\n"
        self.assertTrue(any("function has" in f for f in faults_of({"src/runtime/a.cpp": body})))

    def test_long_lines_and_long_files_are_found(self) -> None:
        self.assertTrue(
            any("characters" in f for f in faults_of({"src/runtime/a.cpp": "x" * 121 + "\n"}))
        )
        self.assertTrue(any("file has" in f for f in faults_of({"src/runtime/a.cpp": "\n" * 700})))

    def test_lines_of_fortran_may_be_longer_than_others(self) -> None:
        for name in ("examples/a.f90", "tests/mpi/a.inc"):
            self.assertEqual(faults_of({name: "x" * 132 + "\n", "tests/README.md": ""}), [])
            self.assert_found("133 characters, at most 132", {name: "x" * 133 + "\n"})

    def test_a_generated_file_may_be_long(self) -> None:
        page = {"frontends/mpi/README.md": "# MPI\n"}
        self.assertEqual(faults_of({"frontends/mpi/generated/a.cpp": "\n" * 700, **page}), [])

    def test_unfinished_marks_are_found(self) -> None:
        self.assertTrue(
            any("unfinished" in f for f in faults_of({"src/runtime/a.cpp": "// TO" + "DO later\n"}))
        )

    def assert_found(self, words: str, files: dict[str, str]) -> None:
        self.assertTrue(any(words in fault for fault in faults_of(files)), faults_of(files))

    def test_angle_brackets_hide_nothing(self) -> None:
        self.assert_found("must not include", {"src/base/a.cpp": "#include <team/team.hpp>\n"})

    def test_a_way_around_by_dots_is_found(self) -> None:
        self.assert_found("must not include", {"src/os/a.cpp": '#include "../team/team.hpp"\n'})

    def test_public_headers_stand_alone(self) -> None:
        self.assert_found(
            "must not include", {"include/arauto/a.h": '#include "base/status.hpp"\n'}
        )

    def test_transports_do_not_see_each_other(self) -> None:
        text = '#include "transport/shm/shm.hpp"\n'
        self.assert_found("another one's", {"src/transport/self/self.cpp": text})
        self.assertFalse(any("another" in f for f in faults_of({"src/transport/make.cpp": text})))

    def test_rooms_that_see_each_other_are_found(self) -> None:
        rooms = {
            "src/base/CMakeLists.txt": "arauto_room(base SEES os SOURCES a.cpp)\n",
            "src/os/CMakeLists.txt": "arauto_room(os SEES base SOURCES a.cpp)\n",
        }
        self.assert_found("sees itself", rooms)

    def test_a_room_without_its_target_is_found(self) -> None:
        self.assert_found("there is no arauto_room", {"src/os/a.cpp": "\n"})

    def test_a_room_without_directions_is_found(self) -> None:
        self.assert_found("no line in the table", {"src/attic/a.cpp": "\n"})

    def test_a_room_without_its_page_is_found(self) -> None:
        files = {"src/os/CMakeLists.txt": ROOM["src/os/CMakeLists.txt"], "src/os/a.cpp": ""}
        self.assert_found("has no README.md", files)

    def test_a_folder_without_its_page_is_found(self) -> None:
        for name in ("bench/a.py", "frontends/prif/a.cpp"):
            self.assert_found("has no README.md", {name: ""})

    def test_a_forgotten_source_is_found(self) -> None:
        self.assert_found("is in no target", {"src/os/b.cpp": "\n", **ROOM})

    def test_missing_licence_lines_are_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tools" / "a.cpp"
            path.parent.mkdir()
            for text in ("int a;\n", HEAD.replace("\n// ", " ") + "int a;\n"):
                path.write_text(text)
                self.assertIn("SPDX", tidy.check_all(Path(folder))[0].text)

    def test_a_comment_that_begins_with_half_a_sentence_is_found(self) -> None:
        halves = {
            "src/os/a.cpp": "/// What a rank has.\nint a;\n",
            "bench/a.h": "/**\n * Of a rank.\n */\nint a;\n",
            "tests/a.py": 'def a():\n    """Whose rank it is."""\n',
            "tests/a.f90": "  ! Who waits.\n  integer :: a\n",
            "src/os/head.cpp": "// What this file is for.\n",
        }
        for name, text in halves.items():
            faults = [f for f in faults_of({name: text}) if "comment begins" in f]
            self.assertEqual(len(faults), 1, name)
        for text in ("// The rank and\n// What it has.\n", "int a = 1; // of a rank\n"):
            faults = faults_of({"src/os/a.cpp": f"int b;\n{text}"})
            self.assertFalse([f for f in faults if "comment begins" in f], text)

    def test_links_and_paths_to_nothing_are_found(self) -> None:
        self.assert_found("which is not there", {"PLAN.md": "[map](docs/map.md)\n"})
        self.assert_found("which is not there", {"docs/a.md": "see `src/os/gone.cpp`\n"})
        good = "[a](docs/a.md#part) [web](https://example.org/x) `src/os/a.cpp`\n"
        files = {"PLAN.md": good, "docs/a.md": "", "src/os/a.cpp": "\n", **ROOM}
        self.assertEqual(faults_of(files), [])

    def test_long_lines_of_build_files_are_found(self) -> None:
        names = ("Makefile", ".ci/run", "src/os/CMakeLists.txt", "cmake/a.cmake", "scripts/a.sh")
        for name in names:
            line = "# " + "word " * 24 + "\n"
            self.assert_found("at most 120", {name: line, "src/os/README.md": "# os\n"})

    def test_long_lines_of_documents_are_found(self) -> None:
        line = "word " * 30 + "\n"
        for text in (line, "```\n```\n" + line):
            self.assert_found("more than 120", {"docs/new.md": text})
        for text in (
            f"```sh\n{line}```\n",
            f"| {line[:-1]}|\n",
            f"[a](https://example.org/{'x' * 120})\n",
        ):
            self.assertEqual(faults_of({"docs/new.md": text}), [])
        self.assert_found("row of the table is broken", {"docs/new.md": "| a\nb |\n"})

    def test_decisions_have_one_form_and_an_index(self) -> None:
        sections = "## Context\n## Decision\n## Refused\n## Consequences\n"
        whole = "# 0001: Locks\n\nStatus: accepted\n" + sections
        index = {"docs/decisions/README.md": "* [0001](0001-locks.md): Locks\n"}
        for text in (whole.replace("Status", "State"), whole.replace("## Refused\n", "")):
            self.assert_found("in this order", {"docs/decisions/0001-locks.md": text, **index})
        self.assert_found("no line for this", {"docs/decisions/0001-locks.md": whole})
        self.assertEqual(faults_of({"docs/decisions/0001-locks.md": whole, **index}), [])

    def test_too_many_functions_for_programs_are_found(self) -> None:
        count = tidy.PROGRAM_FUNCTIONS_MAX + 1
        text = "".join(f"ARAUTO_EXPORT int arauto_f{i}(\n    void);\n" for i in range(count))
        self.assert_found(f"{count} functions for programs", {"include/arauto/a.h": text})
        self.assertEqual(faults_of({"include/arauto/spi/a.h": text}), [])


if __name__ == "__main__":
    unittest.main()
