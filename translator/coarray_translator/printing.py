# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the translated text: unchanged lines byte for byte, `# line "file"` around the others, so
that compilers name the user's lines."""

from __future__ import annotations

import re

from .declarations import parse_declaration
from .scopes import Scope
from .source import Group, Source, Statement

SPECIFICATION = re.compile(
    r"(use|import|implicit|parameter|format|entry|data|enum|enumerator|external|intrinsic|save|"
    r"common|namelist|equivalence|bind|value|optional|intent|protected|private|public|generic|"
    r"procedure)\b(?!\s*[=%])|end\s*enum\b"
)
WIDTH = 96
FIXED_WIDTH = 66


def print_source(source: Source, changed: dict[int, list[str]]) -> str:
    uses = places_of_use(source)
    additions = places_of_additions(source)
    out: list[str] = []
    at = 0
    for index, group in enumerate(source.groups):
        is_changed = any(id(statement) in changed for statement in group.statements)
        before, after = uses.get((index, "before"), False), uses.get((index, "after"), False)
        added = additions.get(index, [])
        if not (is_changed or before or after or added):
            continue
        out += source.lines[at : group.first]
        if before:
            out.append(f"{margin(source)}use arauto_translated\n")
        out += [f"{margin(source)}{line}\n" for line in added]
        if is_changed or before or added:
            mark(out, marker(source, group.first))
        if is_changed:
            out += print_group(source, group, changed)
        else:
            out += with_newline(source.lines[group.first : group.last])
        if after:
            out.append(f"{margin(source)}use arauto_translated\n")
        mark(out, marker(source, group.last))
        at = group.last
    return "".join([*out, *source.lines[at:]])


def mark(out: list[str], text: str) -> None:
    """One statement's end is mostly the next one's beginning."""
    if out[-1:] != [text]:
        out.append(text)


def with_newline(lines: list[str]) -> list[str]:
    return [line if line.endswith("\n") else line + "\n" for line in lines]


def margin(source: Source) -> str:
    return "      " if source.is_fixed else ""


def marker(source: Source, line: int) -> str:
    file, number = source.next_lines[line]
    return f'# {number} "{file}"\n'


def mark_of(statement: Statement) -> str:
    return f'# {statement.line} "{statement.file}"\n'


def places_of_use(source: Source) -> dict[tuple[int, str], bool]:
    """After the header of each unit with changes; a program may have none."""
    places: dict[tuple[int, str], bool] = {}
    for statement in source.statements():
        assert isinstance(statement.scope, Scope)
        unit = statement.scope.unit()
        if not unit.is_touched:
            continue
        if unit.header is statement:
            places[statement.group, "after"] = True
        elif unit.header is None and unit.first is statement:
            places[statement.group, "before"] = True
    return places


def places_of_additions(source: Source) -> dict[int, list[str]]:
    """Declarations that translated code needs come before a scope's first executable statement."""
    places: dict[int, list[str]] = {}
    done: set[int] = set()
    for statement in source.statements():
        scope = statement.scope
        assert isinstance(scope, Scope)
        if scope.added and id(scope) not in done and is_executable(statement, scope):
            done.add(id(scope))
            places.setdefault(statement.group, []).extend(scope.added)
    return places


def is_executable(statement: Statement, scope: Scope) -> bool:
    if statement is scope.header or SPECIFICATION.match(statement.code):
        return False
    return parse_declaration(statement.text, statement.code) is None


def print_group(source: Source, group: Group, changed: dict[int, list[str]]) -> list[str]:
    first = source.lines[group.first]
    indent = first[: len(first) - len(first.lstrip())]
    if source.is_fixed or group.statements[0].label:
        indent = ""
    out = []
    for statement in group.statements:
        lines = changed.get(id(statement), [statement.text])
        if statement.label and not lines:
            lines = ["continue"]
        for i, line in enumerate(lines):
            for printed in print_line(
                line, statement, i == statement.label_at, indent, source.is_fixed
            ):
                # Errors while the program runs name lines too, also of what goes on here.
                out += [printed] if not out else [mark_of(statement), printed]
    return out


def print_line(
    line: str, statement: Statement, has_label: bool, indent: str, is_fixed: bool
) -> list[str]:
    label = statement.label if has_label else ""
    if is_fixed:
        pieces = [line[i : i + FIXED_WIDTH] for i in range(0, len(line), FIXED_WIDTH)]
        return [f"{label:<5} {pieces[0]}\n", *(f"     &{piece}\n" for piece in pieces[1:])]
    start = f"{label} " if label else indent
    pieces = cut(line, WIDTH - len(start))
    if len(pieces) == 1:
        return [f"{start}{line}\n"]
    middle = [f"&{piece}&\n" for piece in pieces[1:-1]]
    return [f"{start}{pieces[0]}&\n", *middle, f"&{pieces[-1]}\n"]


def cut(line: str, width: int) -> list[str]:
    """A `&` before and after keeps tokens and strings whole wherever a line is cut."""
    width = max(width, 40)
    return [line[i : i + width] for i in range(0, len(line), width)] or [""]
