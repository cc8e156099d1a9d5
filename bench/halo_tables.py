# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Says how pages show the halo exchange: a record for two processes side by side, one for two above
each other, one for strips of five values, and one of ratios. Each has a table `forms`."""

from __future__ import annotations

from collections.abc import Iterator

from bench_halo import COPY, MPIS, SHARE, SHORT, shape
from bench_records import Record

LABELS = {
    "two_sided": "two-sided messages",
    "pscw_created": "PSCW, a window each time",
    "pscw_dynamic": "PSCW, a dynamic window",
    "notify": "notified",
    "notify_persistent": "notified, persistent requests",
    "notify_counter": "notified, counters",
    "library": "the library `arauto_halo`",
    "unsynchronised": "the same puts, no waiting",
    COPY: "one process that copies the strips",
}
STEP = "a step (6 exchanges)"
Table = dict[str, object]
Named = tuple[str, list[Record], dict[str, object]]  # a record's name, rows and tables


def column(title: str, figure: str, depth: int | str) -> list[object]:
    """A cell has the figure on each MPI, or the time of the copy, which has none."""
    paths = [f"by_mpi.{mpi}.{figure}" for mpi in MPIS]
    paths += ["alone"] if figure == "ours" else []
    return [title, paths, {"where": {"depth": depth}}]


def lines_of(rows: list[Record], without: str = "") -> list[list[object]]:
    """A line for each form that was measured."""
    seen = {row["variant"] for row in rows}
    shown = [form for form in LABELS if form in seen and form != without]
    return [[LABELS[form], {"variant": form}] for form in shown]


def side_by_side(rows: list[Record]) -> dict[str, Table]:
    """Exchanges in both directions. A notified form stands beside the messages of a bare MPI."""
    columns = [column(f"depth {depth}", "ours", depth) for depth in (1, 2, 5)]
    columns.append(column(STEP, "ours", "step"))
    columns += [column("bare: depth 1", "peer", 1), column("bare: a step", "peer", "step")]
    plot = {
        "picture": "halo",
        "title": "One halo exchange with MPI, Open MPI with libarauto_mpi",
        "unit": "us",
        "bars": [2, 3, 4],
        "alt": "Bars: one halo exchange by form and depth",
    }
    return {"forms": {"columns": [["form"], *columns], "rows": lines_of(rows), "plot": plot}}


def above_each_other(rows: list[Record]) -> dict[str, Table]:
    """The exchange north-south alone, where a form has two directions, and both."""
    columns = [column(f"north-south: depth {depth}", "north_south", depth) for depth in (1, 2, 5)]
    columns.append(column("bare: depth 1", "peer_north_south", 1))
    columns += [column("both: depth 1", "ours", 1), column(f"both: {STEP}", "ours", "step")]
    return {"forms": {"columns": [["form"], *columns], "rows": lines_of(rows, COPY)}}


def five_values(rows: list[Record]) -> dict[str, Table]:
    columns = [
        column("us", "ours", 1),
        column("bare", "peer", 1),
        column("of messages", "ratios.messages", 1),
        column("of counters", "ratios.counters", 1),
    ]
    return {"forms": {"columns": [["form, 5 values in a strip"], *columns], "rows": lines_of(rows)}}


def ratios(rows: list[Record]) -> dict[str, Table]:
    names = {"messages": "messages", "bound": "no waiting", COPY: "the copy"}
    columns = [
        column(f"{title} / {text}", f"ratios.{name}", depth)
        for name, text in names.items()
        for title, depth in (("depth 1", 1), ("a step", "step"))
    ]
    return {"forms": {"columns": [["form"], *columns], "rows": lines_of(rows, COPY)}}


def tables_of(rows: list[Record]) -> Iterator[Named]:
    """The records of a run, those of which something was measured."""
    share = (2 * SHARE[0], SHARE[1], SHARE[2])
    high = (SHARE[0], 2 * SHARE[1], SHARE[2])
    for name, size, grid, show in (
        ("halo", share, (2, 1), side_by_side),
        ("halo_north_south", high, (1, 2), above_each_other),
        ("halo_short", SHORT, (2, 1), five_values),
        ("halo_ratios", share, (2, 1), ratios),
    ):
        own = [
            row for row in rows if row.get("size") == shape(size) and row.get("grid") == shape(grid)
        ]
        if any(row["by_mpi"] for row in own):
            yield name, own, show(own)
