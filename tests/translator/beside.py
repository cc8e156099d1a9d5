# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One program, translated and compiled by a compiler, prints the same as through gfortran's own
coarrays, on 1, 2 and 4 images; one that checks itself, on 3 as well. The expected output is in
printed/PROGRAM.txt, since some machines have no gfortran whose own coarrays Arauto serves.

In the gate (ARAUTO_TEST_TIER=gate) on 1 and 4 images, optimised, and a third by gfortran's own
coarrays.

    beside.py ARAUTO COMPILER PROGRAM [alone] [ends] [nodes] [own]
    beside.py ARAUTO COMPILER PROGRAM write

`alone`: the program checks itself, since gfortran's own coarrays cannot do what it does.
`ends`: the program ends with an exit status above 0.
`nodes`: each image, then each two images, as a node of their own.
`own`: gfortran's own coarrays must print the same.
`write`: writes the file, by gfortran's own coarrays.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE, is_chosen

IMAGES = (1, 2, 4)
PRINTED = Path(__file__).resolve().parent / "printed"
GOOD = ["all as it should be", "status 0"]
OPTIMISATIONS = ("-O2",) if IS_GATE else ("-O0", "-O2")


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
        command, capture_output=True, text=True, check=False, timeout=240, env=os.environ | setting
    )
    return sorted(
        [*done.stdout.splitlines(), *done.stderr.splitlines(), f"status {done.returncode}"]
    )


def lines_of_own(arauto: str, source: Path, images_of: Iterable[int]) -> dict[int, list[str]]:
    """The lines that gfortran's own coarrays print, on each number of images."""
    with tempfile.TemporaryDirectory() as made:
        program = Path(made) / "program"
        compile_program(arauto, source, program, ["-O1"])
        return {images: lines_of(arauto, program, images) for images in images_of}


def write_printed(source: Path, lines: dict[int, list[str]]) -> None:
    parts = [f"== {images} images\n" + "\n".join(lines[images]) + "\n" for images in IMAGES]
    (PRINTED / f"{source.stem}.txt").write_text("".join(parts))


def read_printed(source: Path) -> dict[int, list[str]]:
    path = PRINTED / f"{source.stem}.txt"
    if not path.exists():
        sys.exit(f"{path} is missing; 'beside.py ARAUTO COMPILER {source.name} write' writes it")
    parts = path.read_text().split("== ")[1:]
    return {int(part.split()[0]): part.splitlines()[1:] for part in parts}


def compare(what: str, got: list[str], wanted: list[str]) -> int:
    is_good = "status 0" in got
    if got == wanted and is_good != ("ends" in sys.argv[4:]):
        return 0
    print(f"{what}:", *got, "instead of:", *wanted, sep="\n")
    return 1


def main() -> int:
    arauto, compiler, source = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    options = sys.argv[4:]
    if "write" in options:
        write_printed(source, lines_of_own(arauto, source, IMAGES))
        return 0
    wanted = dict.fromkeys((1, 2, 3, 4), GOOD) if "alone" in options else read_printed(source)
    images_of = (1, 4) if IS_GATE else (1, 2, 3, 4) if "alone" in options else IMAGES
    runs = [(4, 1), (4, 2)] if "nodes" in options else [(images, 0) for images in images_of]
    faults = 0
    if "own" in options and is_chosen(source.stem):
        for images, lines in lines_of_own(arauto, source, images_of).items():
            faults += compare(f"its own coarrays, {images} images", lines, wanted[images])
    with tempfile.TemporaryDirectory() as made:
        for optimisation in OPTIMISATIONS if runs[0][1] == 0 else OPTIMISATIONS[-1:]:
            program = Path(made) / optimisation / "program"
            program.parent.mkdir()
            compile_program(
                arauto, source, program, ["--translate", "--compiler", compiler, optimisation]
            )
            for images, on_node in runs:
                got = lines_of(arauto, program, images, on_node)
                what = f"{optimisation}, {images} images, {on_node or 'all'} on a node"
                faults += compare(what, got, wanted[images])
    print(f"{source.name} with {compiler}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
