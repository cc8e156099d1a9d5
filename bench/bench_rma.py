# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""MPI's one-sided calls: every row of foMPI's cost models. One binary for each MPI runs on that MPI
alone and with our library preloaded, in turns; ours of the record is the better of them."""

from __future__ import annotations

import argparse
import math
import time

import bench_pairs
from bench_models import attach_fits
from bench_mpis import Mpi, mpis_here
from bench_programs import (
    HERE,
    Crowded,
    Failed,
    Peer,
    Rounds,
    build,
    cores,
    parse,
    prepared,
    run,
    say,
)
from bench_records import Record, Series, records, with_copies

OURS = "arauto on "  # and the name of the MPI
NOTIFIED = "rma_notified_put"
INSTEAD = "rma_message"  # of a bare MPI
OURS_SECONDS = 60.0  # for one batch of ours, on however busy a machine


def on_mpi(mpi: Mpi) -> Peer:
    sources = sorted((HERE / "rma").glob("*.c"))
    words = [mpi.compiler, "-O2", "-std=gnu11", "-D_GNU_SOURCE"]
    libraries = ["-ldl", str(bench_pairs.object_file())]
    return Peer(mpi.name, words, mpi.launcher, sources, libraries, mpi.environment)


def with_ours(mpi: Mpi) -> Peer:
    peer = on_mpi(mpi)
    peer.name = OURS + mpi.name
    peer.before = ["env", f"LD_PRELOAD={mpi.library()}"]
    return peer


def programs(mpis: list[Mpi], with_peers: bool) -> list[Peer]:
    """Those that can run here. A bare MPICH, which may crawl, comes last and gets what time is
    left."""
    ours = []
    for mpi in mpis:
        if mpi.library().exists():
            ours.append(with_ours(mpi))
        else:
            say(f"{OURS}{mpi.name}: absent, {mpi.library().name} was not built")
    bare = [on_mpi(mpi) for mpi in mpis] if with_peers and ours else []
    quick = [peer for peer in bare if "mpich" not in peer.name and peer.name != "abi"]
    slow = [peer for peer in bare if peer not in quick]
    return [peer for peer in prepared([*quick, *ours, *slow]) if not peer.absent]


def counts_of(options: argparse.Namespace) -> list[int]:
    """Two, and further powers of two up to four times the cores."""
    if options.quick:
        return [2, 2 * cores()]
    return [2**i for i in range(1, (4 * cores()).bit_length())]


def add_batch(
    peer: Peer, images: int, words: list[str], limit: float, settled: bench_pairs.Settled
) -> None:
    """Adds the peer's values, those before a failure too; a wrong value of ours ends the run."""
    try:
        batch = bench_pairs.batch_of(peer, images, words, limit)
    except Failed as failure:
        say(f"{peer.name}: stopped at {images} processes, {failure}")
        if peer.name.startswith(OURS) and "rank" in str(failure):
            raise SystemExit(f"arauto bench: {peer.name}: {failure}") from None
        peer.absent = str(failure)
        batch = parse(failure.output)
    if not peer.name.startswith(OURS):
        batch |= {(NOTIFIED, b): v for (name, b), v in batch.items() if name == INSTEAD}
    settled.take(batch)


def measure_count(
    images: int,
    peers: list[Peer],
    options: argparse.Namespace,
    deadline: float,
    crowded: Crowded,
) -> tuple[Series, dict[str, Series]]:
    """All batches at one number of processes. The first round has no limit of time, except for a
    bare MPI, which may be very slow where processes share cores."""
    floor_program = build([HERE / "pt2pt" / "floor.cpp"], ["g++", "-O2", "-std=c++20"], [])
    seconds = "0.01" if options.quick else "0.05"
    largest = str(1 << 20)
    floor, measured = Series(), {peer.name: Series() for peer in peers}
    settled = {name: bench_pairs.Settled(series.add) for name, series in measured.items()}
    for peer in peers:
        # It may do better with another number of processes.
        peer.absent = "too many" if crowded.holds(peer.name, images) else ""
    rounds = Rounds(f"{images} processes", options.rounds)
    for number in range(options.rounds):
        if number > 0 and time.monotonic() > deadline:
            say(f"{images} processes: time is up after {number} rounds")
            break
        words = [str(floor_program), seconds, str(images), largest]
        floor.add(with_copies(parse(run(words, 60))))
        for position, peer in enumerate(peers):
            if not peer.absent:
                left = (deadline - time.monotonic()) / (len(peers) - position)
                least = OURS_SECONDS if peer.name.startswith(OURS) else 4
                words = [seconds, largest]
                add_batch(peer, images, words, max(left, least), settled[peer.name])
                if peer.absent:
                    crowded.add(peer.name, images)
        rounds.end_one()
    bench_pairs.finish(list(settled.values()))
    return floor, measured


def best_mpi(measured: dict[str, Series]) -> str:
    """The MPI on which ours is faster, over all that both have."""
    ours = {name: series for name, series in measured.items() if name.startswith(OURS)}
    shared = set.intersection(*(set(series.values) for series in ours.values()))
    shared = {key for key in shared if not key[0].startswith("rma_overlap")}

    def size(name: str) -> float:
        return sum(math.log(ours[name].median(key) or 1.0) for key in shared)

    return min(ours, key=size).removeprefix(OURS)


def rows_of(images: int, floor: Series, measured: dict[str, Series], best: str) -> list[Record]:
    ours = {
        name.removeprefix(OURS): series
        for name, series in measured.items()
        if name.startswith(OURS)
    }
    bare = {name: series for name, series in measured.items() if not name.startswith(OURS)}
    rows = records(images, floor, {"arauto": ours[best]} | bare)
    for row in rows:
        if row["name"] == "flag_handover":
            continue
        key = ("/".join([str(row["name"]), *([str(row["via"])] if "via" in row else [])]),)
        size = row.get("unexpected", row["bytes"])
        medians = {mpi: series.median((*key, size)) for mpi, series in ours.items()}
        row["ours_on"] = best
        row["ours_by_mpi"] = {mpi: value for mpi, value in medians.items() if value is not None}
        row["flag_handover_ns"] = floor.median(("flag_handover", 8))
        if row["name"] == "rma_overlap":
            row["unit"] = "part"
    return rows


def measure_rma(options: argparse.Namespace) -> list[Record]:
    peers = programs(mpis_here(), options.peers)
    if not any(peer.name.startswith(OURS) for peer in peers):
        say("rma: no MPI with a library of ours is here, so there is nothing to measure.")
        return []
    counts = options.images or counts_of(options)
    start = time.monotonic()
    rows: list[Record] = []
    best = ""
    crowded = Crowded()
    for done, images in enumerate(counts, 1):
        seconds = (46 if options.quick else 300 * len(counts)) * done / len(counts)
        floor, measured = measure_count(images, peers, options, start + seconds, crowded)
        best = best or best_mpi(measured)
        rows += rows_of(images, floor, measured, best)
    attach_fits(rows)
    return rows
