# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The programs printed in the guides compile, run and pass their own checks. Those of the tutorial
are tested by tests/tutorial."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench"))

import bench_programs  # noqa: E402

BLOCK = re.compile(
    r"```fortran\n((?:module \w+\n.*?end module \w+\n\n)?program (\w+)\n.*?)```", re.DOTALL
)


def programs() -> Iterator[tuple[str, str]]:
    pages = set((TOP / "docs" / "guide").glob("*.md"))
    for page in sorted(pages - {TOP / "docs" / "guide" / "tutorial.md"}):
        for text, name in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield name, text


class Guide(unittest.TestCase):
    def test_every_program_runs_on_one_image_and_on_several(self) -> None:
        arauto = bench_programs.command()
        found = dict(programs())
        self.assertIn("ring_with_notify", found)
        with tempfile.TemporaryDirectory() as folder:
            for name, text in found.items():
                source, program = Path(folder) / f"{name}.f90", Path(folder) / name
                source.write_text(text)
                words = [arauto, "fc", "-Wall", "-Werror", str(source), "-o", str(program)]
                subprocess.run(words, check=True, timeout=300, cwd=folder)
                for images in ("1", "2", "5"):
                    with self.subTest(name=name, images=images):
                        bench_programs.run(
                            [arauto, "run", "-n", images, str(program)], 60, folder=folder
                        )


if __name__ == "__main__":
    unittest.main()
