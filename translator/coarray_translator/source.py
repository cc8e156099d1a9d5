# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A file as statements, which `arauto statements` reads. A group must be replaced as a whole: the
physical lines of a statement, with all statements on these lines."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field

from .errors import RuleError
from .text import MASK, mask

NOT_ASCII = re.compile(r"[^\x00-\x7f]")

# XcalableMP's directives that say which images execute what.
DIRECTIVE = re.compile(r"\$xmp\s+(?:end\s*)?tasks?\b", re.IGNORECASE)


@dataclass
class Statement:
    text: str
    label: str
    file: str
    line: int
    group: int = -1
    scope: object = None
    code: str = ""  # of `text`; left out: made here
    has_puts: bool = False  # WHERE or FORALL that has assignments to other images in it
    has_mask_for_many: bool = False  # such a FORALL with a mask and several assignments
    label_at: int = 0  # which of the lines that replace it has its label
    loop: object = None  # a DO that may get a second version: see near_loops.py
    ends_near: bool = False  # the END DO of one that has got it

    def __post_init__(self) -> None:
        self.code = self.code or mask(self.text)


@dataclass
class Group:
    """Physical lines [first, last) of the source."""

    first: int
    last: int
    file: str
    line: int
    statements: list[Statement] = field(default_factory=list)


@dataclass
class Source:
    lines: list[str]  # with their ends
    groups: list[Group]
    is_fixed: bool
    next_lines: list[tuple[str, int]]  # name and number of each physical line, and of the one after

    def statements(self) -> list[Statement]:
        return [statement for group in self.groups for statement in group.statements]


def split_lines(text: str) -> list[str]:
    """With their ends; other characters that separate lines elsewhere may be in comments."""
    lines = text.split("\n")
    ended = [line + "\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def read_records(text: str, name: str, is_fixed: bool, width: int) -> list[str]:
    """The lines that `arauto statements` prints of the text.

    Raises
    ------
    RuleError
        when it cannot be started
    """
    command = [
        os.environ.get("ARAUTO", "arauto"),
        "statements",
        "fixed" if is_fixed else "free",
        str(width),
    ]
    try:
        done = subprocess.run(
            command, input=text.encode("utf-8", "surrogateescape"), capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as fault:
        raise RuleError(f"cannot be read by '{' '.join(command)}': {fault}", name) from None
    return done.stdout.decode("utf-8", "surrogateescape").split("\n")


def number_lines(
    count: int, name: str, markers: dict[int, tuple[str, int]]
) -> list[tuple[str, int]]:
    """Name and number of each of so many lines, and of the one after."""
    places, file, number = [], name, 1
    for line in range(count + 1):
        file, number = markers.get(line, (file, number))
        places.append((file, number))
        number += 1
    return places


def read_source(text: str, name: str, is_fixed: bool = False, width: int = 72) -> Source:
    lines = split_lines(text)
    markers: dict[int, tuple[str, int]] = {}
    found: list[tuple[int, int, Statement]] = []
    records = iter(read_records(text, name, is_fixed, width))
    for record in records:
        kind, _, rest = record.partition(" ")
        if kind == "marker":
            line, number, file = rest.split(" ", 2)
            markers[int(line)] = (file or name, int(number))
        elif kind == "statement":
            first, last, label = rest.split(" ", 2)
            body, code = next(records), next(records)
            if body[0] != "$" or DIRECTIVE.match(body):
                code = code if code.isascii() else NOT_ASCII.sub(MASK, code)
                found.append((int(first), int(last), Statement(body, label, name, 0, code=code)))
    places = number_lines(len(lines), name, markers)
    groups: list[Group] = []
    for first, last, statement in found:
        statement.file, statement.line = places[first]
        if not groups or groups[-1].first != first:
            groups.append(Group(first, last, *places[first]))
        statement.group = len(groups) - 1
        groups[-1].statements.append(statement)
    return Source(lines, groups, is_fixed, places)
