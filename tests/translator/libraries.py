# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Static coarrays of shared libraries, one linked to the program and one opened by dlopen,
translated, on 1, 2 and 4 images and over pretended nodes.

libraries.py ARAUTO COMPILER
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "libraries"
RUNS = ((1, 0), (2, 0), (4, 0), (4, 2))  # images, and how many a pretended node has


def build(made: str, words: list[str]) -> None:
    command = [sys.argv[1], "fc", "--translate", "--compiler", sys.argv[2], "-O2", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=made)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def main() -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as made:
        for name in ("linked", "opened"):
            source = str(SOURCES / f"{name}.f90")
            build(made, ["-shared", "-fPIC", source, "-o", f"lib{name}.so"])
        link = ["-L.", "-llinked", f"-Wl,-rpath,{made}"]
        build(made, [str(SOURCES / "main.f90"), *link, "-o", "main"])
        for images, on_node in RUNS:
            done = subprocess.run(
                [sys.argv[1], "run", "-n", str(images), "./main", "./libopened.so"],
                capture_output=True,
                text=True,
                check=False,
                timeout=240,
                cwd=made,
                env=os.environ | ({"ARAUTO_NODE_RANKS": str(on_node)} if on_node else {}),
            )
            if done.returncode != 0 or done.stdout != "all as it should be\n":
                faults += 1
                print(f"{images} images: status {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"libraries with {sys.argv[2]}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
