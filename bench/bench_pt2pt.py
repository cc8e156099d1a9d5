# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One-sided operations and synchronisation between two images, and what scales on more."""

from __future__ import annotations

import argparse
import time

from bench_programs import (
    HERE,
    OPENMPI_ENVIRONMENT,
    RUN_MPICH,
    RUN_OPENMPI,
    Peer,
    build,
    command,
    cores,
    parse,
    prepared,
    run,
    say,
)
from bench_records import Record, Series, records, with_copies


def own_programs() -> list[Peer]:
    """Arauto's. The first is stock coarray Fortran, which the others' front-ends compile too."""
    arauto, folder = command(), HERE / "pt2pt"
    launcher = [arauto, "run", "-n"]
    programs = [Peer("arauto", [arauto, "fc", "-O2"], launcher, [folder / "caf_bench.f90"])]
    pairs = {
        "cc": [["notify_bench.c"]],
        "fc": [
            ["message_bench.f90", "attach_bench.f90"],
            ["message_bench.f90", "notify_bench.f90"],
        ],
    }
    for compiler, programs_of_it in pairs.items():
        for names in programs_of_it:
            sources = [folder / name for name in names]
            words = [arauto, compiler, "-O2"]
            programs.append(Peer("arauto", words, launcher, sources, pairs_only=True))
    return programs


def known_peers(with_peers: bool) -> list[Peer]:
    fortran = [HERE / "pt2pt" / "caf_bench.f90"]
    mpi = [HERE / "pt2pt" / "mpi_bench.c"]
    peers = own_programs()
    if not with_peers:
        return peers
    caf = ["-O2", "-fcoarray=lib"]
    return [
        *peers,
        Peer("openmpi", ["mpicc.openmpi", "-O2"], RUN_OPENMPI, mpi, [], OPENMPI_ENVIRONMENT),
        Peer("mpich", ["mpicc.mpich", "-O2"], RUN_MPICH, mpi),
        Peer(
            "opencoarrays-openmpi",
            ["mpif90.openmpi", *caf],
            RUN_OPENMPI,
            fortran,
            ["-lcaf_openmpi"],
            OPENMPI_ENVIRONMENT,
        ),
        Peer("opencoarrays-mpich", ["mpif90.mpich", *caf], RUN_MPICH, fortran, ["-lcaf_mpich"]),
    ]


def measure_pt2pt(options: argparse.Namespace) -> list[Record]:
    peers = prepared(known_peers(options.peers))
    if peers[0].absent:
        raise SystemExit(f"arauto bench: its own program cannot be made: {peers[0].absent}")
    floor_program = build([HERE / "pt2pt" / "floor.cpp"], ["g++", "-O2", "-std=c++20"], [])
    seconds = "0.01" if options.quick else "0.05"
    largest = str((2 if options.quick else 16) << 20)
    rows: list[Record] = []
    counts = options.images or sorted(
        {2, 4 * cores()} | (set() if options.quick else {2 * cores()})
    )
    for images in counts:
        floor, measured = Series(), {peer.name: Series() for peer in peers if not peer.absent}
        deadline = time.monotonic() + (22 if options.quick else 600) / len(counts)
        for round_number in range(options.rounds):
            if round_number > 0 and time.monotonic() > deadline:
                say(f"{images} images: time is up after {round_number} rounds")
                break
            floor.add(
                with_copies(parse(run([str(floor_program), seconds, str(images), largest], 60)))
            )
            for peer in peers:
                if peer.absent or (peer.pairs_only and images != 2):
                    continue
                try:
                    measured[peer.name].add(
                        peer.batch(images, [seconds, largest], 15 if options.quick else 90)
                    )
                except RuntimeError as error:
                    peer.absent = str(error)
                    say(f"{peer.name}: stopped at {images} images, {error}")
            say(f"{images} images: round {round_number + 1} of {options.rounds} done")
        rows += records(images, floor, measured)
        for peer in peers[1:]:
            if peer.absent.startswith(("no answer", "exit status")):
                peer.absent = ""  # it may do better with another number of images
    return rows
