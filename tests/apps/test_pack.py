# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Packs an application, unpacks it elsewhere, and measures with it where neither compilers nor an
MPI are in the path: every program, library and launcher is the folder's own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import bench_apps  # noqa: E402
import bench_pack  # noqa: E402
import bench_programs  # noqa: E402
from bench_mpis import mpis_here  # noqa: E402

SCRIPT = [sys.executable, str(TOP / "bench" / "arauto_bench.py")]
TOOLS = ("python3", "env")  # all that a machine must have
SIZE_MAX = 60e6


class Keys(unittest.TestCase):
    def test_a_program_is_found_wherever_arauto_lies(self) -> None:
        keys = set()
        for prefix in ("/one/place", "/another"):
            compiler, library = f"{prefix}/bin/arauto", f"-L{prefix}/lib"
            with mock.patch.dict(os.environ, {"ARAUTO": compiler}):
                sources = [Path(prefix) / "share" / "x.f90"]
                keys.add(bench_programs.key_of(sources, [compiler, "fc"], [library]))
                other = bench_programs.key_of(sources, [compiler, "cc"], [library])
                self.assertNotIn(other, keys)
        self.assertEqual(len(keys), 1)

    def test_a_machine_that_is_too_old_is_refused(self) -> None:
        own = {"machine": os.uname().machine, "libc": [2, 0]}
        self.assertNotIn("C library", bench_pack.refusal(own))
        self.assertIn("needs the C library 99.1", bench_pack.refusal(own | {"libc": [99, 1]}))
        self.assertIn("it is for pdp11", bench_pack.refusal(own | {"machine": "pdp11"}))

    def test_a_folder_that_is_no_pack_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            words = ["apps", "--packed", folder]
            done = subprocess.run([*SCRIPT, *words], check=False, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("was not made by --pack", done.stderr)


class Packed(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        first, self.archive = self.top / "first", self.top / "first.tar.gz"
        self.pack = self.top / "elsewhere" / "first"
        words = ["apps", "--only", "dsde,mesh_heat", "--pack", str(first)]
        subprocess.run([*SCRIPT, *words], check=True, timeout=600)
        shutil.unpack_archive(self.archive, self.pack.parent)
        shutil.rmtree(first)
        tools = self.top / "tools"
        tools.mkdir()
        for tool in TOOLS:
            program = sys.executable if tool == "python3" else shutil.which(tool)
            (tools / tool).symlink_to(program or "")
        self.environment = {"PATH": str(tools), "ARAUTO_BENCH_PATIENCE": "20"}

    def measure(self) -> list[dict[str, object]]:
        figures = self.top / "figures.json"
        words = [str(self.pack / "bin" / "arauto"), "bench", "apps", "--packed", str(self.pack)]
        words += ["--only", "dsde,mesh_heat", "--size", "tiny", "--rounds", "1", "--images", "2"]
        subprocess.run(
            [*words, "--json", str(figures)], check=True, timeout=600, env=self.environment
        )
        found = json.loads(figures.read_text())
        self.assertIn("on another machine", found["about"]["compilers"])
        return found["rows"]

    def assert_own_libraries(self) -> None:
        """But the system's, all that the loader finds lies in the folder."""
        settings = self.environment | {"LD_LIBRARY_PATH": str(self.pack / bench_pack.LIBRARIES)}
        programs = [*(self.pack / bench_pack.PROGRAMS).iterdir(), *(self.pack / "bin").iterdir()]
        programs += [*(self.pack / bench_pack.OPENMPI).rglob("*.so")]
        for program in programs:
            words = [shutil.which("ldd") or "ldd", str(program)]
            done = subprocess.run(words, check=False, capture_output=True, text=True, env=settings)
            self.assertNotIn("not found", done.stdout, program)
            for name, path in re.findall(r"^\s*(\S+) => (/\S+)", done.stdout, re.M):
                is_own = str(self.pack) in path or bench_pack.OF_SYSTEM.fullmatch(name)
                self.assertTrue(is_own, f"{program} takes {path}")

    def test_a_moved_pack_measures_all_variants_alone(self) -> None:
        self.assertLess(self.archive.stat().st_size, SIZE_MAX)
        self.assert_own_libraries()
        seen = {(row["name"], row["variant"], row["on"]) for row in self.measure()}
        for name in ("dsde", "mesh_heat"):
            app = bench_apps.load(name)
            mpis = [mpi for mpi in mpis_here() if mpi.name == mpi.abi]
            found = bench_apps.compiled(app, bench_apps.variants(app, mpis))
            wanted = {(name, each.name, each.on) for each in found if not each.may_be_wrong}
            self.assertEqual(wanted - seen, set())
        words = ["apps", "--figures", str(self.top / "figures.json")]
        done = subprocess.run([*SCRIPT, *words], check=True, capture_output=True, text=True)
        self.assertIn("dsde, particles, size tiny, 2 ranks", done.stdout)


if __name__ == "__main__":
    unittest.main()
