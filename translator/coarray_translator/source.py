# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Lines of a file as statements. A group is what must be replaced as a whole: the physical lines
of a statement, with all statements that stand on them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .errors import RuleError
from .text import mask, top_level

MARKER = re.compile(r'^#\s*(?:line\s+)?(\d+)\s+"([^"]*)"|^#\s*line\s+"([^"]*)"\s+(\d+)')

# XcalableMP's directives that say which images execute what.
DIRECTIVE = re.compile(r"[ \t]*[!cC*](\$xmp\s+(?:end\s*)?tasks?\b[^!\r\n]*)", re.IGNORECASE)


@dataclass
class Statement:
    text: str
    label: str
    file: str
    line: int
    group: int = -1
    scope: object = None
    code: str = ""
    has_puts: bool = False  # WHERE or FORALL that has assignments to other images in it
    has_mask_for_many: bool = False  # such a FORALL with a mask and several assignments

    def __post_init__(self) -> None:
        self.code = mask(self.text)


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


def number_lines(lines: list[str], name: str) -> list[tuple[str, int]]:
    places, file, number = [], name, 1
    for line in lines:
        places.append((file, number))
        marker = MARKER.match(line)
        if marker and marker.group(1):
            file, number = marker.group(2), int(marker.group(1))
        elif marker:
            file, number = marker.group(3), int(marker.group(4))
        else:
            number += 1
    return [*places, (file, number)]


def strip_comment(line: str, quote: str) -> tuple[str, str]:
    """The line without its comment, and the quote that is open at its end."""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "!":
            return line[:at], ""
    return line, quote


def read_free_statement(lines: list[str], first: int) -> tuple[str, int]:
    """Joined text from line `first`, and the line after it."""
    text, quote, at = "", "", first
    while at < len(lines):
        line = lines[at].rstrip("\r\n")
        at += 1
        is_comment = not quote and (not line.strip() or line.lstrip().startswith("!"))
        if text and (is_comment or line.startswith("#")):
            continue
        if text:
            line = line.lstrip()[1:] if line.lstrip().startswith("&") else line
        body, quote = strip_comment(line, quote)
        if not body.rstrip().endswith("&"):
            return text + body, at
        text += body.rstrip()[:-1]
        text = text or " "
    return text, at


def read_fixed_statement(lines: list[str], first: int, width: int = 72) -> tuple[str, int]:
    quote, at = "", first
    text, end = "", first
    while at < len(lines):
        line = lines[at].rstrip("\r\n").expandtabs(8)[:width]
        if not line.strip() or line[0] in "cC*!#dD" or line.lstrip().startswith("!"):
            at += 1
            continue
        is_continuation = len(line) > 5 and line[5] not in " 0" and not line[:5].strip()
        if text and not is_continuation:
            break
        body, quote = strip_comment(line[6:] if text else line[:5] + " " + line[6:], quote)
        text += body.ljust(width - 6) if quote else body
        at += 1
        end = at
    return text, max(end, first + 1)


def is_code(line: str, is_fixed: bool) -> bool:
    if not line.strip() or line.startswith("#") or line.lstrip().startswith("!"):
        return False
    return not (is_fixed and line[0] in "cC*dD!")


def split_statements(text: str, file: str, line: int) -> list[Statement]:
    code = mask(text)
    try:
        ends = [at for at in top_level(code) if code[at] == ";"] if ";" in code else []
    except RuleError as error:
        error.file, error.line = file, line
        raise
    parts, start = [], 0
    for end in [*ends, len(text)]:
        parts.append(text[start:end].strip())
        start = end + 1
    statements = []
    for part in parts:
        match = re.match(r"(\d{1,5})\s+", part)
        label = match.group(1) if match else ""
        body = part[match.end() :] if match else part
        if body:
            statements.append(Statement(body, label, file, line))
    return statements


def read_source(text: str, name: str, is_fixed: bool = False) -> Source:
    lines = text.splitlines(keepends=True)
    places = number_lines(lines, name)
    groups: list[Group] = []
    at = 0
    while at < len(lines):
        directive = DIRECTIVE.match(lines[at])
        if directive is not None:
            file, line = places[at]
            statement = Statement(directive.group(1).strip(), "", file, line, len(groups))
            groups.append(Group(at, at + 1, file, line, [statement]))
            at += 1
            continue
        if not is_code(lines[at], is_fixed):
            at += 1
            continue
        read = read_fixed_statement if is_fixed else read_free_statement
        body, end = read(lines, at)
        file, line = places[at]
        group = Group(at, end, file, line)
        group.statements = split_statements(body, file, line)
        for statement in group.statements:
            statement.group = len(groups)
        groups.append(group)
        at = end
    return Source(lines, groups, is_fixed, places)
