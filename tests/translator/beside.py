# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One program, translated and compiled by a compiler, says the same as through gfortran's own
coarrays, on 1, 2 and 4 images.

    beside.py ARAUTO COMPILER PROGRAM [alone] [nodes]

`alone`: the program checks itself, since gfortran's own coarrays cannot do what it does.
`nodes`: each image, then each two images, as a node of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

IMAGES = (1, 2, 4)
OPTIMISATIONS = ("-O0", "-O2")


def compile_program(arauto: str, source: Path, program: Path, options: list[str]) -> None:
    command = [arauto, "fc", *options, str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=program.parent)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def lines_of(arauto: str, program: Path, images: int, on_node: int = 0) -> list[str]:
    """
    Parameters
    ----------
    on_node
        how many images a pretended node has; 0: all are on one
    """
    command = [arauto, "run", "-n", str(images), str(program)]
    setting = {"ARAUTO_NODE_RANKS": str(on_node)} if on_node else {}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=90, env=os.environ | setting
    )
    return sorted(
        [*done.stdout.splitlines(), *done.stderr.splitlines(), f"status {done.returncode}"]
    )


def main() -> int:
    arauto, compiler, source = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    is_alone = "alone" in sys.argv[4:]
    runs = [(images, 0) for images in IMAGES]
    if "nodes" in sys.argv[4:]:
        runs = [(4, 1), (4, 2)]
    faults = 0
    with tempfile.TemporaryDirectory() as made:
        own = Path(made) / "own" / "program"
        own.parent.mkdir()
        if not is_alone:
            compile_program(arauto, source, own, ["-O1"])
        for optimisation in OPTIMISATIONS if runs[0][1] == 0 else OPTIMISATIONS[-1:]:
            translated = Path(made) / optimisation / "program"
            translated.parent.mkdir()
            compile_program(
                arauto, source, translated, ["--translate", "--compiler", compiler, optimisation]
            )
            for images, on_node in runs:
                got = lines_of(arauto, translated, images, on_node)
                wanted = (
                    ["all as it should be", "status 0"]
                    if is_alone
                    else lines_of(arauto, own, images)
                )
                if got != wanted or "status 0" not in got:
                    faults += 1
                    print(
                        f"{optimisation}, {images} images, {on_node or 'all'} on a node:",
                        *got,
                        "instead of:",
                        *wanted,
                        sep="\n",
                    )
    print(f"{source.name} with {compiler}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
