# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Implied DO in array constructors and in lists of output: `(c[k], k=1, n)`. What an expression
needs before its statement is done there in a loop of the same kind, which keeps a value for each
iteration."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .designators import end_of_literal, parse_designator
from .text import closing, find, top_level

CONTROL = re.compile(r"(?:(integer[^:=]*)::)?\s*([a-z]\w*)\s*=(?![=>])")


@dataclass
class Level:
    """One loop: the text of its variable, and the arrays that have an element for each
    iteration."""

    variable: str
    arrays: list[str] = field(default_factory=list)


@dataclass
class ImpliedDo:
    """Where a loop is in a text, its brackets included."""

    start: int
    end: int
    control: int  # where the variable, or its type, begins
    type: str  # that the control declares, or ""
    variable: tuple[int, int]
    limits: list[tuple[int, int]]  # first, last and, if written, step


def implied_dos(code: str) -> list[ImpliedDo]:
    """The outermost ones of an expression or a statement, in no designator's brackets."""
    found: list[ImpliedDo] = []
    at = 0
    while at < len(code):
        if (end := end_of_literal(code, at)) > at:
            at = end
        elif code[at] == "(" and (loop := parse(code, at)) is not None:
            found.append(loop)
            at = loop.end
        elif (designator := parse_designator(code, at)) is not None:
            # `write (unit, *) (c[k], k=1, n)` looks like a name with two lists.
            insides = [start for part in designator.parts for start, _ in part.groups[1:]]
            loops = [loop for start in insides if (loop := parse(code, start - 1)) is not None]
            found += loops
            at = designator.end
        else:
            at += 1
    return found


def parse(code: str, start: int) -> ImpliedDo | None:
    """The loop whose bracket opens at `start`; None for anything else in brackets."""
    end = closing(code, start)
    commas = [at for at in top_level(code[:end], start + 1) if code[at] == ","]
    begins = [start + 1, *(at + 1 for at in commas)]
    ends = [*commas, end]
    for i, begin in enumerate(begins):
        control = CONTROL.match(code[: ends[i]], skip(code, begin))
        if control is None:
            continue
        limits = [(control.end(), ends[i]), *zip(begins[i + 1 :], ends[i + 1 :])]
        if i == 0 or len(limits) not in (2, 3) or any(find(code[a:b], "=") >= 0 for a, b in limits):
            return None
        declared = (control.group(1) or "").strip()
        return ImpliedDo(start, end + 1, control.start(), declared, control.span(2), limits)
    return None


def skip(code: str, at: int) -> int:
    while code[at : at + 1] == " ":
        at += 1
    return at


def around(
    level: Level, limits: list[str], names: list[str], kind: str, body: tuple[list[str], list[str]]
) -> tuple[list[str], list[str]]:
    """
    The loops that do the lines before and after the statement for each iteration.

    Parameters
    ----------
    names
        of variables for first, last and step
    kind
        a variable of the kind of the loop's
    """
    heads = [f"{name} = {limit}" for name, limit in zip(names, limits)]
    loop = [
        "block",
        f"integer(kind({kind})) :: {level.variable}",
        f"do {level.variable} = {', '.join(names)}",
    ]
    end = ["end do", "end block"]
    low, high = names[0], names[1]
    arrays = []
    for name in dict.fromkeys(level.arrays):
        arrays += [
            f"if (allocated({name})) deallocate({name})",
            f"allocate({name}(min({low}, {high}):max({low}, {high})))",
        ]
    before, after = body
    lines = [*heads, *arrays, *loop, *before, *end]
    return lines, [*heads, *loop, *after, *end] if after else []
