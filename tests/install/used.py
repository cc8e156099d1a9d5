# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A user's first hour with an installed tree, which was moved: each command, and programs of each
language, linked and preloaded. Nothing but the tree and what the system has is on any path.

used.py BUILD CMAKE FORTRAN-COMPILER
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import installed

# Where a program of the system, or of the build, could find our libraries in place of the tree's.
PATHS = ("LD_LIBRARY_PATH", "LD_PRELOAD", "LIBRARY_PATH", "CPATH", "MANPATH", "PKG_CONFIG_PATH")
ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
LAUNCHERS = {
    "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none"],
    "mpich": ["mpiexec.mpich"],
}
# Prints also which libraries of ours it has loaded: a preload that fails is a warning only.
HELLO_MPI = installed.HELLO_MPI.replace(
    '    printf("rank',
    """\
    char line[4096], *path;
    FILE* maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL)
        if ((path = strchr(line, '/')) != NULL && strstr(path, "libarauto") != NULL)
            printf("has %s", path);
    fclose(maps);
    printf("rank""",
).replace("<stdio.h>", "<stdio.h>\n#include <string.h>")


class Programs(installed.Case):
    NAME = "arauto-used-"  # LD_PRELOAD ends a path at a blank

    def setUp(self) -> None:
        self.path = {"PATH": f"{self.prefix}/bin:{os.environ['PATH']}", **ALLOWED}

    def good(self, folder: Path, *words: object, **variables: str) -> str:
        kept = {k: v for k, v in installed.clean_environment().items() if k not in PATHS}
        done = subprocess.run(
            [str(word) for word in words],
            cwd=folder,
            env={**kept, **self.path, **variables},
            capture_output=True,
            text=True,
            timeout=installed.SECONDS,
            check=False,
        )
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def source(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return name

    def check(self, source: str, *words: str) -> None:
        self.good(self.folder, "arauto", *words, source, "-o", "hello")
        self.run_hello(self.folder / "hello")

    def test_fortran_native_and_translated(self) -> None:
        source = self.source("hello.f90", installed.HELLO_FORTRAN)
        for way in ("--native", "--translate"):
            with self.subTest(way):
                self.check(source, "fc", way, "--compiler", installed.FORTRANS[0])

    def test_the_tree_stays_as_it_is(self) -> None:
        source, cache = self.source("hello.f90", installed.HELLO_FORTRAN), self.folder / "cache"
        before = sorted(self.prefix.rglob("*"))
        words = ("arauto", "translate", source, "--output", "translated")
        variables = {"PYTHONDONTWRITEBYTECODE": "", "XDG_CACHE_HOME": str(cache)}
        self.good(self.folder, *words, **variables)
        self.assertTrue(list(cache.joinpath("arauto/python").rglob("translate.*.pyc")))
        self.good(self.folder, *words, **{**variables, "XDG_CACHE_HOME": "", "HOME": ""})
        self.assertEqual(sorted(self.prefix.rglob("*")), before)

    def test_c_and_cxx(self) -> None:
        self.check(self.source("hello.c", installed.HELLO_C), "cc")
        self.check(self.source("hello.cpp", installed.HELLO_CXX), "cxx", "-std=c++20")

    def test_pkg_config(self) -> None:
        if not shutil.which("pkg-config"):
            self.skipTest("there is no pkg-config")
        source = self.source("hello.c", installed.HELLO_C)
        found = {"PKG_CONFIG_PATH": f"{self.library_folder()}/pkgconfig"}
        line = f"cc {source} -o hello $(pkg-config --cflags --libs arauto)"
        self.good(self.folder, "sh", "-c", line, **found)
        self.run_hello(self.folder / "hello")

    def check_mpi(self, kind: str, *words: object) -> None:
        """Its processes have the libraries of the tree, and those alone."""
        said = self.good(self.folder, *LAUNCHERS[kind], "-n", "2", *words).splitlines()
        ranks = [line for line in said if line.startswith("rank")]
        self.assertEqual(sorted(ranks), installed.EXPECTED)
        loaded = {Path(line.split(" ", 1)[1]) for line in said if line.startswith("has ")}
        self.assertEqual({path.parent for path in loaded}, {self.library_folder()}, said)
        names = {re.sub(r"\.so\..*", "", path.name) for path in loaded}
        self.assertEqual(names, {"libarauto", f"libarauto_mpi_{kind}"})

    def check_one_mpi(self, kind: str) -> None:
        library = self.library_folder() / f"libarauto_mpi_{kind}.so"
        for needed in (f"mpicc.{kind}", LAUNCHERS[kind][0]):
            if not shutil.which(needed):
                self.skipTest(f"there is no {needed}")
        self.assertTrue(library.is_file())
        source = self.source(f"hello_{kind}.c", HELLO_MPI)
        self.good(self.folder, f"mpicc.{kind}", source, "-o", f"plain_{kind}")
        with self.subTest("preloaded"):
            self.check_mpi(kind, "env", f"LD_PRELOAD={library}", f"./plain_{kind}")
        words = ["arauto", "cc", "--mpi", "--compiler", f"mpicc.{kind}"]
        self.good(self.folder, *words, source, "-o", f"linked_{kind}")
        with self.subTest("linked"):
            self.check_mpi(kind, f"./linked_{kind}")

    def test_openmpi(self) -> None:
        self.check_one_mpi("openmpi")

    def test_mpich(self) -> None:
        self.check_one_mpi("mpich")

    def test_bench(self) -> None:
        words = ["--quick", "--no-peers", "--images", "2", "--rounds", "1"]
        said = self.good(self.folder, "arauto", "bench", "pt2pt", *words)
        self.assertRegex(said, r"(?m)^.*put.*\d")

    def test_manual(self) -> None:
        if not shutil.which("man"):
            self.skipTest("there is no man")
        for page, file in (
            ("arauto-run", "man1/arauto-run.1"),
            ("arauto-cxx", "man1/arauto-fc.1"),  # one page for all compilers
            ("MPIX_Put_notify", "man3/MPIX_Put_notify.3"),
            ("arauto_put", "man3/arauto_put.3"),
        ):
            said = self.good(self.folder, "man", "-w", page)
            self.assertEqual(said, f"{self.prefix}/share/man/{file}\n")

    def test_the_command_finds_its_tree(self) -> None:
        self.assertIn("ARAUTO_NUM_IMAGES", self.good(self.folder, "arauto", "info"))
        self.assertIn(str(self.prefix), self.good(self.folder, "arauto", "doctor", "--install"))


if __name__ == "__main__":
    installed.BUILD, installed.CMAKE = Path(sys.argv[1]).resolve(), sys.argv[2]
    installed.FORTRANS = sys.argv[3:]
    unittest.main(argv=sys.argv[:1], verbosity=2)  # tells what was skipped
