# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Prints what the mini-applications took, their losses too, and says how the pages of docs/apps
show it."""

from __future__ import annotations

from itertools import groupby

from bench_records import Record, aligned

OPENCOARRAYS = "OpenCoarrays"  # begins the name of what a program runs on
COLOURS = 6  # of a picture on a page
NAME_OF = {"openmpi": "Open MPI", "mpich": "MPICH"}


def kind_of(row: Record) -> tuple[str, str, str, int]:
    return (str(row["name"]), str(row["case"]), str(row["size"]), int(row["images"]))


def ranks_of(images: object) -> str:
    return f"{images} ranks" if images != 1 else "1 rank"


def title_of(*parts: object) -> str:
    """The parts of kind_of, or those of them that a reader needs."""
    *words, size, images = parts
    return ", ".join(map(str, filter(None, [*words, f"size {size}", ranks_of(images)])))


def cell(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else "-"


def table(rows: list[Record]) -> str:
    """A block for each application, case and number of ranks; then the losses."""
    mpis = sorted({mpi for row in rows for mpi in row["peers"]})
    lines = []
    for kind, group in groupby(rows, kind_of):
        head = ["variant", "on", "ms", "least", "communication", "of the bound"]
        cells = [head + [f"of {mpi}" for mpi in mpis]]
        for row in group:
            figures = [row["ours"], row["ours_best"], row["communication"], row["ratio"]]
            figures += [row["ratios"].get(mpi) for mpi in mpis]
            cells.append([str(row["variant"]), str(row["on"]), *map(cell, figures)])
        lines += ["", title_of(*kind), *aligned(cells, range(2))]
    return "\n".join([*lines[1:], "", *losses(rows)])


def losses(rows: list[Record]) -> list[str]:
    """A sentence for each variant of ours that takes longer than two-sided messages."""
    found = []
    for row in rows:
        for mpi, ratio in row["ratios"].items():
            if row["is_ours"] and ratio > 1:
                where = title_of(*kind_of(row))
                found.append(
                    f"loss: {where}: {row['variant']} on {row['on']} takes {ratio:.2f} of the "
                    f"time of two-sided messages of {mpi}"
                )
    return found or ["no variant of Arauto takes longer than two-sided messages"]


def label_of(variant: str, on: str) -> str:
    for mpi, name in NAME_OF.items():
        on = on.replace(mpi, name)
    return f"`{variant}`, {on.replace('arauto', 'Arauto')}"


def plot_of(name: str, title: str, kinds: list[tuple[str, str, str, int]]) -> dict[str, object]:
    """The plot of a table of times: a bar for each case and size on the most ranks."""
    most = max(images for *_, images in kinds)
    bars = [column for column, (*_, images) in enumerate(kinds, 2) if images == most]
    return {
        "picture": f"app_{name}",
        "title": f"{title}, medians",
        "unit": "ms",
        "log": True,
        "bars": bars[:COLOURS],
        "alt": f"Bars: {title} by variant, on {most} ranks",
    }


def tables_of(rows: list[Record]) -> dict[str, object]:
    """The tables `times`, `communication`, `ratios` and `digests` of one application's record, for
    pages.py."""
    name = str(rows[0]["name"])
    kinds = list(dict.fromkeys(map(kind_of, rows)))
    mpis = sorted({mpi for row in rows for mpi in row["peers"]})
    shown = list(dict.fromkeys((row["variant"], row["on"]) for row in rows))
    lines = {key: [label_of(*key), {"variant": key[0], "on": key[1]}] for key in shown}

    def selected(kind: tuple[str, str, str, int]) -> dict[str, object]:
        _, case, size, images = kind
        return {"case": case, "size": size, "images": images}

    def columns(paths: object) -> list[list[object]]:
        return [[title_of(*kind[1:]), paths, {"where": selected(kind)}] for kind in kinds]

    tables: dict[str, object] = {
        "times": {
            "columns": [["ms: median (least)"], *columns("time")],
            "rows": list(lines.values()),
            "plot": plot_of(name, name, kinds),
        },
        "digests": {
            "columns": [["case"], ["digest", "digest"]],
            "rows": [
                [title_of(*kind[1:]), {"variant": "serial", **selected(kind)}] for kind in kinds
            ],
        },
    }
    measured = {(r["variant"], r["on"]) for r in rows if r["communication"] is not None}
    if measured:
        tables["communication"] = {
            "columns": [["ms of communication"], *columns("communication")],
            "rows": [line for key, line in lines.items() if key in measured],
            "plot": plot_of(f"{name}_communication", f"{name}: communication", kinds),
        }
    compared = {(r["variant"], r["on"]) for r in rows if r["ratios"] and r["variant"] != "serial"}
    if compared:
        title = f"of two-sided {' / '.join(NAME_OF.get(mpi, mpi) for mpi in mpis)}"
        tables["ratios"] = {
            "columns": [[title], *columns([f"ratios.{mpi}" for mpi in mpis])],
            "rows": [line for key, line in lines.items() if key in compared],
        }
    return tables
