# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Self-checking programs, written for gfortran's own coarrays, also pass when they are translated.
In the gate (ARAUTO_TEST_TIER=gate) a third of them, which follows from their names.

suite.py [--images N]... ARAUTO COMPILER PROGRAM...
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import is_chosen

# Texts in programs that use features of gfortran alone.
FOR_GFORTRAN = ("real(16)", "kind=4")


def check(words: argparse.Namespace, source: Path, folder: Path) -> str:
    """Names what is wrong with a program; empty when nothing is."""
    program = folder / source.stem
    command = [words.arauto, "fc", "--translate", "--compiler", words.compiler, "-O1", str(source)]
    done = subprocess.run(
        [*command, "-o", str(program)], capture_output=True, text=True, check=False, cwd=folder
    )
    if done.returncode != 0:
        return f"{source.name} cannot be compiled:\n{done.stderr}"
    for images in words.images:
        done = subprocess.run(
            [words.arauto, "run", "-n", str(images), str(program)],
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
        if done.returncode != 0:
            said = done.stdout + done.stderr
            return f"{source.name} on {images} images ends with {done.returncode}:\n{said}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", type=int, action="append")
    parser.add_argument("arauto")
    parser.add_argument("compiler")
    parser.add_argument("sources", type=Path, nargs="+")
    words = parser.parse_args()
    words.images = words.images or [1, 3]
    asked = [words.compiler, "--version"]
    version = subprocess.run(asked, capture_output=True, text=True, check=True)
    sources = [source.resolve() for source in words.sources]
    if len(sources) > 3:
        sources = [source for source in sources if is_chosen(source.stem)]
    if "GNU Fortran" not in version.stdout:
        left_out = [s for s in sources if any(word in s.read_text() for word in FOR_GFORTRAN)]
        sources = [source for source in sources if source not in left_out]
        print("without kinds of gfortran's:", *(source.name for source in left_out))
    with tempfile.TemporaryDirectory() as made:
        faults = [check(words, source, Path(made)) for source in sources]
    faults = [fault for fault in faults if fault]
    print(*faults, f"{len(sources)} programs with {words.compiler}, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
