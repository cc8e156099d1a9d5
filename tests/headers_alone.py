# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every header compiles alone, with the options of the sources beside it, so that none relies on
an include that another file, or the library of one compiler, happens to bring. Where ccache is
installed, a header that has compiled is compiled again only when a file that it includes has
changed.

headers_alone.py BUILD_FOLDER [FOLDER]        whose compile_commands.json has the options
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from compile_commands import commands_of

FOLDERS = ("include", "src", "frontends", "tools", "tests", "bench", "examples")
# Headers of others, which need not be installed.
FOREIGN = re.compile(
    r"fatal error: ((?:mpi|pmix|ISO_Fortran_binding)\.h|(?:rdma|gtest)/\S+): No such"  # GCC
    r"|fatal error: '((?:mpi|pmix|ISO_Fortran_binding)\.h|(?:rdma|gtest)/\S+)' file not found"
)
# The header that an option includes first in every file of a folder.
FIRST = {"frontends/mpi": "mpi.hpp"}
STANDARD = {"c": "-std=gnu11", "c++": "-std=c++20"}
WITH_VALUE = ("-isystem", "-include", "-I", "-D")


@dataclass
class Commands:
    """How sources are compiled."""

    top: Path  # the project
    compilers: dict[str, str] = field(default_factory=dict)  # of each language
    options: dict[Path, dict[tuple[str, ...], None]] = field(default_factory=dict)  # of each folder

    def options_near(self, folder: Path) -> list[str]:
        """Those of a folder, or of the nearest one above it when no source lies in it; and where
        any source finds headers of others."""
        while folder not in self.options and folder != self.top:
            folder = folder.parent
        foreign = (
            option
            for options in self.options.values()
            for option in options
            if self.names_foreign_folder(option)
        )
        options = dict.fromkeys([*self.options.get(folder, {}), *foreign])
        return [word for option in options for word in option]

    def names_foreign_folder(self, option: tuple[str, ...]) -> bool:
        folder = Path(option[-1].removeprefix("-I"))
        return option[0].startswith(("-I", "-isystem")) and self.top not in folder.parents


def options_in(words: list[str]) -> Iterator[tuple[str, ...]]:
    """The options of a command that decide what an include finds and means."""
    for at, word in enumerate(words):
        if word in WITH_VALUE:
            yield word, words[at + 1]
        elif word.startswith(("-I", "-D")):
            yield (word,)


def read_commands(build: Path, top: Path) -> Commands:
    commands = Commands(top)
    for source, words in commands_of(build):
        commands.compilers.setdefault("c" if source.suffix == ".c" else "c++", words[0])
        commands.options.setdefault(source.parent, {}).update(dict.fromkeys(options_in(words)))
    return commands


def compile_alone(header: Path, language: str, commands: Commands, source: Path) -> str:
    """The compiler's messages; empty when the header compiles. The source includes it by its path
    in the project, so that ccache knows it in every checkout."""
    source.parent.mkdir(parents=True, exist_ok=True)
    options = commands.options_near(header.parent)
    top = commands.top
    tested = top / "frontends" / header.parent.name  # by the tests in a folder of the same name
    base = [f"-I{folder}" for folder in (top / "include", top / "src", header.parent, tested)]
    first = FIRST.get(header.parent.relative_to(top).as_posix())
    names = [header.with_name(first), header] if first else [header]
    source.write_text("".join(f'#include "{name.relative_to(top)}"\n' for name in names))
    ccache = shutil.which("ccache")
    done = subprocess.run(
        [*([ccache] if ccache else []), commands.compilers[language], STANDARD[language], *options,
         *base, "-iquote", str(top), "-x", language, "-c", str(source), "-o", f"{source}.o"],
        env={**os.environ, "CCACHE_BASEDIR": str(top), "CCACHE_NOHASHDIR": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr if done.returncode != 0 else ""


def headers(top: Path) -> Iterator[tuple[Path, str]]:
    """All headers with their languages. The public ones of C are read by C++ as well."""
    for folder in FOLDERS:
        for path in sorted((top / folder).rglob("*.h*")):
            if path.suffix == ".hpp":
                yield path, "c++"
            elif path.suffix == ".h":
                yield path, "c"
                if folder == "include":
                    yield path, "c++"


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    top = Path(sys.argv[2] if len(sys.argv) > 2 else Path(__file__).parent.parent).resolve()
    commands = read_commands(build, top)
    todo = list(headers(top))

    def check(item: tuple[Path, str]) -> str:
        name = "_".join(item[0].relative_to(top).parts) + f".{item[1]}"
        return compile_alone(*item, commands, build / "headers_alone" / name)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(check, todo))
    faults = 0
    for (header, language), text in zip(todo, said, strict=True):
        missing = FOREIGN.search(text)
        if missing:
            name = missing.group(1) or missing.group(2)
            print(f"skipped {header.relative_to(top)}: {name} is not installed")
        elif text:
            faults += 1
            print(f"{header.relative_to(top)} does not compile alone ({language}):\n{text}")
    print(f"{len(todo)} headers, {faults} faults")
    return 1 if faults or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
