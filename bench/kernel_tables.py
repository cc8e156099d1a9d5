# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Says how pages show the record of one of the papers' kernels: for each number of images a table
of rates, with a picture, and one of the parts that the rates are of a run without any waiting."""

from __future__ import annotations

from bench_records import Record

LABELS = {
    "sync_images": "`sync images`",
    "events": "events",
    "attached": "attached events",
    "notify": "`notify=`",
    "mpi_notify": "MPIX notified puts, counted",
    "mpi_notify_tag": "MPIX notified puts, tagged",
    "unsynchronised": "no waiting at all, and a wrong result",
}
PEERS = {
    "openmpi": "MPI two-sided, Open MPI",
    "mpich": "MPI two-sided, MPICH",
}
OPENCOARRAYS = "opencoarrays-openmpi"
TITLES = {"p2p": "PRK p2p", "grid": "Five-point stencil"}


def lines_of(rows: list[Record]) -> list[list[object]]:
    """Label, row, and how its rate is found: the ways of Arauto, their bound, then the others."""
    shown = [name for name in LABELS if any(row["variant"] == name for row in rows)]
    lines: list[list[object]] = [[LABELS[name], {"variant": name}, "ours"] for name in shown]
    for row in rows:
        chosen, peers = {"variant": row["variant"]}, row["peers"]
        lines += [[PEERS[peer], chosen, f"peers.{peer}"] for peer in PEERS if peer in peers]
        if OPENCOARRAYS in peers:
            label = f"OpenCoarrays, {LABELS[str(row['variant'])]}"
            lines.append([label, chosen, f"peers.{OPENCOARRAYS}"])
    return list({line[0]: line for line in lines}.values())


def tables_of(rows: list[Record]) -> dict[str, object]:
    """The tables `rates_N` and `parts_N` of a kernel on N images, a column for each size."""
    name, tables = str(rows[0]["name"]), {}
    for images in sorted({row["images"] for row in rows}):
        own = [row for row in rows if row["images"] == images]
        lines = lines_of(own)
        columns = [
            [f"{size} x {size}", "ours", {"where": {"images": images, "size": size}}]
            for size in sorted({row["size"] for row in own})
        ]
        title = f"{TITLES[name]}, {images} images"
        tables[f"rates_{images}"] = {
            "columns": [[f"{title}, MFlop/s"], *columns],
            "rows": lines,
            "plot": {
                "picture": f"{name}_{images}",
                "title": f"{title}, medians",
                "unit": "MFlop/s",
                "bars": [*range(2, len(columns) + 2)],
                "alt": f"Bars: rates of {TITLES[name]} on {images} images, by way to synchronise",
            },
        }
        tables[f"parts_{images}"] = {
            "columns": [
                [f"{title}, % of no waiting"],
                *([*words, options | {"times": 100, "digits": 2}] for *words, options in columns),
            ],
            "rows": [
                [label, chosen, path.replace("ours", "ratio").replace("peers.", "peer_ratios.")]
                for label, chosen, path in lines
            ],
        }
    return tables
