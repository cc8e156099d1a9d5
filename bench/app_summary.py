# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables that pages.py makes of the applications' records: of all of them, the times of the ways to
synchronise in parts of two-sided messages on the faster MPI, and how many times faster than a
serial run they are; and what the papers draw of two of them."""

from __future__ import annotations

from itertools import groupby

from bench_apps_tables import OPENCOARRAYS, kind_of, label_of, title_of
from bench_records import Record

# The way that a program would choose is the first of these that the application has.
NOTIFIED = ("halo", "notify", "tagged", "atomics")
WAYS = ("notified", "events", "sync_all", "slower", "bound")
TABLE = {
    "columns": [
        ["time / two-sided MPI"],
        ["notified", "notified"],
        ["EVENT", "events"],
        ["SYNC ALL", "sync_all"],
        ["the slower MPI", "slower"],
        ["OpenCoarrays", "opencoarrays"],
        ["no waiting at all", "bound"],
    ],
    "plot": {
        "picture": "apps",
        "title": "Mini-applications: time in parts of two-sided messages of the faster MPI",
        "unit": "ratio",
        "bars": [2, 3, 4, 5, 6],
        "floor": 7,
        "alt": "Bars: each mini-application, the ways to synchronise beside two-sided MPI",
    },
}


SPEEDUP = {
    "columns": [
        ["times faster than a serial run"],
        ["two-sided MPI", "messages"],
        ["notified", "notified"],
        ["EVENT", "events"],
        ["SYNC ALL", "sync_all"],
        ["no waiting at all", "bound"],
    ],
    "plot": {
        "picture": "apps_speedup",
        "title": "Mini-applications: times faster than the serial program",
        "unit": "times",
        "bars": [2, 3, 4, 5],
        "floor": 6,
        "alt": "Bars: each mini-application, how many times faster than alone",
    },
}
# The paper has 1 - t/t(SYNC ALL); a part of it shows the same, and losses too.
GAIN = {
    "columns": [
        ["time / SYNC ALL"],
        ["SYNC IMAGES", "sync_images"],
        ["events", "events"],
        ["notified puts", "notify"],
        ["halo library", "halo"],
        ["two-sided MPI", "messages"],
        ["no waiting at all", "unsynchronised"],
    ],
    "plot": {
        "picture": "hydro2d_gain",
        "title": "hydro2d: time in parts of SYNC ALL",
        "unit": "ratio",
        "bars": [2, 3, 4, 5, 6],
        "floor": 7,
        "alt": "Bars: hydro2d by way to synchronise, beside SYNC ALL",
    },
}
PARTS = {
    "columns": [["ms"], ["computing", "computing"], ["communication", "communication"]],
    "plot": {
        "picture": "jacobi3d_parts",
        "title": "jacobi3d: computing and communication",
        "unit": "ms",
        "stacked": True,
        "bars": [2, 3],
        "alt": "Stacked bars: computing and communication of jacobi3d by variant",
    },
}


def relative(rows: list[Record]) -> Record | None:
    """The row of one application, case, size and number of ranks; None without an MPI beside."""
    peers = rows[0]["peers"]
    if not peers:
        return None
    faster = min(peers, key=peers.get)
    own = own_of(rows)
    found = {way: own[way]["ratios"][faster] for way in WAYS if own.get(way)}
    theirs = [row["ours"] for row in rows if str(row["on"]).startswith(OPENCOARRAYS)]
    if theirs:
        found["opencoarrays"] = min(theirs) / peers[faster]
    if len(peers) > 1:
        found["slower"] = max(peers.values()) / peers[faster]
    return {"label": title_of(*kind_of(rows[0])), **found}


def own_of(rows: list[Record]) -> dict[str, Record]:
    """The coarray and C variants of Arauto, among them the notified one and the bound."""
    own = {str(row["variant"]): row for row in rows if row["on"] == "arauto"}
    own["notified"] = next((own[name] for name in NOTIFIED if name in own), {})
    own["bound"] = next((row for row in own.values() if not row.get("verified", True)), {})
    return own


def speedup(rows: list[Record]) -> Record | None:
    """A weak application's serial run does the work of all ranks."""
    alone = next((row["ours"] for row in rows if row["variant"] == "serial"), None)
    if alone is None:
        return None
    own = own_of(rows)
    ways = ("notified", "events", "sync_all", "bound")
    found = {way: alone / own[way]["ours"] for way in ways if own.get(way)}
    if peers := rows[0]["peers"]:
        found["messages"] = alone / min(peers.values())
    return {"label": title_of(*kind_of(rows[0])), **found} if found else None


def gain(rows: list[Record]) -> Record | None:
    own = {str(row["variant"]): row["ours"] for row in rows if row["on"] == "arauto"}
    if "sync_all" not in own:
        return None
    if peers := rows[0]["peers"]:
        own["messages"] = min(peers.values())
    _, *kind = kind_of(rows[0])
    return {"label": title_of(*kind)} | {way: ms / own["sync_all"] for way, ms in own.items()}


def parts(rows: list[Record]) -> list[Record]:
    """A line for each variant that knows how long it communicates."""
    _, *kind = kind_of(rows[0])
    return [
        {
            "label": f"{label_of(str(row['variant']), str(row['on']))}, {title_of(*kind)}",
            "computing": row["ours"] - row["communication"],
            "communication": row["communication"],
        }
        for row in rows
        if row["communication"] is not None and row["size"] in ("M", "L")
    ]


def record_of(name: str, table: dict[str, object], shown: list[Record]) -> dict[str, object]:
    lines = [[row["label"], {"label": row["label"]}] for row in shown]
    return {"rows": shown, "tables": {name: table | {"rows": lines}}}


def gains(rows: list[Record]) -> dict[str, object]:
    """The record hydro2d_gain, of the rows of app_hydro2d."""
    found = [gain(list(group)) for _, group in groupby(rows, kind_of)]
    return record_of("gain", GAIN, [row for row in found if row])


def all_parts(rows: list[Record]) -> dict[str, object]:
    """The record jacobi3d_parts, of the rows of app_jacobi3d."""
    found = [parts(list(group)) for _, group in groupby(rows, kind_of)]
    return record_of("parts", PARTS, [row for group in found for row in group])


def speedups(rows: list[Record]) -> dict[str, object]:
    """The record apps_speedup, of the rows of all applications."""
    found = [speedup(list(group)) for _, group in groupby(rows, kind_of)]
    return record_of("speedup", SPEEDUP, [row for row in found if row])


def summary(rows: list[Record]) -> dict[str, object]:
    """A record as pages.py reads it, of the rows of all applications' records."""
    found = [relative(list(group)) for _, group in groupby(rows, kind_of)]
    return record_of("relative", TABLE, [row for row in found if row])
