# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what depends on the number of cores, for the record of a whole machine: a part of each
suite, on 2 images, on one for each core and, for operations, on four for each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

import kernel_tables
from bench_epochs import FORMS, measure_epochs
from bench_halo import measure_halo
from bench_kernels import measure_grid, measure_p2p
from bench_programs import cores, say
from bench_pt2pt import measure_pt2pt
from bench_records import Record
from bench_rma import measure_rma

NAME = "server"
SUITE, LABEL = "suite", "label"  # keys of a row: with the images they name it
NAMES_OF_PEERS = {
    "openmpi": "Open MPI",
    "mpich": "MPICH",
    "opencoarrays-openmpi": "OpenCoarrays, Open MPI",
    "opencoarrays-mpich": "OpenCoarrays, MPICH",
    "libcaf_shmem": "libcaf_shmem",
}
Table = dict[str, object]


def full() -> list[int]:
    return sorted({2, cores()})


def crowded() -> list[int]:
    return sorted({2, cores(), 4 * cores()})


def powers() -> list[int]:
    return sorted({2**i for i in range(1, cores().bit_length())} | set(full()))


Suite = tuple[Callable[[argparse.Namespace], list[Record]], Callable[[], list[int]], str]
SUITES: dict[str, Suite] = {
    "pt2pt": (measure_pt2pt, crowded, "Operations"),
    "p2p": (measure_p2p, powers, "PRK p2p"),
    "grid": (measure_grid, powers, "Five-point stencil"),
    "halo": (measure_halo, full, "Halo exchange of an atmosphere model"),
    "rma": (measure_rma, full, "One-sided calls of MPI"),
    "epochs": (measure_epochs, full, "Nonblocking epochs"),
}


def chosen(only: str | None) -> list[str]:
    names = only.split(",") if only else list(SUITES)
    if unknown := [name for name in names if name not in SUITES]:
        raise SystemExit(
            f"arauto bench: server has no suite {unknown[0]}; it has {', '.join(SUITES)}"
        )
    return names


def measure_server(options: argparse.Namespace) -> list[Record]:
    """The rows of all suites. A suite that cannot be measured is said, and the others go on."""
    rows: list[Record] = []
    for name in chosen(options.only):
        measure, images, _ = SUITES[name]
        own = {"quick": True, "images": options.images or images()}
        try:
            found = measure(argparse.Namespace(**vars(options) | own))
        except SystemExit as reason:
            say(f"{name} is left out: {reason}")
            continue
        rows += [row | {SUITE: name, LABEL: label_of(row)} for row in found]
    return rows


def label_of(row: Record) -> str:
    """A line's name: one for each row of a suite at a number of images."""
    words = [f"`{row['name']}`"]
    words += [str(row[key]) for key in ("variant", "via") if key in row]
    words += [f"{row['size']}, {row['grid']}, depth {row['depth']}"] if "grid" in row else []
    if row.get("unexpected"):
        words.append(f"{row['unexpected']:,} kept")
    elif row["bytes"] and "grid" not in row:
        words.append(f"{row['bytes']:,} B")
    return ", ".join(words)


def tables_of(rows: list[Record]) -> dict[str, Table]:
    """The tables of the record: those of kernels have a column for each size, the others show a
    suite at a number of images."""
    tables: dict[str, Table] = {}
    for name in dict.fromkeys(str(row[SUITE]) for row in rows):
        own = [row for row in rows if row[SUITE] == name]
        if name in kernel_tables.TITLES:
            tables |= of_kernel(name, [row for row in own if row["name"] == name])
            continue
        for images in sorted({row["images"] for row in own}):
            at = [row for row in own if row["images"] == images]
            tables[f"{name}_{images}"] = of_suite(name, images, at)
    return tables


def of_kernel(name: str, rows: list[Record]) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for key, table in kernel_tables.tables_of(rows).items():
        lines = [[label, {SUITE: name} | which, *path] for label, which, *path in table["rows"]]
        plot = table.get("plot")
        named = {"plot": plot | {"picture": f"{NAME}_{plot['picture']}"}} if plot else {}
        images = key.rpartition("_")[2]
        title = {"title": f"{SUITES[name][2]}, {images} images"} if plot else {}
        tables[f"{name}_{key}"] = table | {"rows": lines} | named | title
    return tables


def of_suite(name: str, images: int, rows: list[Record]) -> Table:
    title = f"{SUITES[name][2]}, {images} images"
    peers = [peer for peer in NAMES_OF_PEERS if any(peer in row["peers"] for row in rows)]
    columns = [
        ["case"],
        *([head, path] for head, path in columns_of(rows)),
        *([NAMES_OF_PEERS[peer], f"peers.{peer}"] for peer in peers),
    ]
    lines = [[row[LABEL], {SUITE: name, LABEL: row[LABEL], "images": images}] for row in rows]
    return {"title": title, "columns": columns, "rows": lines}


def columns_of(rows: list[Record]) -> Iterable[tuple[str, str]]:
    yield "unit", "unit"
    yield "Arauto", "ours"
    yield "best", "ours_best"
    yield from ((form, form) for form in FORMS if any(form in row for row in rows))
    yield "floor", "floor"
    yield "ratio", "ratio"
    yield "the floor is", "floor_name"
