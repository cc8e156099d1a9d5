# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc --translate`: translates the sources of a compiler's command line, gives the
compiler the results, and links the runtime. The module of the runtime is compiled once for each
compiler, into a cache."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .command import is_fixed_form, place_of, read, write
from .context import Options
from .errors import RuleError
from .imports import Modules
from .includes import expand
from .runtime_module import write_module
from .scopes import Scope
from .summary import write_summary
from .translate import TranslationFailed, translate

SOURCES = {".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08", ".f18", ".fpp"}
PREPROCESSED = {".F", ".FOR", ".FTN", ".F90", ".F95", ".F03", ".F08", ".F18", ".fpp", ".FPP"}
TAKE_WORD = {
    "-o",
    "-J",
    "-I",
    "-L",
    "-l",
    "-D",
    "-U",
    "-x",
    "-module-dir",
    "-include",
    "-Xlinker",
    "-MF",
    "-MT",
}
COMPILER_IS_MISSING = 127  # as for shells
NO_LINK = {"-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-r"}
OTHER_PLACE = {"-pie", "-static-pie", "-shared"}


@dataclass
class Command:
    compiler: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    prefix: Path = Path()  # where Arauto is installed
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
        elif word == "--keep-translated":
            command.kept = Path(next(rest, "."))
        elif word == "--show":
            command.shows = True
        elif word == "--legacy-collectives":
            command.options.has_legacy_collectives = True
        elif word != "--translate":
            command.words.append(word)
    return command


def inputs(words: list[str]) -> list[int]:
    found, at = [], 0
    while at < len(words):
        if words[at] in TAKE_WORD:
            at += 1
        elif not words[at].startswith("-"):
            found.append(at)
        at += 1
    return found


def values(words: list[str], option: str) -> list[str]:
    found = []
    for at, word in enumerate(words):
        if word == option and at + 1 < len(words):
            found.append(words[at + 1])
        elif word.startswith(option) and word != option:
            found.append(word[len(option) :])
    return found


def is_gfortran(compiler: list[str]) -> bool:
    return "gfortran" in Path(compiler[-1]).name or "gfortran" in Path(compiler[0]).name


def module_folder(words: list[str]) -> Path:
    for option in ("-J", "-module-dir"):
        if found := values(words, option):
            return Path(found[-1])
    return Path()


# The runtime's module


def binding_folder(compiler: list[str]) -> list[str]:
    """Where a compiler other than gfortran keeps ISO_Fortran_binding.h."""
    path = shutil.which(compiler[-1])
    if path is None or is_gfortran(compiler):
        return []
    top = Path(path).resolve().parent.parent
    for folder in (top / "include/flang", top / "include", top / "lib"):
        header = folder / "ISO_Fortran_binding.h"
        if header.exists():
            return ["-idirafter", str(folder)] if folder.name != "flang" else ["-I" + str(folder)]
    return []


def c_compiler(compiler: list[str]) -> list[str]:
    chosen = os.environ.get("ARAUTO_CC", "")
    if chosen:
        return shlex.split(chosen)
    return ["gcc"] if is_gfortran(compiler) and shutil.which("gcc") else ["cc"]


def run_quietly(command: list[str], folder: Path, what: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuleError(
            f"{what} cannot be compiled for this compiler:\n{shlex.join(command)}\n"
            f"{done.stderr.strip()}"
        )


def compiler_version(compiler: list[str]) -> str:
    try:
        done = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False)
    except OSError as fault:
        raise RuleError(
            f"the compiler '{compiler[0]}' cannot be started: {fault.strerror}"
        ) from None
    return done.stdout


def runtime_folder(command: Command) -> Path:
    """The folder with arauto_translated.mod and the objects for this compiler."""
    shared = command.prefix / "share/arauto/translated"
    text = write_module(has_quad=is_gfortran(command.compiler))
    key = hashlib.sha256()
    for part in (
        text,
        *(path.read_text() for path in sorted(shared.glob("*.[ch]"))),
        shutil.which(command.compiler[-1]) or "",
        compiler_version(command.compiler),
    ):
        key.update(part.encode())
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arauto"
    folder = base / f"translated-{key.hexdigest()[:16]}"
    if not (folder / "arauto_translated.o").exists():
        base.mkdir(parents=True, exist_ok=True)
        build_runtime(command, text, shared, folder)
    return folder


def build_runtime(command: Command, text: str, shared: Path, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        place = Path(made)
        (place / "arauto_translated.f90").write_text(text)
        include = [
            f"-I{command.prefix / 'include'}",
            f"-I{shared.resolve()}",
            *binding_folder(command.compiler),
        ]
        for shim in sorted(shared.glob("shim*.c")):
            compile_shim = [*c_compiler(command.compiler), "-O2", "-std=gnu11", "-fPIC", *include]
            run_quietly(
                [*compile_shim, "-c", str(shim), "-o", f"{shim.stem}.o"],
                place,
                f"Arauto's {shim.name}",
            )
        run_quietly(
            [*command.compiler, "-O2", "-fPIC", "-c", "arauto_translated.f90"],
            place,
            "Arauto's module",
        )
        folder.mkdir(exist_ok=True)
        names = sorted(place.iterdir(), key=lambda path: path.suffix == ".o")
        for path in names:  # the object that tells that all is there comes last
            if path.name != "arauto_translated.o":
                os.replace(path, folder / path.name)
        os.replace(place / "arauto_translated.o", folder / "arauto_translated.o")


# Sources


def preprocess(command: Command, source: Path) -> str:
    options = [
        word for word in command.words if word.startswith(("-D", "-U", "-I", "-cpp", "-fopenmp"))
    ]
    for option in ("-D", "-U", "-I"):
        options = drop_bare(options, option)
    done = subprocess.run(
        [*command.compiler, "-E", *options, str(source)], capture_output=True, check=False
    )
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stderr)
        raise RuleError("cannot be preprocessed", str(source))
    return done.stdout.decode("utf-8", "surrogateescape")


def drop_bare(options: list[str], option: str) -> list[str]:
    return [word for word in options if word != option]


def translate_sources(command: Command, folder: Path) -> tuple[list[str], list[RuleError]]:
    """The words with translated files in place of their sources."""
    words = list(command.words)
    output = module_folder(words)
    modules = Modules([output, Path(), *(Path(name) for name in values(words, "-I"))])
    errors: list[RuleError] = []
    made: dict[str, Scope] = {}
    for at in inputs(words):
        source = Path(words[at])
        if source.suffix.lower() not in SOURCES or not source.exists():
            continue
        try:
            words[at] = translate_source(command, source, folder, modules, made)
        except TranslationFailed as failed:
            errors += failed.errors
        except RuleError as error:
            errors.append(error)
    for module in made.values() if not errors else ():
        write_summary(module, output)
    return words, errors


def has_fixed_form(words: list[str], source: Path) -> bool:
    forms = [word for word in words if word in ("-ffixed-form", "-ffree-form")]
    return forms[-1] == "-ffixed-form" if forms else is_fixed_form(source)


def fixed_width(words: list[str]) -> int:
    """Columns of fixed form, as the compilers' options say."""
    width = 72
    for word in words:
        given = re.match(r"-ffixed-line-length[-=](\d+|none)$", word)
        if given:
            width = int(given.group(1)) if given.group(1).isdigit() else 0
        elif word in ("-Mextend", "-extend-source", "-132"):
            width = 132
    return width if width > 0 else 1 << 20


def translate_source(
    command: Command, source: Path, folder: Path, modules: Modules, made: dict[str, Scope]
) -> str:
    is_preprocessed = source.suffix in PREPROCESSED or "-cpp" in command.words
    text = preprocess(command, source) if is_preprocessed else read(source)
    text = expand(text, str(source), [Path(name) for name in values(command.words, "-I")])
    is_fixed = has_fixed_form(command.words, source)
    command.options.is_for_gfortran = is_gfortran(command.compiler)
    command.options.fixed_width = fixed_width(command.words)
    result = translate(text, str(source), modules.find, command.options, is_fixed)
    modules.known.update(result.modules)
    made.update(result.modules)
    if not result.is_changed:
        return str(source)
    suffix = source.suffix.lower() if source.suffix not in (".fpp", ".FPP") else ".f"
    target = folder / f"{source.stem}{suffix}"
    number = 1
    while target.exists() and command.kept is None:
        target = folder / str(number) / f"{source.stem}{suffix}"
        number += 1
    write(target, result.text)
    return str(target)


def compile_words(command: Command, words: list[str], runtime: Path) -> list[str]:
    folders = dict.fromkeys(str(Path(command.words[at]).parent) for at in inputs(command.words))
    full = [*command.compiler, *words, *(f"-I{folder}" for folder in folders), f"-I{runtime}"]
    if "-c" in command.words and "-o" not in command.words and words != command.words:
        names = [Path(command.words[at]) for at in inputs(command.words)]
        if len(names) == 1:
            full += ["-o", names[0].stem + ".o"]
    if not NO_LINK & set(command.words) and inputs(command.words):
        library = command.prefix / "lib"
        full += [
            str(runtime / "arauto_translated.o"),
            *(str(path) for path in sorted(runtime.glob("shim*.o"))),
            f"-L{library}",
            "-Wl,--no-as-needed",
            "-larauto_translated",
            "-larauto",
            f"-Wl,-rpath,{library}",
        ]
        # Polymorphic components name their types by addresses in the program, which other images
        # read: these are the same on all when the program lies where it was linked for.
        full += ["-no-pie"] if not OTHER_PLACE & set(command.words) else []
    return full


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
        runtime = runtime_folder(command)
        with tempfile.TemporaryDirectory() as made:
            folder = command.kept or Path(made)
            translated, errors = translate_sources(command, folder)
            for error in errors:
                print(error, file=sys.stderr)
            if errors:
                return 1
            full = compile_words(command, translated, runtime)
            if command.shows:
                print(shlex.join(full))
                return 0
            return subprocess.run(full, check=False).returncode
    except RuleError as error:
        print(f"arauto: {error}", file=sys.stderr)
    except OSError as fault:
        print(f"arauto: fc: {place_of(fault)}: {fault.strerror}", file=sys.stderr)
    return 1
