# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc` and the translator read a compiler's words alike: the same options take the next word
as their value, the same endings are those of Fortran sources, and the same options end before a
program is linked.

options.py TRANSLATOR C++       the folder of the translator, and tools/compiler_words.cpp
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from coarray_translator import words  # noqa: E402


def strings_of(text: str, name: str) -> set[str]:
    """Return the strings of a table in C++."""
    table = re.search(rf"{name}\[\] = \{{(.*?)\}};", text, re.S)
    assert table, f"there is no table {name}"
    return set(re.findall(r'"([^"]+)"', table.group(1)))


def main() -> int:
    """Compare all lists; print what only one side has."""
    text = Path(sys.argv[2]).read_text()
    endings = {f".{ending.lower()}" for ending in strings_of(text, "kSuffixes")}
    pairs = {
        "options that take a word": (words.TAKE_WORD, strings_of(text, "kTakesWord")),
        "options after which nothing is linked": (words.NO_LINK, strings_of(text, "kNoLink")),
        "endings of Fortran sources": (words.SOURCES, endings),
        "languages": (set(words.LANGUAGES), strings_of(text, "kLanguages")),
    }
    faults = 0
    for what, (ours, theirs) in pairs.items():
        if ours != theirs:
            faults += 1
            print(f"{what}: only one side has {', '.join(sorted(ours ^ theirs))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
