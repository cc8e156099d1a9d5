# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One run of CTest in a build folder, what came of each test, and a second try, alone on the
machine, of those that failed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import skipped

TEST = re.compile(r"^ *\d+/\d+ +Test +#\d+: (\S+) \.*(.*)$")
START = re.compile(r"^ +Start +\d+: ")
NUMBERS = re.compile(r"^\d+% tests passed, \d+ tests failed out of (\d+)$")
OUTPUT_LINES_MAX = 20
TRIES_MAX = 2  # of a test that failed
SCRIPTS = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Selection:
    """Tests of one build folder: CTest's arguments, how many at a time, and their environment."""

    title: str
    folder: Path
    arguments: tuple[str, ...]
    at_a_time: int
    environment: dict[str, str] = field(default_factory=dict)

    def command(self, *more: str) -> list[str]:
        return ["ctest", "--output-on-failure", *self.arguments, *more]

    def start(self, *more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*more),
            cwd=self.folder,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # to end its tests with it
        )


@dataclass
class Outcome:
    """CTest's result of one test; `verdict` is empty when it passed."""

    name: str
    verdict: str
    output: list[str] = field(default_factory=list)

    @property
    def is_skipped(self) -> bool:
        return self.verdict == "Skipped"

    @property
    def is_failed(self) -> bool:
        return self.verdict != "" and not self.is_skipped


def outcomes_in(lines: Iterable[str]) -> list[Outcome]:
    """Each test that has ended, with the lines that follow it when it failed."""
    found: list[Outcome] = []
    is_open = False  # the lines belong to the last test
    for line in map(str.rstrip, lines):
        if match := TEST.match(line):
            name, rest = match.groups()
            verdict = re.sub(r" *[\d.]+ sec$", "", rest[3:]).strip() if rest[:3] == "***" else ""
            found.append(Outcome(name, verdict))
            is_open = found[-1].is_failed
        elif NUMBERS.match(line):
            is_open = False
        elif is_open and not START.match(line):
            found[-1].output.append(line)
    return found


@dataclass
class Run:
    """Result of a selection."""

    selection: Selection
    outcomes: list[Outcome]
    silent: list[str]  # skipped without a reason
    is_complete: bool  # CTest printed its summary

    @property
    def failed(self) -> list[Outcome]:
        return [each for each in self.outcomes if each.is_failed]

    @property
    def skipped(self) -> int:
        return sum(each.is_skipped for each in self.outcomes)

    @property
    def passed(self) -> int:
        return len(self.outcomes) - self.skipped - len(self.failed)


@contextlib.contextmanager
def running(selection: Selection, *more: str) -> Iterator[subprocess.Popen[str]]:
    """CTest, until it ends; whatever ends this program ends it and its tests too."""
    process = selection.start(*more)
    try:
        yield process
        process.wait()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.stdout.close()  # type: ignore[union-attr]


def run(selection: Selection) -> Run:
    """Runs the tests, and shows those that ended; on a terminal one line that renews itself."""
    print(f"== {selection.title}", flush=True)
    log = selection.folder / "ctest.log"
    lines: list[str] = []
    progress = None
    if sys.stdout.isatty():
        command = [sys.executable, str(SCRIPTS / "progress.py"), selection.title, "--all"]
        progress = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
    with log.open("w") as written, running(selection, "-j", str(selection.at_a_time)) as process:
        for line in process.stdout:  # type: ignore[union-attr]
            lines.append(line)
            written.write(line)
            if progress:
                progress.stdin.write(line)  # type: ignore[union-attr]
                progress.stdin.flush()  # type: ignore[union-attr]
            elif not START.match(line):
                print(line, end="", flush=True)
    if progress:
        progress.communicate()
    outcomes = outcomes_in(lines)
    silent = skipped.report(selection.folder, [each.name for each in outcomes if each.is_skipped])
    return Run(selection, outcomes, silent, any(NUMBERS.match(line.rstrip()) for line in lines))


def runs_alone(selection: Selection) -> set[str]:
    """The tests beside which CTest runs no other."""
    with running(selection, "--show-only=json-v1") as process:
        text = process.stdout.read()  # type: ignore[union-attr]
    try:
        tests = json.loads(text)["tests"]
    except (ValueError, KeyError):
        return set()
    return {
        test["name"]
        for test in tests
        for each in test.get("properties", [])
        if each["name"] == "RUN_SERIAL" and each["value"]
    }


def try_again(selection: Selection, name: str) -> tuple[bool, list[str]]:
    """Runs one test with nothing beside it; whether it passed, and what CTest printed."""
    exactly = Selection(
        selection.title,
        selection.folder,
        ("-R", f"^{re.escape(name)}$"),
        1,
        selection.environment,
    )
    with running(exactly) as process:
        lines = process.stdout.read().splitlines()  # type: ignore[union-attr]
    outcomes = outcomes_in(lines)
    return len(outcomes) == 1 and not outcomes[0].is_failed, lines


def note_flaky(log: Path, run: Run, outcome: Outcome, load: str) -> None:
    """Keeps what the failing try printed."""
    when = datetime.now().isoformat(timespec="seconds")
    with log.open("a") as file:
        title = run.selection.title
        file.write(f"{when} {title}: {outcome.name}, {outcome.verdict}, load {load}\n")
        file.writelines(f"    | {line}\n" for line in outcome.output)


def retry(
    run: Run, log: Path, load: str, say: Callable[[str], None] = print
) -> tuple[list[str], list[str]]:
    """Tries again what failed, each test alone on the machine. Takes what passes out of the
    failures of `run`. Returns the flaky tests, and those of them that had run alone before."""
    flaky, had_been_alone = [], []
    alone = runs_alone(run.selection) if run.failed else set()
    for outcome in run.failed:
        for count in range(1, TRIES_MAX + 1):
            begun = time.monotonic()
            is_well, lines = try_again(run.selection, outcome.name)
            took = time.monotonic() - begun
            if is_well:
                say(f"flaky: {outcome.name}, {count} of {TRIES_MAX}")
                note_flaky(log, run, outcome, load)
                flaky.append(outcome.name)
                if outcome.name in alone:
                    had_been_alone.append(outcome.name)
                outcome.verdict = ""
                break
            say(f"{outcome.name} failed again, alone on the machine, after {took:.0f} s")
            outcome.output += ["", f"alone on the machine, try {count}:", *lines]
    return flaky, had_been_alone


def failures_text(run: Run) -> list[str]:
    """The name of each test that failed, and the last lines of its output."""
    lines = []
    for outcome in run.failed:
        lines.append(f"failed: {run.selection.title}: {outcome.name}, {outcome.verdict}")
        lines += [f"    | {line}" for line in outcome.output[-OUTPUT_LINES_MAX:]]
    return lines
