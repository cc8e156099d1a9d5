# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One program, translated and compiled by a compiler, says the same as through gfortran's own
coarrays, on 1, 2 and 4 images.

    beside.py ARAUTO COMPILER PROGRAM [alone]

`alone`: the program checks itself, since gfortran's own coarrays cannot do what it does.
"""

from __future__ import annotations

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


def lines_of(arauto: str, program: Path, images: int) -> list[str]:
    command = [arauto, "run", "-n", str(images), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return sorted(
        [*done.stdout.splitlines(), *done.stderr.splitlines(), f"status {done.returncode}"]
    )


def main() -> int:
    arauto, compiler, source = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    is_alone = sys.argv[4:] == ["alone"]
    faults = 0
    with tempfile.TemporaryDirectory() as made:
        own = Path(made) / "own" / "program"
        own.parent.mkdir()
        if not is_alone:
            compile_program(arauto, source, own, ["-O1"])
        for optimisation in OPTIMISATIONS:
            translated = Path(made) / optimisation / "program"
            translated.parent.mkdir()
            compile_program(
                arauto, source, translated, ["--translate", "--compiler", compiler, optimisation]
            )
            for images in IMAGES:
                got = lines_of(arauto, translated, images)
                wanted = (
                    ["all as it should be", "status 0"]
                    if is_alone
                    else lines_of(arauto, own, images)
                )
                if got != wanted or "status 0" not in got:
                    faults += 1
                    print(
                        f"{optimisation}, {images} images:", *got, "instead of:", *wanted, sep="\n"
                    )
    print(f"{source.name} with {compiler}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
