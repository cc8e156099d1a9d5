# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Parses a compiler's command line as far as the translator needs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FIXED = {".f", ".for", ".ftn", ".fpp"}
SOURCES = FIXED | {".f90", ".f95", ".f03", ".f08", ".f18"}
PREPROCESSED = {".fpp", ".FPP"}  # and all whose suffix is in capitals
LANGUAGES = {  # of -x: fixed form, preprocessed
    "f77": (True, False),
    "f77-cpp-input": (True, True),
    "f95": (False, False),
    "f95-cpp-input": (False, True),
}
# Options whose value is the next word, unless it is in the same one.
TAKE_WORD = {
    "-o",
    "-J",
    "-I",
    "-L",
    "-l",
    "-D",
    "-U",
    "-x",
    "-B",
    "-T",
    "-u",
    "-z",
    "-module",
    "-module-dir",
    "-mdir",
    "-fintrinsic-modules-path",
    "-include",
    "-imacros",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xflang",
    "-mllvm",
    "-wrapper",
    "--param",
}
OF_DEPENDENCIES = {"-MF", "-MT", "-MQ"}
OF_LINKER = {"-L", "-l", "-T", "-u", "-z", "-Xlinker", "-Xassembler"}
LINKING = re.compile(r"-(?:L|l|Wl,|Wa,|shared|static|pie$|no-pie$|rdynamic$|s$)")
STEPS = {"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-fsyntax-only"}
NO_LINK = {"-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-r"}


@dataclass
class SourceWord:
    """A Fortran source of the command line, and how the compiler would read it."""

    index: int
    path: Path
    is_fixed: bool
    is_preprocessed: bool


def options(words: list[str]) -> list[tuple[int, str, str | None]]:
    """Lists each word with its index, and with its value where that is the next word. Values are
    not listed."""
    found, at = [], 0
    while at < len(words):
        takes = words[at] in TAKE_WORD and at + 1 < len(words)
        found.append((at, words[at], words[at + 1] if takes else None))
        at += 2 if takes else 1
    return found


def inputs(words: list[str]) -> list[int]:
    return [at for at, word, _ in options(words) if not word.startswith("-") or word == "-"]


def values(words: list[str], option: str) -> list[str]:
    found = []
    for _, word, value in options(words):
        if word == option and value is not None:
            found.append(value)
        elif word.startswith(option) and word != option:
            found.append(word[len(option) :])
    return found


def value_of(words: list[str], *names: str) -> str:
    """The last value of an option that has it in the next word; empty without any."""
    found = [value for _, word, value in options(words) if word in names and value is not None]
    return found[-1] if found else ""


def links(words: list[str]) -> bool:
    return not NO_LINK & set(words) and bool(inputs(words))


def module_folder(words: list[str]) -> Path:
    found = values(words, "-J") or values(words, "-module-dir")
    return Path(found[-1]) if found else Path(value_of(words, "-module", "-mdir"))


def sources(words: list[str]) -> list[SourceWord]:
    found, language = [], ""
    for at, word, value in options(words):
        if word == "-x":
            language = value if value not in (None, "none") else ""
        if word.startswith("-"):
            continue
        path = Path(word)
        if language:
            kind = LANGUAGES.get(language)
        else:
            is_known = path.suffix.lower() in SOURCES and path.exists()
            kind = (is_fixed_form(path), is_preprocessed(path)) if is_known else None
        if kind is not None:
            found.append(SourceWord(at, path, *as_told(words, *kind)))
    return found


def as_told(words: list[str], is_fixed: bool, is_preprocessed: bool) -> tuple[bool, bool]:
    """The form, and whether it is preprocessed, after what options say of all files."""
    for word in words:
        if word in ("-ffixed-form", "-ffree-form"):
            is_fixed = word == "-ffixed-form"
        elif word in ("-cpp", "-fpp", "-Mpreprocess"):
            is_preprocessed = True
        elif word in ("-nocpp", "-fpreprocessed"):
            is_preprocessed = False
    return is_fixed, is_preprocessed


def is_fixed_form(path: Path) -> bool:
    return path.suffix.lower() in FIXED


def is_preprocessed(path: Path) -> bool:
    suffix = path.suffix
    return suffix in PREPROCESSED or (suffix.lower() in SOURCES and suffix[1:2].isupper())


def fixed_width(words: list[str]) -> int:
    """Columns of fixed form, as the compilers' options say; 0: all."""
    width = 72
    for word in words:
        given = re.match(r"-ffixed-line-length[-=](\d+|none)$", word)
        if given:
            width = int(given.group(1)) if given.group(1).isdigit() else 0
        elif word in ("-Mextend", "-extend-source", "-132"):
            width = 132
    return width


def for_preprocessor(words: list[str]) -> list[str]:
    """All that may decide what the preprocessor makes of a source: -O2 and -fopenacc define macros
    too. Left out is what names inputs and outputs, and what is for the linker."""
    kept: list[str] = []
    for _, word, value in options(words):
        is_other = not word.startswith("-") or word in ("-o", "-x") or word in STEPS
        if is_other or word in OF_DEPENDENCIES | OF_LINKER or LINKING.match(word):
            continue
        kept += [word] if value is None else [word, value]
    return kept


def without_dependencies(words: list[str]) -> list[str]:
    """The words without -MMD and its kin. The positions of the others change."""
    kept: list[str] = []
    for _, word, value in options(words):
        if word not in OF_DEPENDENCIES | {"-MD", "-MMD", "-MP", "-MG"}:
            kept += [word] if value is None else [word, value]
    return kept
