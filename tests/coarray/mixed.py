# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fortran and C++ share coarrays in one program, through gfortran's own coarrays and translated.

mixed.py ARAUTO SOURCES WAY...    WAY: own, or the name of a compiler that is translated for
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

IMAGES = (1, 2, 4)


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=240
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    arauto, sources = sys.argv[1], Path(sys.argv[2]).resolve()
    for way in sys.argv[3:]:
        words = [] if way == "own" else ["--translate", "--compiler", way]
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            half = str(folder / "half.o")
            source = str(sources / "mixed.cpp")
            run([arauto, "cxx", "-std=c++20", "-O1", "-c", source, "-o", half], folder)
            fortran = [arauto, "fc", *words, "-O1", str(sources / "mixed.f90"), half]
            run([*fortran, "-lstdc++", "-o", "mixed"], folder)
            for images in IMAGES:
                said = run([arauto, "run", "-n", str(images), str(folder / "mixed")], folder)
                if said.split() != ["faults:", "0"]:
                    sys.exit(f"{way}, {images} images: {said}")
        print(f"{way}: the two halves agree on {IMAGES} images")
    return 0


if __name__ == "__main__":
    sys.exit(main())
