# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Faults that clang_tidy.py must find, and when it checks a source again."""

from __future__ import annotations

import json
import subprocess
import tempfile
import unittest
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

import clang_tidy as checker

NO_TOOL = "without clang-tidy (scripts/bootstrap.sh check) no fault can be found"
FAULTY = """#include <string>
unsigned long count(std::string text);
unsigned long count(std::string text) { return text.size(); }
"""


class ClangTidy(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        patch = mock.patch.object(checker, "ROOT", self.top)
        patch.start()
        self.addCleanup(patch.stop)
        checker.text_of.cache_clear()

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        checker.text_of.cache_clear()

    @unittest.skipUnless(checker.TOOL.exists(), NO_TOOL)
    def test_a_planted_fault_is_found_until_it_is_mended(self) -> None:
        source, options = self.top / "src/a.cpp", ["-std=c++20"]
        self.write({"src/a.cpp": FAULTY})
        clean = self.top / "clean"
        for _ in range(2):
            (fault,) = checker.check_changed({source: options}, clean)
            self.assertRegex(fault, r"^src/a\.cpp:3:.*performance-unnecessary-value-param")
        self.write({"src/a.cpp": FAULTY.replace("string text", "string& text")})
        self.assertEqual(checker.check_changed({source: options}, clean), [])
        self.assertEqual(len(list(clean.iterdir())), 1)

    def test_the_key_is_the_same_in_another_checkout(self) -> None:
        keys = []
        for name in ("one", "other"):
            top = self.top / name
            with mock.patch.object(checker, "ROOT", top):
                self.write({f"{name}/src/a.cpp": '#include "b.hpp"\n', f"{name}/src/b.hpp": "\n"})
                keys.append(checker.key_of(top / "src/a.cpp", [f"-I{top}/src"], b""))
        self.assertEqual(keys[0], keys[1])

    def test_the_gate_sees_each_changed_file_once(self) -> None:
        self.write(
            {
                "src/a.cpp": '#include "a.hpp"\n#include "common.hpp"\n',
                "src/b.cpp": '#include "b.hpp"\n#include "common.hpp"\n',
                "src/c.cpp": '#include "b.hpp"\n#include "common.hpp"\n',
                **{f"src/{name}.hpp": "\n" for name in ("a", "b", "common")},
            }
        )
        sources: dict[Path, list[str]] = {self.top / f"src/{name}.cpp": [] for name in "abc"}

        def seen(*names: str) -> str:
            changed = {self.top / "src" / name for name in names}
            return "".join(sorted(path.stem for path in checker.sources_to_see(changed, sources)))

        self.assertEqual(seen("unrelated.md"), "")
        self.assertEqual(seen("c.cpp"), "c")
        self.assertEqual(seen("common.hpp"), "a")
        self.assertEqual(seen("b.hpp"), "b")
        self.assertEqual(seen("c.cpp", "b.hpp", "common.hpp"), "c")
        self.assertEqual(seen("a.hpp", "b.hpp", "common.hpp"), "ab")

    def test_the_gate_sees_what_differs_from_the_origin(self) -> None:
        def git(*arguments: str) -> None:
            person = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgSign=false")
            command = ("git", *person, *arguments)
            subprocess.run(command, cwd=self.top, check=True, capture_output=True)

        self.assertIsNone(checker.changed_files())  # not a repository
        git("init", "-q", "-b", "main")
        for name in ("old.cpp", "new.cpp"):
            self.write({name: "\n"})
            git("add", name)
            git("commit", "-q", "-m", name)
        self.assertIsNone(checker.changed_files())  # too few commits to tell
        git("update-ref", "refs/remotes/origin/main", "HEAD~1")
        self.assertEqual(checker.changed_files(), {self.top / "new.cpp"})
        git("update-ref", "refs/remotes/origin/main", "HEAD")
        with mock.patch.object(checker, "COMMITS", 1):
            self.assertEqual(checker.changed_files(), {self.top / "new.cpp"})
        self.write({".clang-tidy": "\n"})
        git("add", ".clang-tidy")
        with mock.patch.object(checker, "COMMITS", 1):
            self.assertIsNone(checker.changed_files())  # other rules

    @unittest.skipUnless(checker.TOOL.exists(), NO_TOOL)
    def test_a_source_that_does_not_compile_is_a_fault(self) -> None:
        self.write({"src/a.cpp": '#include "gone.hpp"\n'})
        faults = checker.check(self.top / "src/a.cpp", [])
        self.assertTrue(any("clang-diagnostic-error" in fault for fault in faults), faults)

    def test_the_key_follows_all_that_is_included(self) -> None:
        self.write({"src/a.cpp": '#include "base/b.hpp"\n', "src/base/b.hpp": '#include "c.hpp"\n'})

        def key(*options: str) -> str:
            checker.text_of.cache_clear()
            return checker.key_of(self.top / "src/a.cpp", [f"-I{self.top}/src", *options], b"")

        before = key()
        self.assertEqual(key(), before)
        self.assertNotEqual(key("-DNDEBUG"), before)
        self.write({"src/base/c.hpp": "int c();\n"})
        with_c = key()
        self.assertNotEqual(with_c, before)
        self.write({"src/base/c.hpp": "long c();\n"})
        self.assertNotEqual(key(), with_c)

    def test_a_source_is_checked_once_with_the_options_of_its_build(self) -> None:
        def entry(name: str, option: str) -> dict[str, str]:
            command = f"/usr/bin/c++ {option} -std=c++20 -o a.o -c {self.top}/{name}"
            return {"directory": "/", "file": f"{self.top}/{name}", "command": command}

        entries = [entry("src/a.cpp", "-DA"), entry("src/a.cpp", "-DB"), entry("tests/b.cpp", "")]
        self.write({"compile_commands.json": json.dumps(entries)})
        sources = checker.sources_of(self.top)
        self.assertEqual(sources, {self.top / "src/a.cpp": ["-DA", "-std=c++20"]})

    def test_of_precompiled_headers_our_own_stay(self) -> None:
        header = f"{self.top}/cmake_pch.hxx"
        self.write({"cmake_pch.hxx": '#include "/src/first.hpp"\n#include <vector>\n'})
        gcc = f"-DA -include b.hpp -include {header}"
        clang = f"-DA -include b.hpp -Xclang -include-pch -Xclang {header}.pch"
        clang += f" -Xclang -include -Xclang {header}"
        for options in (gcc, clang):
            command = f"/usr/bin/c++ {options} -o a.o -c a.cpp"
            entry = {"directory": "/", "file": f"{self.top}/src/a.cpp", "command": command}
            self.write({"compile_commands.json": json.dumps([entry])})
            (words,) = checker.sources_of(self.top).values()
            expected = ["-DA", "-include", "b.hpp", "-include", "/src/first.hpp"]
            self.assertEqual(words, expected)


if __name__ == "__main__":
    unittest.main(verbosity=2)
