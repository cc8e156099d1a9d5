# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc` warns of statements that gfortran 12 to 14 compile wrongly, at the right lines, and
of no others.

    known.py ARAUTO COMPILER REPOSITORY

Each program in known/ has lines that end with !wrong or !warned, and others that end with !right.
Without the others each line with !warned must be warned of, and the program must be right when it
is translated; without the former there is no warning, and the program must be right by itself.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import is_chosen

HERE = Path(__file__).resolve().parent
IMAGES = 2
WARNING = re.compile(r":(\d+): warning: (.*) \[arauto\]$", re.MULTILINE)
# These cannot be compiled without --translate, and say so themselves, or are for gfortran 15 and 16
# alone: the warnings are true.
NOT_FOR_GFORTRAN = re.compile(
    r"(_alone|/beyond|/data/whole|/data/private|/native/opened)\.f90$|/tests/random/known/"
)


# Programs that gfortran 12 to 14 get wrong, so that the warnings of these lines are true. Tests run
# them by gfortran 15 and 16, translated, or for the sentence with which they end.
WRONG_LINES = {
    "data/accessors.f90": {48},
    "data/wrong_address.f90": {12},
    "data/wrong_length.f90": {11},
    "data/wrong_list.f90": {11},
    "prif/lowered.f90": {29},
    "situations/broadcasts_components.f90": {38},
    "situations/inquiries_remote.f90": {20, 21, 30, 32, 35},
    "situations/kinds_collectives.f90": {21},
    "situations/optional_passed.f90": {19},
    "situations/pointers_allocated.f90": {19},
    "situations/pointers_undefined.f90": {16, 32},
    "situations/scopes_returned.f90": {17, 53},
    "situations/texts_deferred.f90": {19, 22, 23},
    "situations/vectors_planes.f90": {19, 25},
}


def warnings_of(arauto: str, compiler: str, source: Path, *options: str) -> dict[int, str]:
    """By line."""
    command = [arauto, "fc", "--compiler", compiler, *options, str(source)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=source.parent, errors="replace"
    )
    return {int(line): text for line, text in WARNING.findall(done.stderr)}


def is_right(arauto: str, source: Path, *options: str) -> bool:
    program = source.with_suffix(".out")
    command = [arauto, "fc", *options, source.name, "-o", program.name]
    subprocess.run(command, check=True, cwd=source.parent, capture_output=True)
    done = subprocess.run(
        [arauto, "run", "-n", str(IMAGES), str(program)],
        capture_output=True, text=True, check=False, timeout=240, errors="replace",
    )  # fmt: skip
    return done.stdout.split() == ["right"] * IMAGES


def check_known(arauto: str, compiler: str, original: Path, folder: Path) -> list[str]:
    lines = original.read_text().splitlines()
    faults = []
    source = folder / original.name
    source.write_text("".join(f"{line}\n" for line in lines if not line.endswith("!right")))
    wanted = [
        number
        for number, line in enumerate(source.read_text().splitlines(), 1)
        if line.endswith("!warned")
    ]
    warned = warnings_of(arauto, compiler, source, "-fsyntax-only")
    if sorted(warned) != wanted or not wanted:
        faults.append(f"{original.name}: warned of the lines {sorted(warned)}, not of {wanted}")
    if any("--translate" not in text or "; " not in text for text in warned.values()):
        faults.append(f"{original.name}: no remedy in {warned}")
    if warnings_of(arauto, compiler, source, "-fsyntax-only", "-w"):
        faults.append(f"{original.name}: warned in spite of -w")
    if not is_right(arauto, source, "--translate", "--compiler", compiler):
        faults.append(f"{original.name}: wrong when translated")
    if is_right(arauto, source, "--native", "--compiler", compiler, "-w"):
        print(f"{original.name}: {compiler} gets this right by now")
    source.write_text(
        "".join(f"{line}\n" for line in lines if not line.endswith(("!wrong", "!warned")))
    )
    if warned := warnings_of(arauto, compiler, source, "-fsyntax-only"):
        faults.append(f"{original.name}: the remedy is warned of: {warned}")
    if not is_right(arauto, source, "--native", "--compiler", compiler):
        faults.append(f"{original.name}: the remedy is wrong")
    return faults


def check_merge(arauto: str, folder: Path) -> list[str]:
    """Only gfortran 13 and 14 forget the condition: a script answers like one of these."""
    faults = []
    source = folder / "merge.f90"
    source.write_text("""\
use, intrinsic :: iso_fortran_env, only: event_type
type(event_type) :: e[*]
event wait (e, until_count=merge(2, 1, this_image() > 1))
i = merge(2, 1, this_image() > 1)
event wait (e, until_count=i)
sync images (merge(1, 2, this_image() > 1))
end
""")
    for version, wanted in (("12", []), ("13", [3, 6]), ("14", [3, 6])):
        compiler = folder / f"gfortran-{version}"
        compiler.write_text(
            '#!/bin/sh\ncase "$1" in\n'
            f"-dumpversion) echo {version} ;;\n--version) echo GNU Fortran {version}.1.0 ;;\nesac\n"
        )
        compiler.chmod(0o755)
        warned = warnings_of(arauto, str(compiler), source, "--show", "-c")
        if sorted(warned) != wanted:
            faults.append(f"merge with gfortran {version}: warned of the lines {sorted(warned)}")
    return faults


def check_others(arauto: str, compiler: str, repository: Path) -> tuple[int, list[str]]:
    """All programs of the tests and examples: of those that compile to what they say there is
    nothing to warn."""
    faults, number = [], 0
    for folder in ("tests", "examples", "bench"):
        for source in sorted((repository / folder).rglob("*.[fF]90")):
            if NOT_FOR_GFORTRAN.search(str(source)) or not is_chosen(source.name):
                continue
            number += 1
            wrong = WRONG_LINES.get("/".join(source.parts[-2:]), set())
            # Nothing is compiled: the warnings come first, and -c -o would take a minute.
            warned = warnings_of(arauto, compiler, source, "--show", "-c")
            for line in sorted(warned.keys() - wrong):
                faults.append(f"{source}:{line}: a false warning: {warned[line]}")
            faults += [f"{source}:{line}: no warning" for line in sorted(wrong - warned.keys())]
    return number, faults


def main() -> int:
    arauto, compiler = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    repository = Path(sys.argv[3]).resolve()
    with tempfile.TemporaryDirectory() as made:
        originals = [
            each for each in sorted((HERE / "known").glob("*.f90")) if is_chosen(each.stem)
        ]
        faults = [
            fault
            for original in originals
            for fault in check_known(arauto, compiler, original, Path(made))
        ]
        faults += check_merge(arauto, Path(made))
    number, others = check_others(arauto, compiler, repository)
    faults += others
    print("\n".join([*faults, f"{len(originals)} patterns, {number} other programs, "
                              f"{len(faults)} faults"]))  # fmt: skip
    return 1 if faults or not originals or not number else 0


if __name__ == "__main__":
    sys.exit(main())
