# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Prints what the mini-applications took, their losses too, and says how the pages of docs/apps
show it."""

from __future__ import annotations

from itertools import groupby

from bench_records import Record

COLOURS = 6  # of a picture on a page
NAME_OF = {"openmpi": "Open MPI", "mpich": "MPICH"}


def kind_of(row: Record) -> tuple[str, str, str, int]:
    return (str(row["name"]), str(row["case"]), str(row["size"]), int(row["images"]))


def ranks_of(images: object) -> str:
    return f"{images} ranks" if images != 1 else "1 rank"


def cell(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else "-"


def table(rows: list[Record]) -> str:
    """A block for each application, case and number of ranks; then the losses."""
    mpis = sorted({mpi for row in rows for mpi in row["peers"]})
    lines = []
    for (name, case, size, images), group in groupby(rows, kind_of):
        title = ", ".join(part for part in (name, case, f"size {size}", ranks_of(images)) if part)
        head = ["variant", "on", "ms", "least", "communication", "of the bound"]
        cells = [head + [f"of {mpi}" for mpi in mpis]]
        for row in group:
            figures = [row["ours"], row["ours_best"], row["communication"], row["ratio"]]
            figures += [row["ratios"].get(mpi) for mpi in mpis]
            cells.append([str(row["variant"]), str(row["on"]), *map(cell, figures)])
        widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
        lines += ["", title]
        for line in cells:
            left = [text.ljust(width) for text, width in zip(line[:2], widths)]
            right = [text.rjust(width) for text, width in zip(line[2:], widths[2:])]
            lines.append("  ".join(left + right).rstrip())
    return "\n".join([*lines[1:], "", *losses(rows)])


def losses(rows: list[Record]) -> list[str]:
    """A sentence for each variant of ours that takes longer than two-sided messages."""
    found = []
    for row in rows:
        for mpi, ratio in row["ratios"].items():
            if row["is_ours"] and ratio > 1:
                name, case, _, images = kind_of(row)
                where = ", ".join(part for part in (name, case, ranks_of(images)) if part)
                found.append(
                    f"loss: {where}: {row['variant']} on {row['on']} takes {ratio:.2f} of the "
                    f"time of two-sided messages of {mpi}"
                )
    return found or ["no variant of Arauto takes longer than two-sided messages"]


def label_of(variant: str, on: str) -> str:
    for mpi, name in NAME_OF.items():
        on = on.replace(mpi, name)
    return f"`{variant}`, {on.replace('arauto', 'Arauto')}"


def title_of(case: object, images: object) -> str:
    return ", ".join(part for part in (str(case), ranks_of(images)) if part)


def plot_of(name: str, kinds: list[tuple[object, object]]) -> dict[str, object]:
    """The plot of the table of times: a bar for each case on the most ranks."""
    most = max(images for _, images in kinds)
    bars = [column for column, (_, images) in enumerate(kinds, 2) if images == most]
    return {
        "picture": f"app_{name}",
        "title": f"{name}: medians",
        "unit": "ms",
        "log": True,
        "bars": bars[:COLOURS],
        "alt": f"Bars: {name} by variant, on {most} ranks",
    }


def tables_of(rows: list[Record]) -> dict[str, object]:
    """The tables `times`, `ratios` and `digests` of one application's record, for pages.py."""
    kinds = list(dict.fromkeys((row["case"], row["images"]) for row in rows))
    mpis = sorted({mpi for row in rows for mpi in row["peers"]})
    shown = list(dict.fromkeys((row["variant"], row["on"]) for row in rows))
    lines = {key: [label_of(*key), {"variant": key[0], "on": key[1]}] for key in shown}

    def columns(paths: object) -> list[list[object]]:
        wheres = [{"case": case, "images": images} for case, images in kinds]
        return [[title_of(*kind), paths, {"where": where}] for kind, where in zip(kinds, wheres)]

    tables: dict[str, object] = {
        "times": {
            "columns": [["ms: median (least)"], *columns("time")],
            "rows": list(lines.values()),
            "plot": plot_of(str(rows[0]["name"]), kinds),
        },
        "digests": {
            "columns": [["case"], ["digest", "digest"]],
            "rows": [
                [title_of(*kind), {"variant": "serial", "case": kind[0], "images": kind[1]}]
                for kind in kinds
            ],
        },
    }
    compared = {(r["variant"], r["on"]) for r in rows if r["ratios"] and r["variant"] != "serial"}
    if compared:
        title = f"of two-sided {' / '.join(NAME_OF.get(mpi, mpi) for mpi in mpis)}"
        tables["ratios"] = {
            "columns": [[title], *columns([f"ratios.{mpi}" for mpi in mpis])],
            "rows": [line for key, line in lines.items() if key in compared],
        }
    return tables
