# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Nonblocking epochs: what a delay of one process costs others that do not depend on it (figures 2
to 11 of the paper), what an epoch costs when nobody is late, transactions (12) and LU
decomposition (13), blocking, nonblocking and with the reorder flags, by the C API and by MPI
programs with libarauto_mpi; beside them the same programs on the bare MPIs, whose epochs all wait.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass, field
from pathlib import Path

from bench_mpis import mpis_here
from bench_programs import HERE, Crowded, Failed, Peer, Rounds, build, command, cores, prepared, say
from bench_records import Record

DELAY_US = 1000
KIB = 1024  # of a put
# By figure of the paper; those behind are about a reorder flag each.
PATTERNS = ("late_post", "late_complete", "early_fence", "wait_at_fence", "late_unlock")
FLAGGED = ("aaar_pscw", "aaar_lock", "aaer", "eaer", "eaar")
COSTS = ("cost_lock", "cost_pscw", "cost_fence")  # of an epoch when nobody is late
NAMES = (*PATTERNS, *FLAGGED, *COSTS, "transactions", "lu")
FORMS = ("blocking", "blocking_early", "nonblocking", "flagged")
UNITS = {"transactions": "1/s", "lu": "ms"} | dict.fromkeys(COSTS, "ns")
ON = "arauto on "  # in the names of MPI programs with libarauto_mpi
SECONDS = 120.0  # for one batch of ours, on however busy a machine
PEER_SECONDS = 20.0  # a bare MPI may crawl where processes share cores


@dataclass
class Case:
    """One program at one number of processes; values of all batches by peer and name."""

    program: str
    images: int
    words: list[str]
    values: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)  # peers that failed here
    bytes: int = 0

    def run(self, peer: Peer) -> None:
        try:
            batch = peer.batch(
                self.images, self.words, PEER_SECONDS if is_bare(peer.name) else SECONDS
            )
        except Failed as failure:
            if not is_bare(peer.name):
                text = f"arauto bench: {self.program}, {peer.name}: {failure}"
                raise SystemExit(text) from None
            say(f"{peer.name}: {self.program} with {self.images} processes: {failure}")
            self.given_up.add(peer.name)
            return
        values = self.values.setdefault(peer.name, {})
        for (name, size), value in batch.items():
            self.bytes = size
            values.setdefault(name, []).append(value)

    def median(self, peer: str, name: str, form: str) -> float | None:
        found = self.values.get(peer, {}).get(f"{name}/{form}")
        return statistics.median(found) if found else None

    def forms_of(self, peer: str, name: str) -> dict[str, float]:
        factor = 1e3 if name == "lu" else 1.0  # seconds to milliseconds
        found = {form: self.median(peer, name, form) for form in FORMS}
        return {form: value * factor for form, value in found.items() if value is not None}

    def on_mpi(self, peer: str, name: str) -> Record:
        """The record of an MPI program with libarauto_mpi; empty where it was not run."""
        forms = self.forms_of(peer, name)
        if not forms:
            return {}
        best = list(forms)[-1]
        row: Record = {form: round(value, 3) for form, value in forms.items()}
        row |= {"ours": forms[best], "batches": len(self.values[peer][f"{name}/{best}"])}
        if name in UNITS:
            return row
        ideal = self.median(peer, name, f"{best}_ideal") or 0.0
        return row | self.delays(peer, name, forms, ideal)

    def record(self, name: str) -> Record:
        factor = 1e3 if name == "lu" else 1.0
        forms = self.forms_of("arauto", name)
        best = list(forms)[-1]
        ideal = self.median("arauto", name, f"{best}_ideal") or forms["blocking"]
        peers = {peer: self.median(peer, name, "blocking") for peer in self.values if is_bare(peer)}
        on_mpis = {p.removeprefix(ON): self.on_mpi(p, name) for p in self.values if ON in p}
        row: Record = {"name": name, "bytes": self.bytes, "images": self.images}
        row |= {"unit": UNITS.get(name, "us")} | {form: round(v, 3) for form, v in forms.items()}
        row |= {
            "ours": forms[best],
            "ours_best": extreme(name, self.values["arauto"][f"{name}/{best}"]) * factor,
            "floor": ideal,
            "floor_name": "blocking" if name in UNITS else "without delay",
            "ratio": forms[best] / ideal if ideal else None,
            "peers": {p: v * factor for p, v in peers.items() if v is not None},
            "by_mpi": {mpi: values for mpi, values in on_mpis.items() if values},
            "batches": len(self.values["arauto"][f"{name}/{best}"]),
        }
        return row if name in UNITS else row | self.delays("arauto", name, forms, ideal)

    def delays(self, peer: str, name: str, forms: dict[str, float], ideal: float) -> Record:
        """Which part of the injected delay reached the process that does not depend on it."""
        blocking = self.median(peer, name, "blocking_ideal") or 0.0
        last = forms[list(forms)[-1]]
        return {
            "ideal": ideal,
            "delay": DELAY_US,
            "propagated": max(0.0, last - ideal) / DELAY_US,
            "propagated_blocking": max(0.0, forms["blocking"] - blocking) / DELAY_US,
        }

    def records(self) -> list[Record]:
        known = {key.split("/")[0] for key in self.values.get("arauto", {})}
        return [self.record(name) for name in NAMES if name in known]


def is_bare(peer: str) -> bool:
    return not peer.startswith("arauto")


def with_mpi_rows(rows: list[Record]) -> list[Record]:
    """For a table: behind each row those of the MPI programs with libarauto_mpi."""
    shown: list[Record] = []
    for row in rows:
        on_mpis: Record = row.get("by_mpi", {}) if row["name"] in NAMES else {}
        shown.append(row | {"via": "C API"} if on_mpis else row)
        same = {key: row[key] for key in ("name", "bytes", "images", "unit", "floor_name")}
        for mpi, values in on_mpis.items():
            empty = {"ours_best": None, "floor": None, "ratio": None, "peers": {}}
            shown.append(same | empty | values | {"via": f"MPIX on {mpi}"})
    return shown


def extreme(name: str, values: list[float]) -> float:
    return max(values) if name == "transactions" else min(values)


def lu_kernel(flags: list[str]) -> Path:
    """One object for the programs of all libraries, so that none is faster by where its loop
    lies."""
    compiler = [command(), "cc", *flags, "-falign-loops=64", "-c"]
    return build([HERE / "epochs/lu_kernel.c"], compiler, [])


def programs(name: str, with_peers: bool) -> list[Peer]:
    """Ours by the C API, ours under each MPI, and the same source on each bare MPI."""
    flags = ["-O2", "-std=gnu11", "-D_GNU_SOURCE"]
    objects = [lu_kernel(flags)] if name == "lu" else []

    def sources(*layers: str) -> list[Path]:
        return [*objects, *(HERE / "epochs" / f"{part}.c" for part in (*layers, name))]

    run = [command(), "run", "-n"]
    found = [Peer("arauto", [command(), "cc", *flags], run, sources("layer_arauto"))]
    for mpi in mpis_here():
        if mpi.library().exists():
            compiler = [command(), "cc", "--mpi", "--compiler", mpi.compiler, *flags]
            ours = sources("layer_mpi", "epochs_mpix")
            found.append(Peer(ON + mpi.name, compiler, mpi.launcher, ours, [], mpi.environment))
        if with_peers:
            bare = sources("layer_mpi", "epochs_mpi")
            compiler = [mpi.compiler, *flags]
            found.append(Peer(mpi.name, compiler, mpi.launcher, bare, [], mpi.environment))
    return prepared(found)


def cases_of(options: argparse.Namespace) -> list[Case]:
    counts = options.images or ([3] if options.quick else [2, 3, 2 * cores()])
    many = options.images or ([2] if options.quick else [2, 2 * cores(), 4 * cores()])
    repetitions = "9" if options.quick else "50"
    patterns = [str(DELAY_US), str(KIB), repetitions]
    cost = ["500", "5"] if options.quick else ["2000", "15"]
    transactions = ["2000" if options.quick else "20000"]
    matrix = ["512" if options.quick else "1024"]
    return [
        *(Case("patterns", count, patterns) for count in counts),
        *(Case("cost", count, cost) for count in many[: 1 if options.quick else 2]),
        *(Case("transactions", count, transactions) for count in many),
        *(Case("lu", count, matrix) for count in many),
    ]


def measure_epochs(options: argparse.Namespace) -> list[Record]:
    cases = cases_of(options)
    with_peers = options.peers and not options.quick  # a slow peer would take longest
    peers = {name: programs(name, with_peers) for name in {case.program for case in cases}}
    for name, found in peers.items():
        if found[0].absent:
            raise SystemExit(f"arauto bench: epochs: {name}: {found[0].absent}")
    rounds = Rounds("epochs", options.rounds)
    crowded = Crowded()
    for _ in range(options.rounds):
        for case in cases:
            for peer in peers[case.program]:
                key = f"{peer.name}, {case.program}"
                if peer.absent or peer.name in case.given_up or crowded.holds(key, case.images):
                    continue
                case.run(peer)
                if peer.name in case.given_up:
                    crowded.add(key, case.images)
        rounds.end_one()
    return [row for case in cases for row in case.records()]
