# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Collects the sentences that Arauto's libraries and commands say of errors, from their sources,
and compares them with docs/guide/errors.md, which gives cause and remedy.

    sentences.py             prints each sentence, with its file
    sentences.py --check     names sentences without a row on that page, and rows without a sentence

A row's first cell is a piece of a sentence; `...` in it stands for anything."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "frontends", "tools")
CALL = re.compile(
    r"\b(?:(?:fail\w*|report\w*|complain\w*|error|warn\w*|say)\(|log\(\s*LogLevel::(?:error|warn),)"
)
# The warnings of wrong code are put together from parts, and have a page of their own.
LEFT_OUT = ("tools/wrong_data.cpp",)
# Names of statements and parts of the system, which are filled into sentences.
NAMES = {
    "start of the program", "end of the program", "endpoint and address table",
    "endpoint and completion queue", "ALLOCATE of a component", "the name of a file",
    "the number of images", "the list of hosts", "a request for notifications",
    "first use of an event, a notify variable or a lock",
    "size (a number, with K, M, G or T)",
}  # fmt: skip
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
PLACE = re.compile(r"%[-+#0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j|t)?[diuoxXfgeEscp]")
WORDS_MIN = 3  # of fewer words is no sentence


@dataclass(frozen=True, order=True)
class Sentence:
    text: str  # `...` stands for what the program fills in
    path: str


def arguments(text: str, start: int) -> str:
    """The text between the parenthesis before `start` and the one that closes it."""
    depth, at = 1, start
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|[()]', text[start:]):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        at = start + match.start()
        if depth == 0:
            break
    return text[start:at]


def literals(arguments_text: str) -> Iterator[str]:
    """Neighbouring literals are one."""
    run, end = "", None
    for match in LITERAL.finditer(arguments_text):
        between = arguments_text[end : match.start()] if end is not None else ""
        if end is not None and between.strip() and not between.strip().startswith("PRI"):
            yield run
            run = ""
        run += ("d" if between.strip() else "") + match[1]  # "%" PRIu64 is one place
        end = match.end()
    if run:
        yield run


def cleaned(text: str) -> str:
    text = text.replace('\\"', '"').replace("\\n", " ").replace("%%", "%")
    return re.sub(r"\s+", " ", PLACE.sub("...", text)).strip()


def sentences(top: Path = TOP) -> list[Sentence]:
    found = set()
    for folder in FOLDERS:
        for path in sorted((top / folder).rglob("*.[ch]pp")):
            if "generated" in path.parts or path.relative_to(top).as_posix() in LEFT_OUT:
                continue
            text = path.read_text(encoding="utf-8")
            for call in CALL.finditer(text):
                said = next(literals(arguments(text, call.end())), "")
                sentence = cleaned(said)
                is_long = len(re.findall(r"[A-Za-z]+", sentence)) >= WORDS_MIN
                if is_long and sentence not in NAMES:
                    found.add(Sentence(sentence, path.relative_to(top).as_posix()))
    return sorted(found)


def rows(page: str) -> list[str]:
    """The first cells of the tables of the page."""
    return re.findall(r"^\| `(.+?)` \|", page, re.M)


def pattern_of(row: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in row.split("...")), re.S)


def faults(page: str, said: list[Sentence]) -> list[str]:
    patterns = {row: pattern_of(row) for row in rows(page)}
    out = [
        f"{each.path} says '{each.text}': docs/guide/errors.md has no row for it"
        for each in said
        if not any(pattern.search(each.text) for pattern in patterns.values())
    ]
    for row, pattern in patterns.items():
        if not any(pattern.search(each.text) for each in said):
            out.append(f"docs/guide/errors.md has a row for '{row}', which no source says")
    return out


def main(words: list[str]) -> int:
    said = sentences()
    if words != ["--check"]:
        for each in said:
            print(f"{each.path}: {each.text}")
        return 0
    found = faults((TOP / "docs" / "guide" / "errors.md").read_text(encoding="utf-8"), said)
    print("\n".join([*found, f"sentences: {len(found)} faults in {len(said)} sentences"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
