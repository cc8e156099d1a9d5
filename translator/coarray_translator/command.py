# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto translate`: translates files to files or to standard output; writes nothing when any of
them has a fault."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .errors import RuleError
from .files import place_of, preprocess, read, translated_name, write
from .imports import Modules
from .includes import expand
from .scopes import Scope
from .summary import write_summary
from .surroundings import Options
from .translate import TranslationFailed, translate
from .words import is_fixed_form, is_preprocessed

USAGE = """\
usage: arauto translate [OPTIONS] FILE...

Writes coarray Fortran as plain Fortran that calls Arauto's runtime. A file like x.F90 is
preprocessed first.

  -o DIR, --output DIR    write the files, and summaries of their modules, into DIR
                          (else: print the text)
  -I DIR                  look there for summaries of modules and for included files
  -D NAME[=TEXT], -U NAME for the preprocessor
  --compiler COMMAND      its preprocessor is used (default: the variable ARAUTO_FC, else gfortran)
  --legacy-collectives    an integer second argument of co_sum and its like is the result
  --check-subscripts      check those of objects of other images when the program runs
  --fixed, --free         the form of all files (else: fixed for .f .F .for .ftn)
  --count                 print how many image selectors each file has, and translate nothing
"""


@dataclass
class Arguments:
    files: list[Path] = field(default_factory=list)
    output: Path | None = None
    folders: list[Path] = field(default_factory=list)
    options: Options = field(default_factory=Options)
    is_fixed: bool | None = None
    only_counts: bool = False
    compiler: list[str] = field(default_factory=list)
    macros: list[str] = field(default_factory=list)  # -D and -U


class UsageError(Exception):
    """Wrong options."""


def parse(words: list[str]) -> Arguments:
    arguments = Arguments()
    rest = iter(words)
    for word in rest:
        if word.startswith(("-o", "-I", "-D", "-U")) or word in ("--output", "--compiler"):
            take(arguments, word, rest)
        elif word.startswith("--output="):
            arguments.output = Path(word.partition("=")[2])
        elif word == "--legacy-collectives":
            arguments.options.has_legacy_collectives = True
        elif word == "--check-subscripts":
            arguments.options.has_checks = True
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
    if not arguments.compiler:
        arguments.compiler = shlex.split(os.environ.get("ARAUTO_FC", "")) or ["gfortran"]
    return arguments


def take(arguments: Arguments, word: str, rest: Iterator[str]) -> None:
    """An option whose value is in the same word or is the next one."""
    option, value = (word, "") if word.startswith("--") else (word[:2], word[2:])
    value = value or next(rest, "")
    if not value:
        what = {"-D": "a macro", "-U": "a macro", "--compiler": "a command"}
        raise UsageError(f"translate: after {option} {what.get(option, 'a folder')} is missing")
    if option in ("-o", "--output"):
        arguments.output = Path(value)
    elif option == "-I":
        arguments.folders.append(Path(value))
    elif option == "--compiler":
        arguments.compiler = shlex.split(value)
    else:
        arguments.macros.append(option + value)


@dataclass
class Translated:
    path: Path
    name: str  # of the translated file
    text: str
    modules: dict[str, Scope]


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
            text = read_preprocessed(arguments, path)
            whole = expand(text, str(path), arguments.folders)
            result = translate(whole, str(path), modules.find, arguments.options, is_fixed)
        except TranslationFailed as failed:
            errors += failed.errors
            continue
        except RuleError as error:
            errors.append(error)
            continue
        modules.known.update(result.modules)
        name = translated_name(path) if result.is_changed else path.name
        text = result.text if result.is_changed else read(path)
        done.append(Translated(path, name, text, result.modules))
    return done, errors


def read_preprocessed(arguments: Arguments, path: Path) -> str:
    if not is_preprocessed(path):
        return read(path)
    options = [*arguments.macros, *(f"-I{folder}" for folder in arguments.folders)]
    return preprocess(arguments.compiler, options, path)


def count_selectors(arguments: Arguments) -> int:
    from .designators import count_coindexed
    from .source import read_source

    for path in arguments.files:
        is_fixed = is_fixed_form(path) if arguments.is_fixed is None else arguments.is_fixed
        source = read_source(read_preprocessed(arguments, path), str(path), is_fixed)
        print(
            sum(count_of(statement.code, count_coindexed) for statement in source.statements()),
            path,
        )
    return 0


def count_of(code: str, count_coindexed) -> int:
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
    errors += overwritten(done, arguments.output) if arguments.output else []
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


def overwritten(done: list[Translated], folder: Path) -> list[RuleError]:
    """The sources that the results would replace, and results of one name."""
    errors: list[RuleError] = []
    written: dict[str, Path] = {}
    for translated in done:
        target = folder / translated.name
        if target.exists() and any(target.samefile(other.path) for other in done):
            text = f"'{target}' would be overwritten; give another folder"
            errors.append(RuleError(text, str(translated.path)))
        elif (other := written.setdefault(translated.name, translated.path)) is not translated.path:
            text = f"'{target}' would be the translation of '{other}' too; give another folder"
            errors.append(RuleError(text, str(translated.path)))
    return errors


def deliver(translated: Translated, folder: Path | None) -> None:
    if folder is None:
        sys.stdout.buffer.write(translated.text.encode("utf-8", "surrogateescape"))
        return
    write(folder / translated.name, translated.text)
    for module in translated.modules.values():
        write_summary(module, folder)


def forget_standard_output() -> None:
    """Or the interpreter tries again when it ends, and complains in its own way."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
