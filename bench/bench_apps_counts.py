# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Counts what each variant of a mini-application asks of Arauto; the load of the machine changes
nothing in that. Counts of a run of two batches less those of a run of one are a batch, without
start and end."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from bench_apps import ARAUTO, LIMIT_SECONDS, App, Variant, chosen, compiled, variants
from bench_apps_tables import kind_of, label_of, title_of
from bench_mpis import mpis_here
from bench_programs import say
from bench_records import Record, aligned

RANKS = 4
# The column of a table, and the counters whose calls it adds up.
KINDS = {
    "puts": ("put",),
    "gets": ("get",),
    "atomics": ("atomic", "accumulate"),
    "notifications": ("notify", "tag"),
    "barriers": ("barrier", "epoch_fence"),
    "SYNC IMAGES": ("sync_ranks",),
    "reductions": ("exchange",),
    "locks": ("lock", "epoch_lock"),
}
MESSAGES, KIB = "messages", "KiB"
DRAWN = (MESSAGES, "barriers", "reductions")
Counters = dict[str, dict[str, list[int]]]  # calls, messages and bytes of each rank, by counter


def counters_of(variant: Variant, ranks: int, words: list[str], limit: float) -> Counters:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "counters.json"
        setting = {"ARAUTO_COUNTERS": str(file)}
        peer = replace(variant.peer, environment=variant.peer.environment | setting)
        peer.output(ranks, words, limit)
        return json.loads(file.read_text(encoding="utf-8"))["counters"]


def in_a_batch(one: Counters, two: Counters, names: tuple[str, ...], of: str) -> int:
    """The mean over the ranks, without a fraction."""
    added = [sum(two[name][of]) - sum(one[name][of]) for name in names]
    return round(sum(added) / len(one[names[0]][of]))


def counted(app: App, variant: Variant, case: str, size: str, ranks: int) -> Record:
    one, two = (
        counters_of(
            variant,
            ranks,
            [f"size={size}", f"batches={batches}", *app.cases[case]],
            LIMIT_SECONDS[size],
        )
        for batches in (1, 2)
    )
    row: Record = {
        "name": app.name,
        "variant": variant.name,
        "on": variant.on,
        "case": case,
        "size": size,
        "images": ranks,
    }
    row |= {kind: in_a_batch(one, two, names, "calls") for kind, names in KINDS.items()}
    row[MESSAGES] = in_a_batch(one, two, tuple(one), "messages")
    row[KIB] = in_a_batch(one, two, tuple(one), "bytes") / 1024
    return row


def measure_counts(options: argparse.Namespace) -> list[Record]:
    """A row for each variant that communicates by Arauto."""
    mpis = mpis_here() if options.peers else []
    rows: list[Record] = []
    for app in chosen(options):
        ours = [each for each in variants(app, mpis) if each.on.startswith(ARAUTO)]
        for variant in compiled(app, ours):
            for size in options.size or ["quick"]:
                for case in app.cases:
                    for ranks in options.images or [RANKS]:
                        rows.append(counted(app, variant, case, size, ranks))
        say(f"{app.name}: counted")
    return rows


def columns_of(rows: list[Record]) -> list[str]:
    """Those in which something was counted."""
    return [kind for kind in (*KINDS, MESSAGES, KIB) if any(row[kind] for row in rows)]


def table(rows: list[Record]) -> str:
    """A block for each application, case, size and number of ranks."""
    lines = []
    for kind, group in groupby(sorted(rows, key=kind_of), kind_of):
        own = list(group)
        kinds = columns_of(own)
        cells = [["of a rank, in a batch", "on", *kinds]]
        cells += [[row["variant"], row["on"], *(f"{row[k]:,.0f}" for k in kinds)] for row in own]
        lines += ["", title_of(*kind), *aligned(cells, range(2))]
    return "\n".join(lines[1:])


def table_of(rows: list[Record]) -> dict[str, object]:
    """The table of one application, for pages.py; its picture has messages and meetings."""
    kinds = columns_of(rows)
    cases = list(dict.fromkeys(row["case"] for row in rows))
    lines = []
    for row in rows:
        label = label_of(str(row["variant"]), str(row["on"]))
        label += f", {row['case']}" if len(cases) > 1 else ""
        lines.append([label, {key: row[key] for key in ("name", "variant", "on", "case")}])
    name, images = str(rows[0]["name"]), rows[0]["images"]
    return {
        "columns": [["of a rank, in a batch"], *([kind, kind] for kind in kinds)],
        "rows": lines,
        "plot": {
            "picture": f"counts_{name}",
            "title": f"{name}: what a rank of {images} does in a batch",
            "unit": "times",
            "log": True,
            "bars": [kinds.index(kind) + 2 for kind in DRAWN if kind in kinds],
            "alt": f"Bars: messages and meetings of {name} by variant",
        },
    }


def tables_of(rows: list[Record]) -> dict[str, object]:
    names = dict.fromkeys(str(row["name"]) for row in rows)
    return {name: table_of([row for row in rows if row["name"] == name]) for name in names}
