# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc --translate`: translates the sources of a compiler's command line, gives the
compiler the results, and links the runtime."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .dependencies import are_wanted, asks_for_nothing_else, write_dependencies
from .errors import RuleError
from .files import OWN, kept_path, place_of, preprocess, read, write
from .imports import Modules
from .includes import expand
from .runtime_build import Compiler, find_compiler, runtime_folder
from .scopes import Scope
from .summary import write_summary
from .surroundings import Options
from .translate import TranslationFailed, translate
from .words import (
    SourceWord,
    fixed_width,
    for_preprocessor,
    inputs,
    links,
    module_folder,
    sources,
    values,
    without_dependencies,
)

COMPILER_IS_MISSING = 127  # as for shells
STATIC = {"-static", "-static-pie"}
OTHER_PLACE = {"-pie", "-static-pie", "-shared"}


@dataclass
class Command:
    compiler: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    prefix: Path = Path()  # where Arauto is installed
    libraries: Path = Path("lib")  # its libraries; below the prefix, if relative
    kept: Path | None = None
    shows: bool = False
    options: Options = field(default_factory=Options)


def parse(words: list[str]) -> Command:
    command = Command()
    rest = iter(words)
    for word in rest:
        if word == "--compiler":
            command.compiler = shlex.split(next(rest, ""))
        elif word == "--prefix":
            command.prefix = Path(next(rest))
        elif word == "--libraries":
            command.libraries = Path(next(rest))
        elif word == "--keep-translated":
            command.kept = Path(next(rest, "."))
        elif word == "--show":
            command.shows = True
        elif word == "--legacy-collectives":
            command.options.has_legacy_collectives = True
        elif word == "--check-subscripts":
            command.options.has_checks = True
        elif word != "--translate":
            command.words.append(word)
    return command


def translate_sources(
    command: Command, compiler: Compiler, folder: Path
) -> tuple[list[str], list[RuleError]]:
    """The words with translated files in place of their sources."""
    words = list(command.words)
    output = module_folder(words)
    modules = Modules([output, Path(), *(Path(name) for name in values(words, "-I"))])
    command.options.is_for_gfortran = compiler.is_gfortran
    command.options.fixed_width = fixed_width(words)
    errors: list[RuleError] = []
    made: dict[str, Scope] = {}
    for source in sources(words):
        try:
            words[source.index] = translate_source(command, source, folder, modules, made)
        except TranslationFailed as failed:
            errors += failed.errors
        except RuleError as error:
            errors.append(error)
    for module in made.values() if not errors else ():
        write_summary(module, output)
    return words, errors


def read_source(command: Command, source: SourceWord) -> str:
    """As the compiler would read it."""
    if source.is_preprocessed:
        text = preprocess(command.compiler, for_preprocessor(command.words), source.path)
    else:
        text = read(source.path)
    folders = [Path(folder) for folder in values(command.words, "-I")]
    return expand(text, str(source.path), folders)


def translate_source(
    command: Command, source: SourceWord, folder: Path, modules: Modules, made: dict[str, Scope]
) -> str:
    name = str(source.path)
    text = read_source(command, source)
    result = translate(text, name, modules.find, command.options, source.is_fixed)
    modules.known.update(result.modules)
    made.update(result.modules)
    if are_wanted(command.words) and not command.shows:
        write_dependencies(command.words, source.path, text)
    if not result.is_changed:
        return name
    target = kept_path(folder, source.path, command.kept is not None)
    first = f"{OWN}{source.path.resolve()}\n" if command.kept else ""
    write(target, f'{first}# 1 "{name}"\n{result.text}')
    return str(target)


def compile_words(command: Command, words: list[str], runtime: Path) -> list[str]:
    folders = dict.fromkeys(str(Path(command.words[at]).parent) for at in inputs(command.words))
    full = [*command.compiler, *without_dependencies(words)]
    full += [*(f"-I{folder}" for folder in folders), f"-I{runtime}"]
    if "-c" in command.words and "-o" not in command.words and words != command.words:
        names = [Path(command.words[at]) for at in inputs(command.words)]
        if len(names) == 1:
            full += ["-o", names[0].stem + ".o"]
    if links(command.words):
        if STATIC & set(command.words):
            raise RuleError(
                "a translated program cannot be linked with -static: it brings a malloc of its "
                "own, which has to come before the C library's"
            )
        library = command.prefix / command.libraries
        full += [
            str(runtime / "arauto_translated.o"),
            *(str(path) for path in sorted(runtime.glob("shim*.o"))),
            f"-L{library}",
            "-Wl,--no-as-needed",
            "-larauto_translated",
            "-Wl,--push-state,--as-needed",
            "-larauto_halo",
            "-Wl,--pop-state",
            "-larauto",
            f"-Wl,-rpath,{library}",
        ]
        # Polymorphic components name their types by addresses in the program, which other images
        # read: these are the same on all when the program lies where it was linked for.
        full += ["-no-pie"] if not OTHER_PLACE & set(command.words) else []
    return full


def run_compiler(command: Command) -> int:
    if "-E" in command.words:
        return start(command, [*command.compiler, *command.words])
    if asks_for_nothing_else(command.words):
        for source in sources(command.words):
            write_dependencies(command.words, source.path, read_source(command, source))
        return 0
    compiler = find_compiler(command.compiler)
    runtime = runtime_folder(compiler, command.prefix, command.libraries)
    with tempfile.TemporaryDirectory() as made:
        folder = command.kept or Path(made)
        translated, errors = translate_sources(command, compiler, folder)
        for error in errors:
            print(error, file=sys.stderr)
        if errors:
            return 1
        return start(command, compile_words(command, translated, runtime))


def start(command: Command, words: list[str]) -> int:
    if command.shows:
        print(shlex.join(words))
        return 0
    return subprocess.run(words, check=False).returncode


def run(words: list[str]) -> int:
    command = parse(words)
    if shutil.which(command.compiler[0]) is None:
        print(
            f"arauto: fc: the compiler '{command.compiler[0]}' cannot be started: there is no such "
            "program",
            file=sys.stderr,
        )
        return COMPILER_IS_MISSING
    try:
        return run_compiler(command)
    except RuleError as error:
        print(f"arauto: {error}", file=sys.stderr)
    except OSError as fault:
        print(f"arauto: fc: {place_of(fault)}: {fault.strerror}", file=sys.stderr)
    return 1
