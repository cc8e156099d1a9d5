# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One table of all mini-applications, for pages.py: the times of the ways to synchronise, in parts
of the time that two-sided messages take on the faster MPI."""

from __future__ import annotations

from itertools import groupby

from bench_apps_tables import OPENCOARRAYS, kind_of, title_of
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


def relative(rows: list[Record]) -> Record | None:
    """The row of one application, case, size and number of ranks; None without an MPI beside."""
    peers = rows[0]["peers"]
    if not peers:
        return None
    faster = min(peers, key=peers.get)
    own = {str(row["variant"]): row for row in rows if row["on"] == "arauto"}
    own["notified"] = next((own[name] for name in NOTIFIED if name in own), {})
    own["bound"] = next((row for row in own.values() if not row.get("verified", True)), {})
    found = {way: own[way]["ratios"][faster] for way in WAYS if own.get(way)}
    theirs = [row["ours"] for row in rows if str(row["on"]).startswith(OPENCOARRAYS)]
    if theirs:
        found["opencoarrays"] = min(theirs) / peers[faster]
    if len(peers) > 1:
        found["slower"] = max(peers.values()) / peers[faster]
    return {"label": title_of(*kind_of(rows[0])), **found}


def summary(rows: list[Record]) -> dict[str, object]:
    """A record as pages.py reads it, of the rows of all applications' records."""
    found = [relative(list(group)) for _, group in groupby(rows, kind_of)]
    shown = [row for row in found if row]
    lines = [[row["label"], {"label": row["label"]}] for row in shown]
    return {"rows": shown, "tables": {"relative": TABLE | {"rows": lines}}}
