# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The modes of arauto_halo by the length of contiguous runs: cells that are packed, stored by their
owner, or read by the rank that needs them. One program runs all, in turns."""

from __future__ import annotations

import argparse

from bench_programs import HERE, Peer, Rounds, command, prepared
from bench_records import Record, Series, median_ratio, simple_record

NAME = "halo_modes"
MODES = ("packed", "stored", "read")
BYTES = 32 * 1024  # in each direction
LIMIT_SECONDS = 120


def record(batches: Series, mode: str, run: int) -> Record:
    """Packing is the floor of the others: the mode that serves any memory."""
    own, packed = (batches.values[f"{NAME}/{each}", run] for each in (mode, "packed"))
    found = simple_record(NAME, 2, "us", own, packed)
    return found | {
        "variant": mode,
        "run": run,
        "bytes": BYTES,
        "time": {"median": found["ours"], "least": found["ours_best"]},
        "floor_name": "packed",
        "ratio": median_ratio(own, packed),
    }


def measure_halo_modes(options: argparse.Namespace) -> list[Record]:
    compiler, launcher = [command(), "cc", "-O2"], [command(), "run", "-n"]
    program = Peer(NAME, compiler, launcher, [HERE / "halo" / f"{NAME}.c"], ["-larauto_halo"])
    prepared([program])
    if program.absent:
        raise SystemExit(f"arauto bench: {NAME}: {program.absent}")
    batches = Series()
    for _ in Rounds(NAME, options.rounds):
        batches.add(program.batch(2, ["1", "0.01"], LIMIT_SECONDS))
    runs = sorted({run for _, run in batches.values})
    return [record(batches, mode, run) for run in runs for mode in MODES]


def tables_of(rows: list[Record]) -> dict[str, object]:
    """The table of a record, for pages.py."""
    runs = list(dict.fromkeys(row["run"] for row in rows))
    columns = [[mode, "time", {"where": {"variant": mode}}] for mode in MODES]
    plot = {
        "picture": NAME,
        "title": "A step of two ranks with 32 KiB of halo each, by contiguous run",
        "unit": "us",
        "log": True,
        "bars": [2, 3, 4],
        "alt": "Bars: time of a step by mode and length of runs",
    }
    lines = [[f"{run} B", {"run": run}] for run in runs]
    return {"times": {"columns": [["run"], *columns], "rows": lines, "plot": plot}}
