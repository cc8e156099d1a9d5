# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Caffeine's own checkout, whose tests of PRIF are one program: compiled with our module `prif`
and the checkouts of the libraries Julienne and Assert, and run by Arauto. Some tests start helper
programs through a script."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from programs import COMPILING_S, FAILED, LATE, PASSED, REFUSED, Verdict, Way, first_line, said
from sources import in_order

# As Caffeine's install.sh gives them. By the first its tests know that the compiler, which makes
# calls of PRIF itself, has called prif_init before them.
OPTIONS = [
    "-DHAVE_MULTI_IMAGE",
    "-O2",
    "-DASSERT_MULTI_IMAGE",
    "-DASSERT_PARALLEL_CALLBACKS",
    "-DHAVE_MULTI_IMAGE_SUPPORT",
    "-DJULIENNE_PARALLEL_CALLBACKS",
    "-DASSERTIONS",
]
TALLY = re.compile(r"_____ (\d+) of (\d+) tests passed\. (\d+) tests were skipped")
INCLUDED = ("test-uses-alloc.F90", "test-utils.F90")
DRIVER = "julienne-driver.F90"
HELPERS_S = 600  # for all tests together


@dataclass
class Tally:
    passed: int
    of: int
    skipped: int


class Caffeine:
    """The suite in the folder of a run."""

    def __init__(self, checkout: Path, julienne: Path, assertions: Path, has_threads: bool) -> None:
        self.checkout, self.julienne, self.assertions = checkout, julienne, assertions
        self.options = [*OPTIONS, *(["-DCAF_THREAD_SAFE"] if has_threads else [])]

    def library_sources(self) -> list[Path]:
        parts = [
            *self.assertions.glob("src/*.F90"),
            *self.julienne.glob("src/**/*.[fF]90"),
            self.checkout / "src" / "caffeine" / "unit_test_parameters_m.F90",
        ]
        return in_order(sorted(parts))

    def test_sources(self) -> list[Path]:
        all_sources = sorted((self.checkout / "test").glob("*.F90"))
        return in_order([p for p in all_sources if p.name not in (*INCLUDED, DRIVER)])

    def includes(self) -> list[str]:
        folders = [
            self.checkout / "include",
            self.checkout / "test",
            self.julienne / "include",
            self.assertions / "include",
        ]
        return [f"-I{folder}" for folder in folders]

    def compile(self, way: Way) -> Verdict:
        folder = way.folder
        folder.mkdir(parents=True, exist_ok=True)
        fortran = [*self.options, *self.includes(), "-J", folder]
        library, tests = self.library_sources(), self.test_sources()
        objects = [folder / f"{path.stem}.o" for path in (*library, *tests)]
        part = self.checkout / "test" / "prif_support_test.c"
        steps = [
            way.fc(*fortran, "-c", *library, *tests),
            [way.arauto, "cc", "-c", str(part), "-o", str(folder / "support.o")],
            way.fc(
                *fortran, self.checkout / "test" / DRIVER, *objects, folder / "support.o",
                "-o", folder / "driver",
            ),
        ]  # fmt: skip
        for helper in self.helpers():
            steps.append(
                way.fc(*fortran, helper, *objects[: len(library)], "-o", folder / helper.stem)
            )
        for step in steps:
            done = said(step, folder, way.environment({}), COMPILING_S)
            if done.returncode != 0:
                return Verdict(REFUSED, first_line(done.stderr, "rror"))
        return Verdict(PASSED)

    def helpers(self) -> list[Path]:
        return sorted((self.checkout / "example" / "support-test").glob("*.F90"))

    def write_starter(self, way: Way) -> Path:
        """In the place of fpm: `run --example NAME` runs that program, on as many images."""
        command = way.run(1, "")[:-1]
        starter = way.folder / "start"
        starter.write_text(
            f'#!/bin/sh\nexec {shlex.join(command)} {shlex.quote(str(way.folder))}/"$3"\n'
        )
        starter.chmod(0o755)
        return starter

    def run(self, way: Way) -> tuple[Verdict, Tally | None]:
        starter = self.write_starter(way)
        environment = way.environment({"FPM_DRIVER": str(starter)})
        done = said(way.run(1, way.folder / "driver"), way.folder, environment, HELPERS_S)
        (way.folder / "output").write_text(done.stdout + done.stderr)
        match = TALLY.search(done.stdout)
        if match is None:
            late = f"not done after {HELPERS_S} s"
            why = late if done.returncode == LATE else first_line(done.stderr, "rror")
            return Verdict(FAILED, why), None
        tally = Tally(*(int(number) for number in match.groups()))
        if tally.passed + tally.skipped != tally.of or done.returncode != 0:
            why = f"exit status {done.returncode}; {way.folder / 'output'} has what the tests say"
            return Verdict(FAILED, why), tally
        return Verdict(PASSED), tally
