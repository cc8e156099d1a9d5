# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compilers that know nothing of other images must not keep coarrays in registers: aliasing.f90 at
every level of optimisation, in the gate (ARAUTO_TEST_TIER=gate) at -O2. With gfortran, whose traps
are known, a translator that says less than ours does must be caught by the same program, so that
the program can find what it looks for.

aliasing.py ARAUTO COMPILER
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE

LEVELS = ("-O2",) if IS_GATE else ("-O0", "-O1", "-O2", "-O3")
SOURCE = Path(__file__).resolve().parent / "aliasing.f90"
GOOD = "faults: 0"


def compile_program(
    command: list[str], level: str, program: Path, settings: dict[str, str]
) -> None:
    words = [*command, level, str(SOURCE), "-o", str(program)]
    done = subprocess.run(
        words, capture_output=True, text=True, cwd=program.parent, env=os.environ | settings
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def says(arauto: str, program: Path, images: int, seconds: float) -> str:
    command = [arauto, "run", "-n", str(images), str(program)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"no answer within {seconds} s"
    return (done.stdout + done.stderr).strip()


def mislead(translator: Path) -> None:
    """Without touches, and with the promise that no call changes a coarray."""
    rules = translator / "coarray_translator" / "context.py"
    text = rules.read_text()
    head = re.search(r'    def touches\(self\).*?:\n        """.*?"""\n', text, re.DOTALL)
    if head is None:
        sys.exit("the translator has no method 'touches' any more")
    rules.write_text(text[: head.end()] + "        return []\n" + text[head.end() :])
    table = translator / "coarray_translator" / "shim_table.py"
    promised, count = re.subn(r"\ba (any|words?):out(:target)?", r"a \1", table.read_text())
    if count == 0:
        sys.exit("no call of shim_table.py changes a coarray `a` any more")
    table.write_text(promised)


def is_caught(arauto: str, compiler: str, folder: Path) -> bool:
    prefix = Path(arauto).resolve().parent.parent
    misled = folder / "translator"
    shutil.copytree((prefix / "share/arauto/translator").resolve(), misled)
    mislead(misled)
    words = [sys.executable, str(misled), "fc", "--prefix", str(prefix), "--compiler", compiler]
    program = folder / "misled"
    settings = {"XDG_CACHE_HOME": str(folder / "cache"), "ARAUTO": arauto}
    compile_program(words, "-O2", program, settings)
    return says(arauto, program, 2, 10) != GOOD


def main() -> int:
    arauto, compiler = sys.argv[1:3]
    faults = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for level in LEVELS:
            program = folder / f"program{level}"
            words = [arauto, "fc", "--translate", "--compiler", compiler]
            compile_program(words, level, program, {})
            for images in (1, 2, 4):
                said = says(arauto, program, images, 40)
                if said != GOOD:
                    faults += 1
                    print(f"{compiler} {level}, {images} images: {said}")
        if "gfortran" in compiler and not is_caught(arauto, compiler, folder):
            faults += 1
            print("the program does not notice when the compiler is told too little")
    print(f"{len(LEVELS)} levels of {compiler}, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
