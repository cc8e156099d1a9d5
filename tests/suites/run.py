# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a suite of coarray programs of others on Arauto. The suites themselves are no part of this
project; PATH is where one lies.

    run.py dg PATH                GCC's folder gcc/testsuite/gfortran.dg/coarray
    run.py opencoarrays PATH      a checkout of OpenCoarrays
    run.py caffeine PATH --julienne PATH --assert PATH      checkouts of the three

    --compiler COMMAND            gfortran; with caffeine flang-22
    --native, --translate         as for `arauto fc`
    --images N[,N...]             in place of the suite's own numbers; 0 for those
    --node-ranks N[,N...]         over pretended nodes with N images each; 0 for one node
    --repeat N                    a program passes where all its runs do
    --only REGEX                  the programs whose names match
    --timeout SECONDS             of one run, 60 unless given
    --threads                     the tests of Caffeine that need a build for threads too
    --keep FOLDER                 where programs are built, and stay; else in one that is removed
    --version V                   of the suite, for the record
    --record                      adds the result to docs/performance/records/conformance.json, from
                                  which `make performance` writes the table of docs/conformance.md

Of several numbers each is run with each; programs are compiled once. Names each program that does
not pass, and ends with '<n> passed, <n> failed'. The exit status is 1 when one has failed."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import dg
import opencoarrays
from caffeine import Caffeine
from programs import FAILED, PASSED, REFUSED, SKIPPED, Program, Verdict, Way

TOP = Path(__file__).resolve().parent.parent.parent
RECORD = "conformance"
Options = argparse.Namespace


def absolute(path: str) -> Path:
    return Path(path).absolute()


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def words() -> Options:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=True
    )
    parser.add_argument("suite", choices=("dg", "opencoarrays", "caffeine"))
    parser.add_argument("path", type=absolute)
    parser.add_argument("--arauto", type=absolute, default=TOP / "build" / "bin" / "arauto")
    parser.add_argument("--compiler", default="")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--native", action="store_const", const="--native", dest="way", default="")
    way.add_argument("--translate", action="store_const", const="--translate", dest="way")
    parser.add_argument("--images", type=numbers, default=[0])
    parser.add_argument("--node-ranks", type=numbers, default=[0])
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", type=re.compile, default=re.compile(""))
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--julienne", type=absolute)
    parser.add_argument("--assert", type=absolute, dest="assertions")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--keep", type=absolute)
    parser.add_argument("--version", default="")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.suite == "caffeine" and not (options.julienne and options.assertions):
        parser.error("Caffeine's tests need --julienne and --assert")
    if options.record and options.only.pattern:
        parser.error("a part of a suite is not recorded: --record goes without --only")
    for place in (options.path, options.julienne, options.assertions):
        if place is not None and not place.is_dir():
            parser.error(f"there is no folder {place}")
    return options


def asked(compiler: str, *more: str) -> str:
    """The words that a compiler says of itself; ends with a sentence where it is not there."""
    try:
        command = [*compiler.split(), *more]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"run.py: the compiler cannot be started: {error}")


def version_of(compiler: str) -> str:
    """The compiler as a record names it: 'gfortran 16.2'."""
    text = asked(compiler, "--version")
    match = re.search(r"(GNU Fortran|flang version).*?(\d+\.\d+)", text)
    if match is None:
        return text.splitlines()[0]
    return f"{'gfortran' if match[1] == 'GNU Fortran' else 'flang'} {match[2]}"


def is_of_mpi(compiler: str) -> bool:
    """Whether it is a wrapper of an MPI, which shows what it calls."""
    command = [*compiler.split(), "-show"]
    shown = subprocess.run(command, check=False, capture_output=True, text=True)
    return shown.returncode == 0 and "-lmpi" in shown.stdout


@dataclass
class Result:
    """The outcome of one way to run a suite."""

    way: Way
    found: dict[str, list[str]] = field(
        default_factory=lambda: {outcome: [] for outcome in (PASSED, FAILED, REFUSED, SKIPPED)}
    )

    def add(self, name: str, verdict: Verdict) -> None:
        self.found[verdict.outcome].append(name)
        if verdict.outcome != PASSED or verdict.why:
            print(f"{self.title()}{name}: {verdict.outcome}: {verdict.why}", flush=True)

    def title(self) -> str:
        images = f"{self.way.images} images, " if self.way.images else ""
        nodes = f"{self.way.node_ranks} on a node, " if self.way.node_ranks else ""
        return f"{images}{nodes}"

    def passed(self) -> int:
        return len(self.found[PASSED])

    def failed(self) -> int:
        return len(self.found[FAILED]) + len(self.found[REFUSED])


def ran(program: Program, way: Way, repeat: int) -> Verdict:
    for turn in range(1, repeat + 1):
        verdict = program.run(way)
        if verdict.outcome != PASSED:
            verdict.why += f" (run {turn} of {repeat})" if repeat > 1 else ""
            break
    return verdict


def run_programs(programs: list[Program], results: list[Result], options: Options) -> None:
    chosen = [program for program in programs if options.only.search(program.name)]
    if not chosen:
        sys.exit(f"run.py: no program of {options.path} is to run")
    for program in chosen:
        compiled = program.compile(results[0].way)
        if compiled.outcome != PASSED:
            for result in results:
                result.add(program.name, compiled)
            continue
        if compiled.why:
            print(f"{program.name}: {compiled.why}")
        for result in results:
            result.add(program.name, ran(program, result.way, options.repeat))


def run_caffeine(results: list[Result], options: Options) -> None:
    """Its tests count by themselves; they are told apart by their number alone."""
    suite = Caffeine(options.path, options.julienne, options.assertions, options.threads)
    verdict = suite.compile(results[0].way)
    for result in results:
        tally = None
        for _ in range(options.repeat):
            if verdict.outcome == PASSED:
                verdict, tally = suite.run(result.way)
        if tally is None:
            result.add("all", verdict)
        else:
            result.found[PASSED] = [str(i) for i in range(tally.passed)]
            result.found[SKIPPED] = [str(i) for i in range(tally.skipped)]
            for _ in range(tally.of - tally.passed - tally.skipped):
                result.add("a test", verdict)


def record(options: Options, compiler: str, results: list[Result]) -> None:
    """In the place of earlier results of the same runs."""
    sys.path.insert(0, str(TOP / "bench"))
    import pages

    path = pages.RECORDS / f"{RECORD}.json"
    old = json.loads(path.read_text()) if path.exists() else {"about": {}, "rows": []}
    rows = old["rows"]
    for result in results:
        key = {
            "suite": options.suite,
            "version": options.version,
            "compiler": compiler,
            "way": options.way.lstrip("-") or "as fc does",
            "images": result.way.images,
            "node_ranks": result.way.node_ranks,
            "threads": options.threads,
        }
        rows = [row for row in rows if any(row.get(k) != v for k, v in key.items())]
        count = {"count": result.passed(), "of": result.passed() + result.failed()}
        names = {which: " ".join(result.found[which]) for which in (FAILED, REFUSED)}
        skipped = len(result.found[SKIPPED])
        rows.append({**key, "repeat": options.repeat, "passed": count, "skipped": skipped, **names})
    rows.sort(key=lambda row: json.dumps([row[part] for part in key]))
    print(f"recorded in {pages.renew(RECORD, old['about'], rows)}")


def suite_of(options: Options, way: Way) -> list[Program]:
    if options.suite == "dg":
        return dg.programs(options.path)
    return opencoarrays.programs(options.path, way.folder, is_of_mpi(way.compiler))


def main() -> int:
    options = words()
    is_prif = options.suite == "caffeine"
    compiler = options.compiler or ("flang-22" if is_prif else "gfortran")
    if "/" in compiler.split()[0]:  # programs are compiled in folders of their own
        compiler = str(absolute(compiler))
    if is_prif and not options.way:
        options.way = "--native"
    version = version_of(compiler)
    with tempfile.TemporaryDirectory() as own_folder:
        folder = options.keep or own_folder
        basic = Way(str(options.arauto), compiler, options.way, options.timeout, Path(folder))
        results = [
            Result(replace(basic, images=images, node_ranks=ranks))
            for images in options.images
            for ranks in options.node_ranks
        ]
        if is_prif:
            run_caffeine(results, options)
        else:
            run_programs(suite_of(options, basic), results, options)
    if options.record:
        record(options, version, results)
    if len(results) > 1:
        for result in results:
            print(f"{result.title()}{result.passed()} of {result.passed() + result.failed()} pass")
    passed, failed = (sum(count(r) for r in results) for count in (Result.passed, Result.failed))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
