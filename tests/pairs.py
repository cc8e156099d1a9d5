# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Labels of ordered atomics. Where one thread publishes by a release and another sees it by an
acquire, both statements carry the comment `PAIR name: ...`, so that the reader of one finds the
other. What follows the name says what this end does. Part of tidy.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

FOLDERS = ("include", "src", "frontends")
SUFFIXES = (".hpp", ".cpp", ".h", ".c")
LABEL = re.compile(r"PAIR ([a-z_]+\.[a-z_]+)")
ORDER = re.compile(
    r"\b(?:memory_order_|__ATOMIC_)(release|acquire|acq_rel|seq_cst)\b", re.IGNORECASE
)
# The operation that has the order: a load is no release and a store no acquire.
OPERATION = re.compile(r"(load|store|exchange|fetch|fence)\w*\(")
ENDS = {"load": {"acquire"}, "store": {"release"}}
# Calls that order by themselves.
CALLS = {
    "release": re.compile(r"\bword::(store|raise)\w*\(|\barauto_atomic_(?!load)\w+\("),
    "acquire": re.compile(r"\bword::load\w*\(|\barauto_atomic_load\("),
    "seq_cst": re.compile(r"\bword::(add|fetch_add|exchange|compare_exchange)\("),
}
# Where these functions are. Their callers carry the labels.
WRAPPERS = (Path("src/remote/word.hpp"),)
SIDES = {
    "release": {"release"},
    "acquire": {"acquire"},
    "acq_rel": {"release", "acquire"},
    "seq_cst": {"release", "acquire"},
}
LINES_ABOVE = 5  # as far above an ordered statement its label may be

Files = Mapping[Path, list[str]]
Found = tuple[Path, int, str]


def code_of(line: str) -> str:
    return line.partition("//")[0].strip()


def statement_around(lines: list[str], at: int) -> range:
    """The lines of the statement that a line belongs to: a comment of its own line belongs to the
    one that follows."""
    first = at
    if code_of(lines[at]):
        while first > 0 and code_of(lines[first - 1])[-1:] not in ("", ";", "{", "}", ":"):
            first -= 1
    last = at
    while last + 1 < len(lines) and code_of(lines[last])[-1:] not in (";", "{", "}"):
        last += 1
    return range(first, last + 1)


def sides_of(text: str) -> set[str]:
    """Which ends of a pair a statement can be."""
    sides = {side for kind, call in CALLS.items() if call.search(text) for side in SIDES[kind]}
    for order in ORDER.finditer(text):
        operations = OPERATION.findall(text[: order.start()])
        kind = SIDES[order.group(1).lower()]
        sides |= kind & ENDS.get(operations[-1], kind) if operations else kind
    return sides


def check_pairs(files: Files) -> Iterator[Found]:
    """Each label is at a release and at an acquire."""
    places: dict[str, tuple[Path, int]] = {}
    sides: dict[str, set[str]] = {}
    for path, lines in sources_of(files):
        for at, line in enumerate(lines):
            for label in LABEL.findall(line):
                text = "\n".join(code_of(lines[i]) for i in statement_around(lines, at))
                places.setdefault(label, (path, at + 1))
                sides.setdefault(label, set()).update(sides_of(text))
    for label, found in sides.items():
        for side in ("release", "acquire"):
            if side not in found:
                yield *places[label], f"the label '{label}' is at no {side}"


def check_labels(files: Files) -> Iterator[Found]:
    """Each ordered atomic has a label: in its statement, right above, or in the comment on its
    function."""
    for path, lines in sources_of(files):
        for at in range(len(lines)):
            if lacks_label(lines, at):
                yield path, at + 1, "an ordered atomic without its label ('PAIR name: ...')"


def lacks_label(lines: list[str], at: int) -> bool:
    if not ORDER.search(code_of(lines[at])):
        return False
    statement = statement_around(lines, at)
    head = statement.start
    while head > 0 and lines[head - 1].strip():
        head -= 1
    near = lines[max(head, statement.start - LINES_ABOVE) : statement.stop]
    for line in lines[head : statement.start]:
        if code_of(line):
            break
        near.append(line)
    return not any(LABEL.search(line) for line in near)


def sources_of(files: Files) -> Iterator[tuple[Path, list[str]]]:
    for path, lines in files.items():
        if path.parts[0] in FOLDERS and path.suffix in SUFFIXES and path not in WRAPPERS:
            yield path, lines
