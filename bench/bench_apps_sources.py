# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""How long the sources of a mini-application's variants are: characters without comments and blank
space, statements, and lines. The kernel, which all variants share, is not counted, nor are modules
that are generated."""

from __future__ import annotations

import re
from pathlib import Path

from bench_apps import App, load, names

# The columns of the table on a page: the first of these variants that an application has.
WAYS = {
    "two-sided MPI": ("mpi", "issend_ibarrier", "two_sided"),
    "MPIX notified": ("mpi_notify",),
    "notified puts": ("notify", "tagged", "atomics"),
    "EVENT": ("events",),
    "SYNC ALL": ("sync_all",),
    "halo library": ("halo",),
}
# A quoted text stays, a comment goes.
FORTRAN_WORDS = re.compile(r"""('[^'\n]*'|"[^"\n]*")|![^\n]*""")
C_WORDS = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?\*/""", re.DOTALL)


def without_comments(text: str, suffix: str) -> str:
    words = FORTRAN_WORDS if suffix == ".f90" else C_WORDS
    return words.sub(lambda found: found.group(1) or "", text)


def statements_of(code: str, suffix: str) -> int:
    """Statements: of Fortran, lines with their continuations; of C, semicolons and blocks."""
    if suffix != ".f90":
        return len(re.findall(r"[;{]", code))
    joined = re.sub(r"&[ \t]*\n\s*&?", " ", code)
    return sum(1 for line in joined.splitlines() if line.strip())


def lengths_of(paths: list[Path]) -> tuple[int, int, int]:
    """Characters, statements and lines."""
    characters = statements = lines = 0
    for path in paths:
        code = without_comments(path.read_text(encoding="utf-8"), path.suffix)
        characters += len(re.sub(r"\s", "", code))
        statements += statements_of(code, path.suffix)
        lines += sum(1 for line in code.splitlines() if line.strip())
    return characters, statements, lines


def sources_of(app: App, entry: dict[str, object]) -> list[Path]:
    """The source files that a variant has beside the kernel."""
    suffix = ".f90" if entry["by"] in ("fc", "mpifc") else ".c"
    own = [path for path in app.sources(entry, suffix) if path.parent == app.folder]
    return [path for path in own if "_kernel" not in path.name]


def table(app: App) -> str:
    """A line for each variant; ratios are of the characters of the reference."""
    counted = {str(each["name"]): lengths_of(sources_of(app, each)) for each in app.variants}
    whole = counted[app.reference][0]
    width = max(map(len, (*counted, app.name)))
    lines = [f"{app.name.ljust(width)}  characters  of {app.reference}  statements  lines"]
    for name, (characters, statements, length) in counted.items():
        ratio = f"{characters / whole:.2f}".rjust(len(app.reference) + 3)
        lines.append(f"{name.ljust(width)}  {characters:10}  {ratio}  {statements:10}  {length:5}")
    return "\n".join(lines)


def lengths_by_way(app: App) -> dict[str, object]:
    """Characters and statements of the application's variant for each way."""
    row: dict[str, object] = {"name": app.name}
    by_name = {str(each["name"]): each for each in app.variants}
    for way, variants in WAYS.items():
        entry = next((by_name[name] for name in variants if name in by_name), None)
        if entry:
            characters, statements, _ = lengths_of(sources_of(app, entry))
            row[way] = {"characters": characters, "statements": statements}
    return row


def record() -> dict[str, object]:
    """A record as pages.py reads it, of the sources as they are."""
    rows = [lengths_by_way(load(name)) for name in names()]
    table = {
        "columns": [["characters (statements)"], *([way, way] for way in WAYS)],
        "rows": [[row["name"], {"name": row["name"]}] for row in rows],
        "plot": {
            "picture": "apps_sources",
            "title": "Mini-applications: length of the source beside the kernel",
            "unit": "characters",
            "bars": [*range(2, len(WAYS) + 2)],
            "alt": "Bars: characters of each mini-application, by the way to communicate",
        },
    }
    return {"rows": rows, "tables": {"lengths": table}}
