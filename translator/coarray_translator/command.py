# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto translate`: files in, files or standard output out; nothing is written when anything is
wrong."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .context import Options
from .errors import RuleError
from .imports import Modules
from .includes import expand
from .scopes import Scope
from .summary import write_summary
from .translate import TranslationFailed, translate

USAGE = """\
usage: arauto translate [OPTIONS] FILE...

Writes coarray Fortran as plain Fortran that calls Arauto's runtime.

  -o DIR, --output DIR    write the files, and summaries of their modules, into DIR
                          (else: print the text)
  -I DIR                  look there for summaries of modules
  --legacy-collectives    an integer second argument of co_sum and its like is the result
  --fixed, --free         the form of all files (else: fixed for .f .F .for .ftn)
  --count                 print how many image selectors each file has, and translate nothing
"""
FIXED_SUFFIXES = {".f", ".for", ".ftn", ".fpp"}


@dataclass
class Arguments:
    files: list[Path] = field(default_factory=list)
    output: Path | None = None
    folders: list[Path] = field(default_factory=list)
    options: Options = field(default_factory=Options)
    is_fixed: bool | None = None
    only_counts: bool = False


class UsageError(Exception):
    """Wrong options."""


def parse(words: list[str]) -> Arguments:
    arguments = Arguments()
    rest = iter(words)
    for word in rest:
        if word in ("-o", "--output", "-I"):
            value = next(rest, None)
            if not value:
                raise UsageError(f"translate: after {word} a folder is missing")
            if word == "-I":
                arguments.folders.append(Path(value))
            else:
                arguments.output = Path(value)
        elif word.startswith("--output="):
            arguments.output = Path(word.partition("=")[2])
        elif word.startswith("-I"):
            arguments.folders.append(Path(word[2:]))
        elif word == "--legacy-collectives":
            arguments.options.has_legacy_collectives = True
        elif word in ("--fixed", "--free"):
            arguments.is_fixed = word == "--fixed"
        elif word == "--count":
            arguments.only_counts = True
        elif word.startswith("-"):
            raise UsageError(f"translate: there is no option '{word}' ('arauto translate --help')")
        else:
            arguments.files.append(Path(word))
    if not arguments.files:
        raise UsageError("translate: no file is named")
    return arguments


def is_fixed_form(path: Path) -> bool:
    return path.suffix.lower() in FIXED_SUFFIXES


@dataclass
class Translated:
    path: Path
    text: str
    modules: dict[str, Scope]


def read(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as fault:
        raise RuleError(f"cannot be read: {fault.strerror}", str(path)) from None
    return text.removeprefix("\ufeff")  # the mark of some editors, which compilers pass over


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


def translate_files(arguments: Arguments) -> tuple[list[Translated], list[RuleError]]:
    folders = list(arguments.folders)
    folders += [arguments.output] if arguments.output else []
    folders += [Path(), *dict.fromkeys(path.parent for path in arguments.files)]
    modules = Modules(folders)
    done: list[Translated] = []
    errors: list[RuleError] = []
    for path in arguments.files:
        is_fixed = is_fixed_form(path) if arguments.is_fixed is None else arguments.is_fixed
        try:
            text = read(path)
            whole = expand(text, str(path), arguments.folders)
            result = translate(whole, str(path), modules.find, arguments.options, is_fixed)
            result.text = result.text if result.is_changed else text
        except TranslationFailed as failed:
            errors += failed.errors
            continue
        except RuleError as error:
            errors.append(error)
            continue
        modules.known.update(result.modules)
        done.append(Translated(path, result.text, result.modules))
    return done, errors


def count_selectors(arguments: Arguments) -> int:
    from .designators import count_coindexed
    from .source import read_source

    for path in arguments.files:
        is_fixed = is_fixed_form(path) if arguments.is_fixed is None else arguments.is_fixed
        source = read_source(read(path), str(path), is_fixed)
        print(
            sum(count_of(statement.code, count_coindexed) for statement in source.statements()),
            path,
        )
    return 0


def count_of(code: str, count_coindexed) -> int:  # noqa: ANN001
    """Declarations of coarrays and ALLOCATE, also behind IF, have brackets that select nothing."""
    from .declarations import parse_declaration
    from .text import closing

    if code.startswith("allocate"):
        return 0
    if condition := re.match(r"if\s*\(", code):
        end = closing(code, condition.end() - 1) + 1
        if code[end:].lstrip().startswith("allocate"):
            return count_coindexed(code[:end])
    try:
        declaration = parse_declaration(code, code)
        if declaration is not None and declaration.has_coarrays:
            return 0
    except RuleError:
        return 0
    return count_coindexed(code)


def run(words: list[str]) -> int:
    if not words or words[0] in ("--help", "-h"):
        print(USAGE, end="", file=sys.stdout if words else sys.stderr)
        return 0 if words else 2
    try:
        arguments = parse(words)
    except UsageError as error:
        print(f"arauto: {error}", file=sys.stderr)
        return 2
    if arguments.only_counts:
        try:
            return count_selectors(arguments)
        except RuleError as error:
            print(error, file=sys.stderr)
            return 1
    done, errors = translate_files(arguments)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    try:
        for translated in done:
            deliver(translated, arguments.output)
        sys.stdout.flush()
    except OSError as fault:
        print(f"arauto: translate: {place_of(fault)}: {fault.strerror}", file=sys.stderr)
        forget_standard_output()
        return 1
    return 0


def deliver(translated: Translated, folder: Path | None) -> None:
    if folder is None:
        sys.stdout.buffer.write(translated.text.encode("utf-8", "surrogateescape"))
        return
    write(folder / translated.path.name, translated.text)
    for module in translated.modules.values():
        write_summary(module, folder)


def place_of(fault: OSError) -> str:
    """What could not be written."""
    return (
        f"'{fault.filename}' cannot be written"
        if fault.filename
        else "the output cannot be written"
    )


def forget_standard_output() -> None:
    """Or the interpreter tries again when it ends, and complains in its own way."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
