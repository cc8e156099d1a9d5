# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the programs of one folder by `arauto check`. The first line of each says what is true:

    RACE yes; pair FILE:LINE FILE:LINE; images N; why
    RACE no; images N; why

Where that is too long, the reason stands in the second line.
A race must be reported with both lines and exit status 66, and nothing where there is none.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from processes import WATCHDOG_S, main

HERE = Path(__file__).resolve().parent
ARAUTO = os.environ.get("ARAUTO", "arauto")
RACES_FOUND = 66
SIDES = 2
NONE = "arauto: no race was found in this run\n"
HEAD = re.compile(
    r"RACE (?P<kind>yes|no)"
    r"(?:; pair (?P<first>\S+:\d+) (?P<second>\S+:\d+))?; images (?P<images>\d+);"
)
SIDE = re.compile(r"^  (?:image|rank) \d+ .*?(\S+:\d+)(?: |$)")
NO_MPI = "mpicc is not installed (libopenmpi-dev, libmpich-dev)"


@dataclass(frozen=True)
class Program:
    """The first line of a program."""

    file: Path
    pair: frozenset[str]  # empty: there is no race
    images: int

    @classmethod
    def read(cls, file: Path) -> Program:
        head = HEAD.search(file.read_text().split("\n", 1)[0])
        if head is None or (head["kind"] == "yes") != (head["first"] is not None):
            raise ValueError(f"{file.name}: its first line does not say what is true of it")
        pair = (head["first"], head["second"]) if head["first"] is not None else ()
        return cls(file, frozenset(pair), int(head["images"]))


def reported(text: str) -> list[frozenset[str]]:
    """Find the two places of each race in a report."""
    races: list[list[str]] = []
    for line in text.splitlines():
        side = SIDE.match(line)
        if line.startswith("arauto: race on "):
            races.append([])
        elif side is not None and races and len(races[-1]) < SIDES:
            races[-1].append(side[1])
    return [frozenset(sides) for sides in races]


def run(words: list[str], folder: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=WATCHDOG_S, check=False
    )


def fault_of(program: Program, folder: str) -> str:
    """Compile and check a program. Return what is not as it should be; empty: nothing."""
    command = "cc" if program.file.suffix == ".c" else "fc"
    text = program.file.read_text()
    options = ["-fopenmp"] if "!$omp" in text or "#pragma omp" in text else []
    if program.file.parent.name == "mpi":
        options.append("--mpi")
    words = [ARAUTO, command, "--check=race", *options, str(program.file), "-o", program.file.stem]
    done = run(words, folder)
    if done.returncode != 0:
        return f"{program.file.name} does not compile: {done.stderr}"
    words = [ARAUTO, "check", "-n", str(program.images), f"./{program.file.stem}"]
    done = run(words, folder)
    if not program.pair:
        is_clean = done.returncode == 0 and done.stderr == NONE
        return "" if is_clean else f"{program.file.name} is ordered, but: {done.stderr}"
    if done.returncode == RACES_FOUND and program.pair in reported(done.stderr):
        return ""
    return f"{program.file.name}: {sorted(program.pair)} was not found: {done.stderr}"


class Corpus(unittest.TestCase):
    """Subclasses have the programs of one folder each."""

    folder = ""

    def test_programs(self) -> None:
        if self.folder == "mpi" and shutil.which("mpicc") is None:
            self.skipTest(NO_MPI)
        files = sorted(
            file for file in (HERE / self.folder).iterdir() if file.suffix in (".f90", ".c")
        )
        programs = [Program.read(file) for file in files]
        kinds = {bool(program.pair) for program in programs}
        self.assertEqual(kinds, {True, False}, "a folder has programs of both kinds")
        with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(2) as pool:
            faults = pool.map(lambda program: fault_of(program, scratch), programs)
            for program, fault in zip(programs, faults, strict=True):
                with self.subTest(program=program.file.name):
                    self.assertEqual(fault, "")
        racy = sum(bool(program.pair) for program in programs)
        print(f"{self.folder}: {racy} with a race, {len(programs) - racy} without")


for each in sorted(path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"):
    globals()[each.name] = type(each.name, (Corpus,), {"folder": each.name})
del Corpus


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
