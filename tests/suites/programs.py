# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A program of a suite: how it is compiled, run, and judged."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

COMPILING_S = 300
SAID = "translated instead"  # `arauto fc` says so
REFUSED, FAILED, PASSED, SKIPPED = "refused", "failed", "passed", "skipped"


@dataclass
class Way:
    """How all programs of a run are compiled and started."""

    arauto: str
    compiler: str
    option: str  # --native or --translate; empty: as `arauto fc` does by itself
    seconds: int  # after which a program has failed
    folder: Path  # for what is built
    images: int = 0  # 0: as many as the suite says
    node_ranks: int = 0  # images of a pretended node; 0: all are on one

    def fc(self, *words: object) -> list[str]:
        option = [self.option] if self.option else []
        command = [self.arauto, "fc", *option, "--compiler", self.compiler]
        return [*command, *(str(word) for word in words)]

    def run(self, images: int, *words: object) -> list[str]:
        return [self.arauto, "run", "-n", str(self.images or images), *(str(w) for w in words)]

    def environment(self, more: dict[str, str]) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.endswith("NUM_IMAGES")}
        nodes = {"ARAUTO_NODE_RANKS": str(self.node_ranks)} if self.node_ranks else {}
        return {**clean, **nodes, **more}


@dataclass
class Verdict:
    outcome: str
    why: str = ""


@dataclass
class Program:
    name: str
    sources: list[Path]
    images: int = 2
    options: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    fails: bool = False  # it is to end with another exit status than 0
    is_judged_by_status: bool = True
    output: re.Pattern[str] | None = None  # what must be in its output
    why_not: str = ""  # it cannot run here

    def binary(self, way: Way) -> Path:
        return way.folder / self.name / "program"

    def compile(self, way: Way) -> Verdict:
        if self.why_not:
            return Verdict(SKIPPED, self.why_not)
        folder = self.binary(way).parent
        folder.mkdir(parents=True, exist_ok=True)
        words = ["-O2", *self.options, "-J", folder, *self.sources, "-o", self.binary(way)]
        done = said(way.fc(*words), folder, way.environment({}), COMPILING_S)
        if done.returncode != 0:
            return Verdict(REFUSED, first_line(done.stderr, "rror"))
        return Verdict(PASSED, first_line(done.stderr, SAID) if SAID in done.stderr else "")

    def run(self, way: Way) -> Verdict:
        """Once."""
        command = way.run(self.images, self.binary(way), *self.arguments)
        environment = way.environment(self.environment)
        done = said(command, self.binary(way).parent, environment, way.seconds)
        text = done.stdout + done.stderr
        if done.returncode == LATE:
            return Verdict(FAILED, f"not done after {way.seconds} s")
        if self.is_judged_by_status and (done.returncode != 0) != self.fails:
            return Verdict(FAILED, f"exit status {done.returncode}: {first_line(text, 'STOP')}")
        if self.output is not None and not self.output.search(text):
            return Verdict(FAILED, f"its output lacks '{self.output.pattern}'")
        return Verdict(PASSED)


LATE = -1000  # the exit status of what has been ended


def said(
    command: list[str], folder: Path, environment: dict[str, str], seconds: int
) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder of its own, since programs leave files."""
    running = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    try:
        out, errors = running.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        running.terminate()  # `arauto run` ends its images then
        out, errors = running.communicate()
        return subprocess.CompletedProcess(command, LATE, out, errors)
    return subprocess.CompletedProcess(command, running.returncode, out, errors)


def first_line(text: str, word: str) -> str:
    """The first line with the word, else the last one that says anything."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if word in line), lines[-1] if lines else "no message")
