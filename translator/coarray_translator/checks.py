# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks for faults that no compiler would detect in the translated statement, or would report in
terms of the translated text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .designators import designators, parse_designator, skip_blanks
from .errors import RuleError
from .expressions import constant
from .text import CLOSING, closing, find, mask, split

if TYPE_CHECKING:
    from .context import Context
    from .scopes import Scope
    from .source import Statement

OUT_OF_CRITICAL = re.compile(r"(exit|cycle|return)\b(?!\s*[=(%\[])\s*(\w*)")
DEFINES = re.compile(r"\b(iostat|iomsg|size|exist|opened|number|newunit|id|nextrec|pos)\s*=\s*$")
IN_OUT = re.compile(r"(open|close|read|write|inquire|flush|backspace|rewind|endfile|wait)\s*\(")


def check(statement: Statement, context: Context) -> None:
    """
    Raises
    ------
    RuleError
        when the statement has such a fault
    """
    check_text(statement)
    check_jump(statement, context)
    if "[" in statement.code:
        check_definitions(statement)


def check_text(statement: Statement) -> None:
    if "[" not in statement.text and "]" not in statement.text:
        return
    code, expected, quote = statement.code, [], ""
    if re.match(r"format\s*\(", code):
        return
    for char in code:
        if quote or char in "'\"":
            quote = "" if char == quote else quote or char
        elif char in CLOSING:
            expected.append(CLOSING[char])
        elif char in ")]" and (not expected or expected.pop() != char):
            raise RuleError(f"a '{char}' in '{code.strip()[:60]}' closes nothing")
    if quote:
        raise RuleError(f"a string in '{code.strip()[:60]}' is not closed")
    if expected:
        opening = "(" if expected[-1] == ")" else "["
        raise RuleError(f"the '{opening}' in '{code.strip()[:60]}' is not closed")
    if code.rstrip().endswith("&"):
        raise RuleError("the statement is to be continued, but the file ends")


def check_jump(statement: Statement, context: Context) -> None:
    if not context.critical:
        return
    action = statement.code
    start = re.match(r"if\s*\(", action)
    if start is not None:
        action = action[closing(action, start.end() - 1) + 1 :].strip()
    jump = OUT_OF_CRITICAL.match(action)
    if jump is not None and context.jumps.leaves_critical(jump.group(1), jump.group(2)):
        raise RuleError(f"{jump.group(1).upper()} must not leave a CRITICAL construct")


def check_definitions(statement: Statement) -> None:
    """Objects of other images where a statement defines what it names, or points to it."""
    code = statement.code
    left = parse_designator(code, 0)
    if left is not None and code.startswith("=>", skip_blanks(code, left.end)):
        if any(target.selected >= 0 for target in designators(code[left.end :])):
            raise RuleError("a pointer cannot point to an object of another image")
    match = re.match(r"(nullify|deallocate|allocate)\s*\(", code)
    if match is not None:
        inside = code[match.end() : closing(code, match.end() - 1)]
        for item in split(inside[max(0, find(inside, "::") + 2 if "::" in inside else 0) :]):
            check_own(item, match.group(1))
    loop = re.match(r"(?:\w+\s*:\s*)?do\s*(?:\d+\s*,?\s*)?(?=[a-z])", code)
    variable = parse_designator(code, loop.end()) if loop is not None else None
    if variable is not None and variable.selected >= 0 and "=" in code[variable.end :][:3]:
        raise RuleError("the variable of DO must be one of this image, not of another")
    if IN_OUT.match(code):
        for target in designators(code[code.index("(") :]):
            before = code[: code.index("(") + target.start]
            if target.selected >= 0 and DEFINES.search(before):
                raise RuleError(
                    f"'{DEFINES.search(before).group(1)}=' can define only a variable of this "
                    "image, not of another"
                )


def check_own(item: str, statement: str) -> None:
    found = designators(item)
    if find(item, "=") >= 0 or not found or found[0].selected < 0:
        return
    last = len(found[0].parts) - 1
    if statement != "allocate" or found[0].selected != last:
        raise RuleError(
            f"{statement.upper()} is for objects of this image; '{item}' is of another image"
        )


def check_coshape(name: str, coshape: str, is_deferred: bool) -> None:
    """A coshape is declared `[:]` for allocatable coarrays, `[..., *]` for all others."""
    bounds = [mask(item).replace(" ", "") for item in split(coshape)]
    if is_deferred:
        if any(bound != ":" for bound in bounds):
            raise RuleError(
                f"'{name}' is allocatable, so its cobounds are declared as ':', and ALLOCATE gives "
                "them"
            )
        return
    if not bounds or bounds[-1].rpartition(":")[2] != "*":
        raise RuleError(f"'{name}' is not allocatable, so its last cobound must be '*'")
    if any(bound.rpartition(":")[2] == "*" or bound == ":" for bound in bounds[:-1]):
        raise RuleError(f"of the cobounds of '{name}' only the last may be '*', and none ':'")


def check_extents(name: str, cobounds: list[tuple[str, str]], scope: Scope) -> None:
    """Cobounds that are constants must leave an image in each codimension but the last."""
    for i, (low, high) in enumerate(cobounds[:-1]):
        first, last = constant(low, scope), constant(high, scope)
        if first is not None and last is not None and last < first:
            raise RuleError(
                f"the cobounds of '{name}' leave no image: codimension {i + 1} is {first}:{last}"
            )


def check_type(scope: Scope, text: str, names: set[str], statement: str) -> None:
    """A variable that a statement counts or locks is of a type of ISO_FORTRAN_ENV."""
    found = designators(mask(text))
    if len(found) != 1 or found[0].start != 0 or found[0].end != len(text.rstrip()):
        raise RuleError(f"{statement}: '{text}' is no variable")
    entity = scope.entity_of(found[0], len(found[0].parts) - 1)
    if entity is None or not entity.type:
        return
    if entity.derived.removeprefix("arauto_") not in names:
        wanted = " or ".join(sorted(name.upper() for name in names))
        raise RuleError(f"{statement}: '{text}' is no variable of type {wanted}")
