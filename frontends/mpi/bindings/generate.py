# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files that are generated from calls.txt, the table of the MPI front-end's calls. In
../generated:

    arauto_mpix.f90, arauto_mpix_f08.f90   the Fortran modules
    fortran_calls.cpp                      the entry points behind these modules
    operations.cpp                         the notified operations
    large_counts.cpp                       the operations of the MPI with large counts
    large_prototypes.inc, interposed.inc   included by mpi.hpp and real.hpp
    man/*.3                                a page for each call

and the prototypes in include/arauto/mpix*.h, whose other text is written by hand.

    generate.py             writes the files that are missing or out of date
    generate.py --check     names these files, and fails when there is one
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cplusplus
import fortran
import manual
from table import Table, TableError, parse

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[2]
GENERATED = HERE.parent / "generated"
HEADERS = [TOP / "include/arauto/mpix.h", TOP / "include/arauto/mpix_epochs.h"]
WRITERS: dict[str, Callable[[Table], str]] = {
    "arauto_mpix.f90": fortran.module_mpi,
    "arauto_mpix_f08.f90": fortran.module_f08,
    "fortran_calls.cpp": cplusplus.fortran_calls,
    "interposed.inc": cplusplus.interposed,
    "large_counts.cpp": cplusplus.large_counts,
    "large_prototypes.inc": cplusplus.large_prototypes,
    "operations.cpp": cplusplus.operations,
}


def generate(table: Table, headers: dict[Path, str]) -> dict[Path, str]:
    """The text of each file."""
    files = {GENERATED / name: write(table) for name, write in WRITERS.items()}
    headers = {path: cplusplus.header(text, table) for path, text in headers.items()}
    named = {f"arauto/{path.name}": text for path, text in headers.items()}
    pages = manual.pages(table, named)
    return files | headers | {GENERATED / f"man/{name}.3": text for name, text in pages.items()}


def find_stale(files: dict[Path, str]) -> list[Path]:
    """Files whose text differs or is missing, and files that are not generated any more."""
    there = [path for path in GENERATED.rglob("*") if path.is_file() and path.name[0] != "."]
    old = {path: path.read_text(encoding="utf-8") for path in [*there, *HEADERS]}
    return sorted(path for path in {*files, *old} if files.get(path) != old.get(path))


def main() -> int:
    is_check = sys.argv[1:] == ["--check"]
    try:
        table = parse((HERE / "calls.txt").read_text(encoding="utf-8"))
        files = generate(table, {path: path.read_text(encoding="utf-8") for path in HEADERS})
    except TableError as error:
        print(error)
        return 1
    stale = find_stale(files)
    for path in stale:
        if is_check:
            name = path.relative_to(TOP)
            print(f"{name} is stale: calls.txt gives another text; run `make bindings`")
        elif path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
        else:
            path.unlink()
    print(f"bindings: {len(stale)} of {len(files)} files {'are stale' if is_check else 'written'}")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
