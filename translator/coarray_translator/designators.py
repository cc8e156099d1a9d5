# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Parses designators: `s%c(1)[k]%d(2)`. A `[` that follows a name or a `)` selects an image."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .errors import RuleError
from .text import closing

NAME = re.compile(r"[a-z_][a-z0-9_$]*")
NUMBER = re.compile(r"[0-9][a-z0-9_]*")
OPERATOR = re.compile(r"\.[a-z]+\.")
# A `[` after their brackets begins an array constructor.
STATEMENT_WORDS = {
    "write",
    "read",
    "print",
    "if",
    "elseif",
    "while",
    "where",
    "case",
    "inquire",
    "return",
}


@dataclass
class Part:
    name: str
    start: int
    end: int  # past all that belongs to the part
    groups: list[tuple[int, int]] = field(default_factory=list)  # insides of (...)
    selector: tuple[int, int] | None = None  # inside of [...]
    selector_at: int = -1  # how many groups come before it


@dataclass
class Designator:
    parts: list[Part]

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def end(self) -> int:
        return self.parts[-1].end

    @property
    def selected(self) -> int:
        """Index of the part with the image selector, or -1."""
        return next((i for i, part in enumerate(self.parts) if part.selector), -1)


def skip_blanks(code: str, at: int) -> int:
    while at < len(code) and code[at] in " \t":
        at += 1
    return at


def parse_part(code: str, at: int) -> Part | None:
    match = NAME.match(code, at)
    if match is None:
        return None
    part = Part(match.group(), at, match.end())
    while True:
        next_at = skip_blanks(code, part.end)
        char = code[next_at : next_at + 1]
        if char == "(":
            end = closing(code, next_at)
            part.groups.append((next_at + 1, end))
            part.end = end + 1
        elif char == "[" and part.name not in STATEMENT_WORDS:
            if part.selector is not None:
                raise RuleError(f"'{part.name}' has two image selectors")
            end = closing(code, next_at)
            part.selector = (next_at + 1, end)
            part.selector_at = len(part.groups)
            part.end = end + 1
        else:
            return part


def parse_designator(code: str, at: int) -> Designator | None:
    first = parse_part(code, at)
    if first is None:
        return None
    parts = [first]
    while True:
        percent = skip_blanks(code, parts[-1].end)
        if code[percent : percent + 1] != "%":
            return Designator(parts)
        part = parse_part(code, skip_blanks(code, percent + 1))
        if part is None:
            return Designator(parts)
        parts.append(part)


def end_of_literal(code: str, at: int) -> int:
    """Where the operator, the number or the text ends that begins here; `at` where none does."""
    char = code[at]
    match = NUMBER.match(code, at) or (OPERATOR.match(code, at) if char == "." else None)
    if match:
        return match.end()
    if char in "'\"":
        end = code.find(char, at + 1)
        return end + 1 if end >= 0 else len(code)
    return at


def designators(code: str) -> list[Designator]:
    """The outermost ones of an expression or a statement, from left to right."""
    found, at = [], 0
    while at < len(code):
        if (end := end_of_literal(code, at)) > at:
            at = end
        else:
            designator = parse_designator(code, at)
            if designator:
                found.append(designator)
            at = designator.end if designator else at + 1
    return found


def count_coindexed(code: str) -> int:
    """Image selectors in a statement, in brackets of others too."""
    count = 0
    for designator in designators(code):
        for part in designator.parts:
            count += part.selector is not None
            insides = [*part.groups, *([part.selector] if part.selector else [])]
            count += sum(count_coindexed(code[start:end]) for start, end in insides)
    return count
