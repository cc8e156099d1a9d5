# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""standard_includes.py and headers_alone.py find planted faults, and no others.

test_includes.py C_COMPILER CXX_COMPILER
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILERS: list[str] = []


def run(script: str, *words: object) -> tuple[int, str]:
    command = [sys.executable, str(HERE / script), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.top = Path(holder.name).resolve()

    def write(self, name: str, text: str) -> Path:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class StandardIncludes(Folder):
    def check(self, text: str, faults: list[str]) -> None:
        self.write("src/room/a.cpp", text)
        status, said = run("standard_includes.py", self.top)
        self.assertEqual((status, said.splitlines()[:-1]), (1 if faults else 0, faults))

    def test_what_is_missing_is_named(self) -> None:
        fault = "src/room/a.cpp: uses uint8_t without <cstdint>"
        self.check("#include <string>\nenum class Kind : uint8_t { one };\n", [fault])
        fault = "src/room/a.cpp: uses std::max without <algorithm>"
        self.check("int f() { return std::max(1, 2); }\n", [fault])

    def test_an_include_may_come_from_a_header_of_ours(self) -> None:
        self.write("src/room/a.hpp", "#include <stdint.h>\n")
        self.check('#include "room/a.hpp"\nuint8_t x;\n', [])

    def test_comments_strings_and_other_names_are_no_uses(self) -> None:
        self.check('// std::max\nconst char* t = "uint8_t";\nint my_uint8_t; int maxima;\n', [])


class HeadersAlone(Folder):
    def setUp(self) -> None:
        super().setUp()
        c, cxx = COMPILERS
        precompiled = self.top / "build" / "cmake_pch.hxx"  # hides nothing
        self.write("build/cmake_pch.hxx", "#include <vector>\n")
        cxx = f"{cxx} -include {precompiled}"
        entries = [
            {"directory": str(self.top / "src"), "file": "a.c", "command": f"{c} -DGIVEN -c a.c"},
            {"directory": str(self.top / "src"), "file": "a.cpp", "command": f"{cxx} -c a.cpp"},
        ]
        self.write("build/compile_commands.json", json.dumps(entries))

    def check(self, status: int, words: str) -> None:
        got, said = run("headers_alone.py", self.top / "build", self.top)
        self.assertEqual(got, status, said)
        self.assertIn(words, said)

    def test_a_header_that_needs_another_is_found(self) -> None:
        self.write("src/good.hpp", "#include <vector>\nstd::vector<int> f();\n")
        self.check(0, "1 headers, 0 faults")
        self.write("src/bad.hpp", "std::vector<int> g();\n")
        self.check(1, "src/bad.hpp does not compile alone (c++)")

    def test_a_public_header_is_read_by_both_languages(self) -> None:
        self.write("include/a.h", "int class;\n")
        self.check(1, "include/a.h does not compile alone (c++)")

    def test_options_of_sources_beside_it_count(self) -> None:
        self.write("src/a.h", "#ifndef GIVEN\n#error no option\n#endif\n")
        self.check(0, "1 headers, 0 faults")

    def test_it_is_compiled_again_when_an_included_file_changes(self) -> None:
        inner = self.write("src/inner.inc", "int x;\n")
        header = self.write("src/a.hpp", '#include "inner.inc"\n')
        for path in (inner, header):
            os.utime(path, (1, 1))
        self.check(0, "1 headers, 0 faults")
        self.write("src/inner.inc", "unknown x;\n")
        self.check(1, "src/a.hpp does not compile alone")

    def test_what_is_not_installed_is_told(self) -> None:
        self.write("src/a.hpp", "#include <rdma/no_such.h>\n")
        self.check(0, "skipped src/a.hpp: rdma/no_such.h is not installed")


if __name__ == "__main__":
    COMPILERS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
