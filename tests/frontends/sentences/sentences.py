# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A wrong program says the same by gfortran's own coarrays and translated: the same sentences on
its standard error, and the same exit status. Each `case ('NAME')` of a program is one run on two
images, with the name as the argument.

    sentences.py ARAUTO COMPILER PROGRAM...
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from processes import WATCHDOG_S

FORMS = {"own": "--native", "translated": "--translate"}
CASE = re.compile(r"^ *case \('(\w+)'\)", re.M)
# Both images may say the same sentence, and the first ends the other; the folder of the source is
# how the compiler was called; a translated program's blocks have a head.
OF_A_RUN = (
    (re.compile(r"image [12]: "), "image: "),
    (re.compile(r", (?:\S*/)?(\w+\.f90:\d+)$"), r", \1"),
    (re.compile(r"\b\d{9,}\b"), "many"),
)
# gfortran's own coarrays know the variable and an offset, a translated program the subscript or an
# address, for which it finds the variable.
APART = {"get_vector_outside", "put_vector_outside", "get_outside", "put_outside"}


def compile_program(arauto: str, compiler: str, source: Path, program: Path) -> None:
    command = [arauto, "fc", FORMS[program.parent.name], "--compiler", compiler, "-g", str(source)]
    done = subprocess.run(
        [*command, "-o", str(program)],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{program} cannot be compiled:\n{done.stderr}")


def said_by(command: list[str]) -> list[str]:
    """The sentences of one run, each once and in an order that is always the same, and the exit
    status."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WATCHDOG_S)
    lines = done.stderr.splitlines()
    for pattern, replacement in OF_A_RUN:
        lines = [pattern.sub(replacement, line) for line in lines]
    return [*sorted(set(lines)), f"status {done.returncode}"]


def check(arauto: str, programs: list[Path], case: str) -> str:
    """Names how the programs differ in a case; empty when they do not."""
    own, translated = (said_by([arauto, "run", "-n", "2", str(each), case]) for each in programs)
    is_alike = own == translated and len(own) > 1
    if is_alike == (case not in APART):
        return ""
    return "\n".join([f"{programs[0].name}, {case}:", *own, "translated:", *translated])


def main() -> int:
    arauto, compiler, *names = sys.argv[1:]
    sources = [Path(name).resolve() for name in names]
    with tempfile.TemporaryDirectory() as made, ThreadPoolExecutor(2) as pool:
        for form in FORMS:
            (Path(made) / form).mkdir()
        programs = {
            source: [Path(made) / form / source.stem for form in FORMS] for source in sources
        }
        compiled = [
            pool.submit(compile_program, arauto, compiler, source, program)
            for source in sources
            for program in programs[source]
        ]
        for each in compiled:
            each.result()
        cases = [(source, case) for source in sources for case in CASE.findall(source.read_text())]
        faults = list(pool.map(lambda it: check(arauto, programs[it[0]], it[1]), cases))
    faults = [fault for fault in faults if fault]
    print(*faults, f"{len(cases)} cases, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
