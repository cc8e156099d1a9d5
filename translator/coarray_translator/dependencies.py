# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The options -M, -MD and their relatives: writes a rule for make that names the files of a source.
The compiler would name the translated file, which is temporary; some compilers lack such
options."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from .words import inputs, options, value_of, values

MARKER = re.compile(r'#\s*(?:line\s+)?\d+\s+"([^"<]*)"([ 0-9]*)$', re.MULTILINE)
SYSTEM = "3"  # the flag of a system header
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def are_wanted(words: list[str]) -> bool:
    return bool({"-M", "-MM", "-MD", "-MMD"} & set(words))


def asks_for_nothing_else(words: list[str]) -> bool:
    return bool({"-M", "-MM"} & set(words))


def prerequisites(text: str, source: Path, words: list[str]) -> list[str]:
    """The source and the files that its text names, each once."""
    found = {str(source): None}
    has_system_headers = bool({"-M", "-MD"} & set(words))
    for name, flags in MARKER.findall(text):
        if name and (has_system_headers or SYSTEM not in flags.split()):
            found.setdefault(os.path.normpath(name))
    folders = [Path(name) for name in [*values(words, "-I"), *values(words, "-iquote")]]
    for name in included(source, folders):
        found.setdefault(name)
    return list(found)


def included(source: Path, folders: list[Path]) -> list[str]:
    """The files that #include lines may name: flang has no markers for files of macros only."""
    found: list[str] = []
    waiting = [source]
    while waiting:
        file = waiting.pop()
        for name in INCLUDE.findall(file.read_text("utf-8", "surrogateescape")):
            places = [file.parent / name, *(folder / name for folder in folders)]
            path = next((place for place in places if place.is_file()), None)
            if path is not None and str(path) not in found:
                found.append(str(path))
                waiting.append(path)
    return found


def write_dependencies(words: list[str], source: Path, text: str) -> None:
    """
    Parameters
    ----------
    words
        the command line
    text
        the source as the compiler would read it, with line markers
    """
    output = value_of(words, "-o")
    is_all = asks_for_nothing_else(words)
    has_output = bool(output) and not is_all and len(inputs(words)) == 1
    made = output if has_output else f"{source.stem}.o"
    named = [
        value.replace("$", "$$").replace(" ", "\\ ") if word == "-MQ" else value
        for _, word, value in options(words)
        if word in ("-MT", "-MQ") and value is not None
    ]
    files = [name.replace(" ", "\\ ") for name in prerequisites(text, source, words)]
    rules = f"{' '.join(named or [made])}: {' '.join(files)}\n"
    if "-MP" in words:
        rules += "".join(f"\n{name}:\n" for name in files[1:])
    file = value_of(words, "-MF") or (output if is_all else str(Path(made).with_suffix(".d")))
    if file:
        Path(file).write_text(rules, encoding="utf-8", errors="surrogateescape")
    else:
        sys.stdout.write(rules)
