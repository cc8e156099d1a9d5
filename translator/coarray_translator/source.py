# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Lines of a file as statements. A group is what must be replaced as a whole: the physical lines
of a statement, with all statements that stand on them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .errors import RuleError
from .text import hollerith, mask, top_level

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
    label_at: int = 0  # which of the lines in its place has its label

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


def split_lines(text: str) -> list[str]:
    """With their ends; other characters that separate lines elsewhere may stand in comments."""
    lines = text.split("\n")
    ended = [line + "\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def strip_comment(line: str, quote: str) -> tuple[str, str]:
    """The line without its comment, and the quote that is open at its end."""
    skipped = hollerith(line) if not quote else set()
    for at, char in enumerate(line):
        if at in skipped:
            continue
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
        if text and not quote and strip_comment(line, "")[0].strip() == "&":
            continue
        if text:
            line = line.lstrip()[1:] if line.lstrip().startswith("&") else line
        body, quote = strip_comment(line, quote)
        if not body.rstrip().endswith("&"):
            return text + body, at
        text += body.rstrip()[:-1]
        text = text or " "
    return text + "&", at  # the end of the file: nothing continues it


def with_columns(line: str) -> str:
    """A tab among the first columns leads to the statement, or a digit after it to column 6."""
    line = line.rstrip("\r\n")
    label, tab, rest = line.partition("\t")
    if tab and len(label) < 6 and line[0] not in "cC*!#dD":
        return f"{label:<5}{rest}" if rest[:1] in tuple("123456789") else f"{label:<6}{rest}"
    return line.expandtabs(8)


def is_fixed_comment(line: str) -> bool:
    """A `!` in column 6 continues a statement."""
    blank = len(line) - len(line.lstrip())
    return line[blank : blank + 1] == "!" and blank != 5


def read_fixed_statement(lines: list[str], first: int, width: int) -> tuple[str, int]:
    quote, at = "", first
    text, end = "", first
    while at < len(lines):
        line = with_columns(lines[at])[:width]
        if not line.strip() or line[0] in "cC*!#dD" or is_fixed_comment(line):
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
    if not line.strip() or line.startswith("#"):
        return False
    if is_fixed_comment(with_columns(line)) if is_fixed else line.lstrip().startswith("!"):
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


def read_source(text: str, name: str, is_fixed: bool = False, width: int = 72) -> Source:
    lines = split_lines(text)
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
        if is_fixed:
            body, end = read_fixed_statement(lines, at, width)
        else:
            body, end = read_free_statement(lines, at)
        file, line = places[at]
        group = Group(at, end, file, line)
        group.statements = split_statements(body, file, line)
        for statement in group.statements:
            statement.group = len(groups)
        groups.append(group)
        at = end
    return Source(lines, groups, is_fixed, places)
