# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs random programs through gfortran's own coarrays and translated, on 1, 2 and 3 images, and
compares the output of each case with the model.

    compare.py ARAUTO [--compiler gfortran] [--seeds 1-20] [--cases 20] [--keep DIR]

A case that the compiler or the library refuses, or that ends its program, is counted and is no
fault of gfortran's way, which is reported. A case that prints wrong values there is one,
unless `arauto fc` has warned of its lines. A translated case must be right, or be
refused by the translator.
For each fault the one case is written to the folder of --keep, where it is a program by itself.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True

from cases import Case  # noqa: E402
from programs import expected, make_cases, module, program, support  # noqa: E402

IMAGES = (1, 2, 3)
TIME_LIMIT = 240
Lines = dict[int, list[str]]  # of each case, sorted


@dataclass
class Way:
    """How programs are compiled, and what came of each case."""

    name: str
    command: list[str]
    results: dict[int, dict[int, list[str] | str]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)  # by the compiler
    warned: dict[int, str] = field(default_factory=dict)


def execute(command: list[str], folder: Path) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIME_LIMIT,
            cwd=folder,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return 124, "out of time"
    return done.returncode, done.stdout + done.stderr


def first_lines(cases: list[Case]) -> list[int]:
    """Where the module of each case begins in the program."""
    lines, line = [], support().count("\n") + 1
    for case in cases:
        lines.append(line)
        line += module(case).count("\n")
    return lines


def case_at(cases: list[Case], starts: list[int], line: int) -> Case | None:
    found = None
    for case, start in zip(cases, starts, strict=True):
        if line >= start:
            found = case
    return found


def compile_cases(way: Way, cases: list[Case], folder: Path) -> list[Case]:
    """Compiles those that the compiler takes, into ./program. Returns them."""
    left = list(cases)
    while left:
        (folder / "random.f90").write_text(program(left))
        status, said = execute([*way.command, "random.f90", "-o", "program"], folder)
        starts = first_lines(left)
        for match in re.finditer(r"random\.f90:(\d+):.*?warning: (.*)", said):
            case = case_at(left, starts, int(match.group(1)))
            if case and "arauto" in match.group(2):
                way.warned[case.number] = match.group(2)
        if status == 0:
            return left
        named = re.search(r"random\.f90:(\d+):", "\n".join(
            line for line in said.splitlines() if "warning:" not in line))  # fmt: skip
        case = case_at(left, starts, int(named.group(1))) if named else None
        if case is None:
            case = find_refused(way, left, folder)
        if case is None:
            sys.exit(f"{way.name}: no case alone is refused, but all together are:\n{said}")
        way.refused[case.number] = next(
            (line for line in said.splitlines() if "rror" in line), said.strip()[:200]
        )
        left.remove(case)
    return left


def find_refused(way: Way, cases: list[Case], folder: Path) -> Case | None:
    """The first case that the compiler does not take alone."""
    for case in cases:
        (folder / "random.f90").write_text(program([case]))
        if execute([*way.command, "random.f90", "-o", "program"], folder)[0] != 0:
            return case
    return None


def sort_lines(said: str) -> Lines:
    lines: Lines = {}
    for line in sorted(said.splitlines()):
        number = line.split(" ")[0]
        if number.isdigit():
            lines.setdefault(int(number), []).append(line)
    return lines


def run_cases(way: Way, cases: list[Case], arauto: str, folder: Path) -> None:
    """All together, and each alone when the program does not come to its end."""
    for images in IMAGES:
        command = [arauto, "run", "-n", str(images), "./program"]
        status, said = execute(command, folder)
        lines = sort_lines(said)
        for case in cases:
            result: list[str] | str = lines.get(case.number, [])
            if status != 0 and result != expected(case, images):
                code, alone = execute([*command, str(case.number)], folder)
                result = sort_lines(alone).get(case.number, [])
                if code != 0 and way.name != "translated" and not is_refusal(f"{code} {alone}"):
                    code, alone = run_alone(way, case, arauto, images, folder)
                    result = sort_lines(alone).get(case.number, [])
                if code != 0:
                    told = [s for s in alone.splitlines() if s.startswith(("arauto", "Fortran"))]
                    result = f"status {code}: {' '.join(told)}"
            way.results.setdefault(case.number, {})[images] = result


def run_alone(way: Way, case: Case, arauto: str, images: int, folder: Path) -> tuple[int, str]:
    """As a program by itself: another case's static data may be the reason why all crash."""
    alone = folder / "alone"
    alone.mkdir(exist_ok=True)
    (alone / "random.f90").write_text(program([case]))
    status, said = execute([*way.command, "random.f90", "-o", "program"], alone)
    return (
        execute([arauto, "run", "-n", str(images), "./program"], alone)
        if not status
        else (status, said)
    )


def is_refusal(result: str) -> bool:
    """Whether the job ended with a sentence, and not with a crash."""
    return "signal" not in result and "status 124" not in result


def judge(way: Way, case: Case) -> str:
    """One word for how the case went."""
    if case.number in way.refused:
        return "refused"
    results = way.results[case.number]
    if all(results[images] == expected(case, images) for images in IMAGES):
        return "right"
    texts = [r for r in results.values() if isinstance(r, str)]
    if any(isinstance(r, list) and r != expected(case, i) for i, r in results.items()):
        return "wrong"
    return "ended" if all(is_refusal(text) for text in texts) else "crashed"


def is_told(refusal: str) -> bool:
    """Whether the translator has refused the case: the compiler's own errors begin otherwise."""
    return re.search(r"random\.f90:\d+: error: ", refusal) is not None


def describe(way: Way, case: Case, verdict: str) -> str:
    text = f"{way.name}: case {case.number} {verdict} ({case.context}): {case.statement}\n"
    storages = ", ".join(f"{v.name}: {v.type.name} {v.storage}" for v in case.variables)
    types = "; ".join(
        f"{t.name}: "
        + ", ".join(f"{c.type.name} {c.attribute[:1]}{c.name}{len(c.bounds)}" for c in t.components)
        for t in case.types
    )
    text += f"    {storages}\n    {types}\n"
    for images, result in way.results.get(case.number, {}).items():
        wanted = expected(case, images)
        if isinstance(result, str):
            return text + f"    {images} images: {result}\n"
        if result != wanted:
            differing = [line for line in wanted if line not in result]
            got = [line for line in result if line not in wanted]
            return text + f"    {images} images: {got} instead of {differing}\n"
    return text


def compare(seed: int, arguments: argparse.Namespace, totals: Counter) -> list[str]:
    """One program of both ways. Returns its faults."""
    cases = make_cases(seed, arguments.cases)
    options = ["-O0" if seed % 2 else "-O2"]
    compiler = ["--compiler", arguments.compiler]
    ways = [Way("gfortran", [arguments.arauto, "fc", "--native", *compiler, *options])]
    if not arguments.native_only:
        ways.append(Way("translated", [arguments.arauto, "fc", *compiler, "--translate", *options]))
    faults = []
    for way in ways:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            run_cases(way, compile_cases(way, cases, folder), arguments.arauto, folder)
        for case in cases:
            verdict = judge(way, case)
            is_known = case.number in way.warned
            if way.name == "gfortran" and is_known:
                verdict = f"warned, {verdict}"
            totals[way.name, verdict] += 1
            is_fault = verdict == "wrong" or (
                way.name == "translated"
                and verdict != "right"
                and not is_told(way.refused.get(case.number, ""))
            )
            if is_fault or verdict in arguments.show:
                faults += [(f"seed {seed}, " + describe(way, case, verdict), is_fault)]
                if way.refused.get(case.number):
                    faults[-1] = (faults[-1][0] + f"    {way.refused[case.number]}\n", is_fault)
                if arguments.keep:
                    name = f"{way.name}-{verdict}-{seed}-{case.number}.f90".replace(", ", "-")
                    (arguments.keep / name).write_text(program([case]))
    for text, _ in faults:
        print(text, end="")
    sys.stdout.flush()
    return [text for text, is_fault in faults if is_fault]


def seeds_of(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("arauto", type=lambda name: str(Path(name).resolve()))
    parser.add_argument("--compiler", default="gfortran")
    parser.add_argument("--seeds", type=seeds_of, default=range(1, 4))
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--show", nargs="*", default=[], help="verdicts to tell of besides faults")
    parser.add_argument("--native-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(exist_ok=True, parents=True)
    totals: Counter = Counter()
    faults = [text for seed in arguments.seeds for text in compare(seed, arguments, totals)]
    for (way, verdict), number in sorted(totals.items()):
        print(f"{way}: {number} {verdict}")
    print(f"{len(arguments.seeds)} programs with {arguments.compiler}: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
