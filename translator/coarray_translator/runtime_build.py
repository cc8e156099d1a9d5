# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the parts of the runtime that depend on the compiler: our modules by the user's Fortran
compiler, and the shim between its descriptors and the runtime by a C compiler with the Fortran
compiler's own header. Once for each compiler, into a cache."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import RuleError
from .runtime_module import write_module

HEADER = "ISO_Fortran_binding.h"
# Where compilers keep the header, below the folder that has their own `bin`.
HEADER_FOLDERS = ("include/flang", "include", "lib", "opt/compiler/include")
# The module's procedures only call the shim. With -O2 gfortran 12 needs 13.0 s for them, with this
# 7.5 s, and loops over elements take the same time.
MODULE_OPTIONS = ("-O1", "-fPIC")


@dataclass
class Compiler:
    """A Fortran compiler, and what it says of itself."""

    command: list[str]
    version: str = ""

    @property
    def is_gfortran(self) -> bool:
        return "GNU Fortran" in self.version

    @property
    def is_lfortran(self) -> bool:
        return self.version.startswith("LFortran")

    @property
    def program(self) -> str:
        """The last word that is no option: `gfortran` in `ccache gfortran -m64`."""
        return [word for word in self.command if not word.startswith("-")][-1]

    @property
    def name(self) -> str:
        return Path(self.program).name


def find_compiler(command: list[str]) -> Compiler:
    """
    Raises
    ------
    RuleError
        when the compiler cannot be started, or is known to fail with what the translator writes
    """
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    except OSError as fault:
        raise RuleError(
            f"the compiler '{command[0]}' cannot be started: {fault.strerror}"
        ) from None
    compiler = Compiler(command, done.stdout)
    if compiler.is_lfortran:
        version = compiler.version.partition(":")[2].split()[0]
        raise RuleError(
            f"'{compiler.name}' is LFortran {version}, which cannot compile translated coarrays: "
            "every program that uses Arauto's module ends it with an internal error; gfortran 12 "
            "or later and flang 22 or later can (--compiler flang-22)"
        )
    return compiler


def answer(command: list[str]) -> str:
    """A compiler's answer to a question; empty when it does not know it."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def find_header(compiler: Compiler) -> Path:
    """
    Raises
    ------
    RuleError
        when there is none: another compiler's would have other codes for types
    """
    if compiler.is_gfortran:
        path = Path(answer([*compiler.command, f"-print-file-name=include/{HEADER}"]))
        if path.is_absolute() and path.is_file():
            return path
    program = shutil.which(compiler.program)
    tops = [Path(program).resolve().parent.parent] if program else []
    resources = answer([*compiler.command, "-print-resource-dir"])  # .../lib/clang/22
    if resources:
        tops.insert(0, Path(resources).parent.parent.parent)
    for top in tops:
        for folder in HEADER_FOLDERS:
            if (top / folder / HEADER).is_file():
                return top / folder / HEADER
    raise RuleError(
        f"the compiler '{compiler.name}' has no {HEADER} that could be found; it comes with the "
        "compiler, with some in a package of its own (Debian: libflang-22-dev for flang-22)"
    )


def c_compiler(compiler: Compiler) -> list[str]:
    chosen = os.environ.get("ARAUTO_CC", "")
    if chosen:
        return shlex.split(chosen)
    return ["gcc"] if compiler.is_gfortran and shutil.which("gcc") else ["cc"]


def path_of(program: str) -> str:
    """The program's absolute path, for a command in another folder. Empty when there is none."""
    found = shutil.which(program)
    return os.path.abspath(found) if found else ""


def run_quietly(command: list[str], folder: Path, what: str) -> None:
    """Runs the command in the folder."""
    command = [path_of(command[0]) or command[0], *command[1:]]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuleError(
            f"{what} cannot be compiled for this compiler:\n{shlex.join(command)}\n"
            f"{done.stderr.strip()}"
        )


def runtime_folder(compiler: Compiler, prefix: Path, libraries: Path) -> Path:
    """The folder with the module files and the objects for this compiler."""
    shared = prefix / "share/arauto/translated"
    halo = prefix / libraries / "arauto/gfortran/arauto_halo.f90"
    header = find_header(compiler)
    text = write_module(has_quad=compiler.is_gfortran)
    key = hashlib.sha256()
    for part in (
        text,
        *(path.read_text() for path in sorted(shared.glob("*.[ch]"))),
        halo.read_text(),
        header.read_text(errors="replace"),
        path_of(compiler.program),
        compiler.version,
    ):
        key.update(part.encode())
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arauto"
    folder = base / f"translated-{key.hexdigest()[:16]}"
    last = folder / "arauto_translated.o"
    if not last.exists():
        base.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(base / f"{folder.name}.lock"):
            if not last.exists():
                say_that_it_takes_time(compiler)
                includes = [prefix / "include", shared.resolve()]
                build_runtime(compiler, text, includes, header, halo.resolve(), folder)
    return folder


def say_that_it_takes_time(compiler: Compiler) -> None:
    """To a user who waits at a terminal; scripts and builds with a log stay quiet."""
    if sys.stderr.isatty():
        print(
            f"arauto: compiling Arauto's own module with {compiler.name}: some seconds, once for "
            "each compiler",
            file=sys.stderr,
            flush=True,
        )


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """One of the commands that `make -j` starts together compiles, and the others wait for it.
    Where files cannot be locked, each compiles for itself, which is right as well."""
    with path.open("w") as file:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build_runtime(
    compiler: Compiler, text: str, includes: list[Path], header: Path, halo: Path, folder: Path
) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        place = Path(made)
        (place / "arauto_translated.f90").write_text(text)
        own = place / "binding"  # the header alone: its folder may have others' <stddef.h>
        own.mkdir()
        shutil.copy(header, own)
        include = [f"-I{path}" for path in (*includes, own)]
        for shim in sorted(includes[-1].glob("shim*.c")):
            compile_shim = [*c_compiler(compiler), "-O2", "-std=gnu11", "-fPIC", *include]
            run_quietly(
                [*compile_shim, "-c", str(shim), "-o", f"{shim.stem}.o"],
                place,
                f"Arauto's {shim.name}",
            )
        run_quietly(
            [*compiler.command, *MODULE_OPTIONS, "-c", "arauto_translated.f90"],
            place,
            "Arauto's module",
        )
        # It has interfaces alone, so that only its module file is wanted.
        run_quietly(
            [*compiler.command, "-fsyntax-only", str(halo)], place, "Arauto's module arauto_halo"
        )
        shutil.rmtree(own)
        folder.mkdir(exist_ok=True)
        names = sorted(place.iterdir(), key=lambda path: path.suffix == ".o")
        for path in names:  # the object whose presence shows that all is there comes last
            if path.name != "arauto_translated.o":
                os.replace(path, folder / path.name)
        os.replace(place / "arauto_translated.o", folder / "arauto_translated.o")
