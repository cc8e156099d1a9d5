# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Looks ahead for WHERE and FORALL constructs that contain assignments to other images."""

from __future__ import annotations

import re

from .designators import parse_designator
from .source import Statement
from .text import closing, split

HEAD = re.compile(r"(?:\w+\s*:\s*)?(where|forall)\s*\(")
END = re.compile(r"end\s*(where|forall)\b")


def mark_masked(statements: list[Statement]) -> None:
    """Sets `has_puts` of the statements that begin such constructs."""
    open_: list[Statement] = []
    counts: list[int] = []
    for statement in statements:
        match = HEAD.match(statement.code)
        end = safe_closing(statement.code, match.end() - 1) if match else -1
        if match and end >= 0 and not statement.code[end + 1 :].strip():
            open_.append(statement)
            counts.append(0)
        elif END.match(statement.code) and open_:
            begun, count = open_.pop(), counts.pop()
            begun.has_mask_for_many = begun.has_puts and count > 1 and has_mask(begun)
        elif open_:
            counts[-1] += 1
            body = statement.code[end + 1 :].strip() if match else statement.code
            if is_put(body):
                for outer in open_:
                    outer.has_puts = True


def safe_closing(code: str, start: int) -> int:
    from .errors import RuleError

    try:
        return closing(code, start)
    except RuleError:
        return -1


def has_mask(head: Statement) -> bool:
    start = head.code.index("(")
    inside = head.code[start + 1 : closing(head.code, start)]
    return "forall" in head.code[:start] and any("=" not in item for item in split(inside))


def is_put(code: str) -> bool:
    from .errors import RuleError

    try:
        designator = parse_designator(code, 0)
    except RuleError:
        return False
    if designator is None or designator.selected < 0:
        return False
    rest = code[designator.end :].lstrip()
    return rest.startswith("=") and not rest.startswith("==")
