# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Prints benchmark records as a table."""

from __future__ import annotations

from bench_epochs import FORMS as EPOCH_FORMS
from bench_epochs import with_mpi_rows
from bench_records import Record, aligned


def number(value: object) -> str:
    if not isinstance(value, (int, float)):
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def text_of(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def table(rows: list[Record]) -> str:
    """Columns: what, how where that differs, images, unit, ours (median, best), the floor, their
    ratio, one for each peer, and ours on each MPI where there are several."""
    rows = with_mpi_rows(rows)
    peers = sorted({name for row in rows for name in row["peers"]})
    mpis = sorted({name for row in rows for name in row.get("ours_by_mpi", {})})
    mpis = mpis if len(mpis) > 1 else []
    given = [
        name
        for name in (
            *("via", "unexpected", "size", "grid", "depth", "run", "variant"),
            *EPOCH_FORMS,
            "propagated",
        )
        if any(name in row for row in rows)
    ]
    head = ["case", *given, "bytes", "images", "unit", "ours", "best", "floor", "ratio", "of"]
    to_the_left = {"case", "via", "variant", "unit", "of"}
    lines = [head + peers + [f"on {name}" for name in mpis]]
    for row in rows:
        lines.append(
            [
                str(row["name"]),
                *(text_of(row.get(name, "")) for name in given),
                str(row["bytes"]),
                str(row["images"]),
                str(row["unit"]),
                *(number(row[name]) for name in ("ours", "ours_best", "floor", "ratio")),
                str(row["floor_name"]),
                *(number(row["peers"].get(name)) for name in peers),
                *(number(row.get("ours_by_mpi", {}).get(name)) for name in mpis),
            ]
        )
    left = {i for i, title in enumerate(lines[0]) if title in to_the_left}
    return "\n".join(aligned(lines, left))
