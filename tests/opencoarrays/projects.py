# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A project that was written for OpenCoarrays is built and run as it is.

projects.py CMake BUILD CMAKE [NEWER GFORTRAN ...]
projects.py Fpm BUILD FPM
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unittest
from pathlib import Path

from names import NAMES, Case

PROJECT = Path(__file__).resolve().parent / "project"
FORTRAN = ["by_arauto", "by_caf_mpi", "by_caf_mpi_static"]


class Project(Case):
    tool: str
    newer: list[str]

    def setUp(self) -> None:
        super().setUp()
        self.project = self.folder / "project"
        shutil.copytree(PROJECT, self.project)


class CMake(Project):
    def build(self, *definitions: str, **variables: str) -> tuple[str, Path]:
        """CMake's output when it configures, and the folder of the programs."""
        made = self.folder / "made"
        shutil.rmtree(made, ignore_errors=True)
        said = self.good(self.project, self.tool, "-B", made, *definitions, **variables)
        self.good(self.project, self.tool, "--build", made, **variables)
        return said, made

    def passed_in(self, made: Path, **variables: str) -> list[str]:
        ctest = Path(self.tool).with_name("ctest")
        said = self.good(made, ctest, "--output-on-failure", **variables)
        return sorted(re.findall(r"Test +#\d+: (\w+) \.+ +Passed", said))

    def test_the_compiler_is_caf(self) -> None:
        said, made = self.build(FC="caf")
        self.assertRegex(said, "Fortran compiler identification is GNU")
        self.assertIn("Detecting Fortran compiler ABI info - done", said)
        self.assertEqual(self.passed_in(made), [*FORTRAN, "by_the_compiler", "in_c"])

    def test_the_compiler_is_a_gfortran(self) -> None:
        names = self.prefix / NAMES / "lib" / "cmake" / "OpenCoarrays"
        ours = self.prefix / "lib" / "cmake" / "Arauto"
        for compiler in ("gfortran", *self.newer):
            with self.subTest(compiler):
                plain = {"FC": compiler, "PATH": os.environ["PATH"]}
                words = [f"-DOpenCoarrays_DIR={names}", f"-DArauto_DIR={ours}"]
                _, made = self.build(*words, **plain)
                self.assertEqual(self.passed_in(made, **plain), [*FORTRAN, "in_c"])
                target = self.folder / "target"
                self.good(made, self.tool, "--install", made, "--prefix", target)
                self.good(self.folder, "cafrun", "-n", "2", target / "bin" / "by_arauto")

    def test_caf_wraps_a_newer_gfortran(self) -> None:
        for compiler in self.newer[-1:]:
            with self.subTest(compiler):
                _, made = self.build(FC="caf", ARAUTO_FC=compiler)
                passed = self.passed_in(made, ARAUTO_FC=compiler)
                self.assertEqual(passed, [*FORTRAN, "by_the_compiler", "in_c"])

    def test_what_is_installed(self) -> None:
        installed = self.folder / "installed"
        self.good(self.folder, self.tool, "--install", self.prefix, "--prefix", installed)
        path = f"{installed / NAMES / 'bin'}:{installed / 'bin'}:{os.environ['PATH']}"
        _, made = self.build(FC="caf", PATH=path)
        self.assertEqual(self.passed_in(made, PATH=path), [*FORTRAN, "by_the_compiler", "in_c"])
        found = self.good(made, self.tool, "-LA", "-N", ".")
        self.assertIn(f"OpenCoarrays_DIR:PATH={installed}", found)
        self.assertIn(f"Arauto_DIR:PATH={installed}", found)


class Fpm(Project):
    def test_it_runs(self) -> None:
        words = ["--compiler", "caf", "--runner", "cafrun -n 3"]
        self.assertIn("all came\n", self.good(self.project, self.tool, "run", *words))


if __name__ == "__main__":
    chosen, Case.prefix, Project.tool = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3]
    Project.newer = sys.argv[4:]
    unittest.main(argv=[sys.argv[0], chosen])
