# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""GCC's folder gcc/testsuite/gfortran.dg/coarray: each file that is to run is a program. Comments
for DejaGnu say how it is compiled, and whether it is to fail."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from programs import Program

DIRECTIVE = re.compile(r"\{\s*dg-([\w-]+)\s+(.*?)\s*\}\s*$", re.M)
IMAGES = 8  # GCC's own number, for libcaf_shmem
IS_SOURCE = re.compile(r"\.(f|f90|f95|f03|f08)$", re.I)


def directives(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, words in DIRECTIVE.findall(text):
        found.setdefault(name, []).append(words)
    return found


def options(said: dict[str, list[str]]) -> list[str]:
    words = [*said.get("options", []), *said.get("additional-options", [])]
    each = [word for text in words for word in shlex.split(quoted(text))]
    return [word for word in each if not word.startswith(("-fcoarray", "-lcaf", "-latomic"))]


def quoted(words: str) -> str:
    """The first argument of a directive; a selector of targets may follow."""
    match = re.match(r'"((?:[^"\\]|\\.)*)"', words)
    return match[1] if match else words


def output(said: dict[str, list[str]]) -> re.Pattern[str] | None:
    if "output" not in said:
        return None
    # Tcl's expressions of these files are Python's, but for the end of a line.
    patterns = [quoted(words).replace(r"(\n|\r\n|\r)", r"\s*") for words in said["output"]]
    return re.compile(".*".join(patterns), re.S)


def program(path: Path) -> Program | None:
    said = directives(path.read_text(errors="replace"))
    if not said.get("do", [""])[0].startswith("run"):
        return None
    more = [
        path.parent / word
        for words in said.get("additional-sources", [])
        for word in quoted(words).split()
    ]
    variables = dict(shlex.split(words)[:2] for words in said.get("set-target-env-var", []))
    return Program(
        path.name.replace(".", "_"),
        [path, *more],
        IMAGES,
        options(said),
        environment=variables,
        fails="shouldfail" in said,
        output=output(said),
    )


def programs(folder: Path) -> list[Program]:
    paths = sorted(path for path in folder.iterdir() if IS_SOURCE.search(path.name))
    return [each for each in map(program, paths) if each is not None]
