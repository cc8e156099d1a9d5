# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The folders of examples/build_systems are built and run: build_systems.py BUILD CMAKE.

`make test PEERS=yes` has fpm and Meson installed, in build/builders of the source tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
EXAMPLES = TOP / "examples" / "build_systems"
BUILDERS = TOP / "build" / "builders" / "bin"
CAF = "lib/arauto/opencoarrays/bin"  # the one name of ours that fpm knows
BUILD, CMAKE = Path(), ""


def search_path() -> str:
    """PATH, then the folder of builders: what is installed on the machine comes first."""
    return f"{os.environ['PATH']}:{BUILDERS}"


class BuildSystems(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "examples"
        shutil.copytree(EXAMPLES, self.folder)

    def call(self, example: str, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
        path = {"PATH": f"{BUILD}/bin:{BUILD}/{CAF}:{search_path()}"}
        return subprocess.run(
            [str(word) for word in words],
            cwd=self.folder / example,
            env={**kept, **path, **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def good(self, example: str, *words: object, **more: str) -> str:
        done = self.call(example, *words, **more)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def check(self, example: str, program: str) -> None:
        for images, total in ((1, 1), (4, 10)):
            said = self.good(example, "arauto", "run", "-n", images, program)
            self.assertEqual(said, f"total of {images} images: {total}\n")

    def need(self, tool: str) -> None:
        if not shutil.which(tool, path=search_path()):
            self.skipTest(f"there is no {tool} (pip install {tool})")

    def test_cmake_by_the_imported_target(self) -> None:
        self.good("cmake", CMAKE, "-B", "made", f"-DCMAKE_PREFIX_PATH={BUILD}")
        self.good("cmake", CMAKE, "--build", "made")
        self.check("cmake", "made/total")

    def test_cmake_by_the_wrapper_without_noise(self) -> None:
        said = self.good("cmake", CMAKE, "-B", "made", "-DWITH_WRAPPER=ON", FC="arauto-fc")
        self.assertIn("Fortran compiler identification is GNU", said)
        self.assertIn("Detecting Fortran compiler ABI info - done", said)
        for noise in ("arauto:", "arauto fc:", "Warning", "warning"):
            self.assertNotIn(noise, said)
        self.good("cmake", CMAKE, "--build", "made")
        self.check("cmake", "made/total")

    def test_fpm(self) -> None:
        self.need("fpm")
        words = ["--compiler", "caf", "--runner", "arauto run -n 4"]
        self.assertIn("total of 4 images: 10\n", self.good("fpm", "fpm", "run", *words))

    def test_meson(self) -> None:
        self.need("meson")
        self.need("pkg-config")
        found = {"PKG_CONFIG_PATH": f"{BUILD}/lib/pkgconfig"}
        self.good("meson", "meson", "setup", "made", **found)
        self.good("meson", "meson", "compile", "-C", "made")
        self.check("meson", "made/total")

    def test_make(self) -> None:
        self.good("make", "make")
        self.check("make", "./total")


if __name__ == "__main__":
    BUILD, CMAKE = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=sys.argv[:1], verbosity=2)  # tells what was skipped
