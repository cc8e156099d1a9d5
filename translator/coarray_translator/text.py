# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Searches the text of statements without parsing all of it. `code` is always a statement's text in
lower case with the insides of strings masked, so that both have the same length and positions."""

from __future__ import annotations

import re

from .errors import RuleError

CLOSING = {"(": ")", "[": "]"}
MASK = "~"


HOLLERITH = re.compile(r"(?<![\w.%])(\d{1,4})h", re.IGNORECASE)


def hollerith(text: str) -> set[int]:
    """The positions of the characters of constants like 3Ha'b, which may be quotes and brackets."""
    found: set[int] = set()
    if not HOLLERITH.search(text):
        return found
    at, quote = 0, ""
    while at < len(text):
        match = HOLLERITH.match(text, at) if not quote else None
        if match is not None:
            end = match.end() + int(match.group(1))
            found.update(range(match.end(), end))
            at = end
            continue
        char = text[at]
        if quote or char in "'\"":
            quote = "" if char == quote else quote or char
        at += 1
    return found


def mask(text: str) -> str:
    """Lower case, and each character inside a string a mask."""
    out: list[str] = []
    quote = ""
    constants = hollerith(text)
    for at, char in enumerate(text):
        if at in constants:
            out.append(MASK)
        elif quote:
            out.append(char if char == quote else MASK)
            quote = "" if char == quote else quote
        else:
            quote = char if char in "'\"" else ""
            out.append(char.lower() if char.isascii() else MASK)
    return "".join(out)


def closing(code: str, start: int) -> int:
    """Where the bracket at `start` closes.

    Raises
    ------
    RuleError
        when it does not
    """
    expected: list[str] = []
    for at in range(start, len(code)):
        char = code[at]
        if char in CLOSING:
            expected.append(CLOSING[char])
        elif char in ")]":
            if char != expected.pop():
                break
            if not expected:
                return at
    raise RuleError(f"the '{code[start]}' in '{code.strip()[:60]}' is not closed")


def top_level(code: str, start: int = 0) -> list[int]:
    """Positions from `start` that are in no bracket and no string."""
    found = []
    at = start
    while at < len(code):
        if code[at] in CLOSING:
            at = closing(code, at) + 1
            continue
        if code[at] in "'\"":
            at = code.index(code[at], at + 1) + 1 if code[at] in code[at + 1 :] else len(code)
            continue
        found.append(at)
        at += 1
    return found


def find(code: str, wanted: str, start: int = 0) -> int:
    """First top-level position of `wanted`, or -1."""
    return next((at for at in top_level(code, start) if code.startswith(wanted, at)), -1)


def split(text: str, separator: str = ",") -> list[str]:
    """The parts of a list, without blanks around them."""
    code = mask(text)
    parts, start = [], 0
    for at in top_level(code):
        if code[at] == separator:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if parts or last else []


def keyword_of(item: str) -> tuple[str, str]:
    """`stat=s` as ("stat", "s"); ("", item) without a keyword."""
    code = mask(item)
    at = find(code, "=")
    name = code[:at].strip()
    if at < 0 or not name.isidentifier() or code[at + 1 : at + 2] in ("=", ">"):
        return "", item.strip()
    return name, item[at + 1 :].strip()
