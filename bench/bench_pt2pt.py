# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures one-sided operations and synchronisation between two images, and on more images the
operations whose cost depends on their number."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import shutil
import time

import bench_pairs
from bench_gfortrans import RUN_SHMEM, SHMEM, newer_gfortrans, shmem_compiler
from bench_programs import (
    HERE,
    OPENMPI_ENVIRONMENT,
    RUN_MPICH,
    RUN_OPENMPI,
    Key,
    Peer,
    Rounds,
    build,
    command,
    cores,
    parse,
    prepared,
    run,
    say,
)
from bench_records import LOCAL_LOOP, Record, Series, records, with_copies

# For all rounds together, and the watchdog of one batch of a program.
ROUNDS_S, QUICK_ROUNDS_S = 600, 22
OPERATIONS = HERE / "pt2pt" / "caf_bench.f90"
ELEMENTS = HERE / "pt2pt" / "element_bench.f90"
BATCH_S, QUICK_BATCH_S = 90, 15


def own_programs() -> list[Peer]:
    """Arauto's programs. The first is standard coarray Fortran, which the peers' compilers take
    too; the others are for two images. On two images all measure their own hand-over."""
    arauto, folder = command(), HERE / "pt2pt"
    launcher = [arauto, "run", "-n"]
    programs = [Peer("arauto", [arauto, "fc", "-O2"], launcher, [OPERATIONS])]
    sources_by_compiler = {
        "cc": [["notify_bench.c"]],
        "fc": [
            ["message_bench.f90", "attach_bench.f90"],
            ["message_bench.f90", "notify_bench.f90"],
        ],
    }
    for compiler, programs_of_it in sources_by_compiler.items():
        for names in programs_of_it:
            sources = [folder / name for name in names]
            words = [arauto, compiler, "-O2"]
            programs.append(Peer("arauto", words, launcher, sources, pairs_only=True))
    programs += element_programs() + native_programs()
    pair = str(bench_pairs.object_file())
    return [dataclasses.replace(each, libraries=[*each.libraries, pair]) for each in programs]


def element_programs() -> list[Peer]:
    """Loops over single elements: by calls, with these calls inlined, and translated."""
    fc = [command(), "fc"]
    ways = {
        "": [*fc, "-O3"],
        "lto": [*fc, "-O3", "-flto"],
        "translated": [*fc, "--translate", "-O3"],
    }
    if shutil.which("flang-22"):
        ways["flang-22"] = [*fc, "--compiler", "flang-22", "-O3"]
    return [
        Peer("arauto", words, [command(), "run", "-n"], [ELEMENTS], pairs_only=True, via=via)
        for via, words in ways.items()
    ]


def native_programs() -> list[Peer]:
    """The Fortran programs by the gfortrans whose calls differ from those up to 14."""
    programs = []
    launcher = [command(), "run", "-n"]
    for name in newer_gfortrans().values():
        words = [command(), "fc", "--compiler", name, "--native"]
        peers = of_coarrays("arauto", words, launcher)
        programs += [dataclasses.replace(peer, via=name) for peer in peers]
        inlined, via = [*words, "-O3", "-flto"], f"{name}-lto"
        programs.append(Peer("arauto", inlined, launcher, [ELEMENTS], pairs_only=True, via=via))
    return programs


def of_coarrays(
    name: str, compiler: list[str], launcher: list[str], library: str = "", **environment: str
) -> list[Peer]:
    """A coarray library's programs, which are the ones that ours are."""
    libraries = [library] if library else []
    return [
        Peer(name, [*compiler, level], launcher, [source], libraries, environment, alone)
        for source, level, alone in ((OPERATIONS, "-O2", False), (ELEMENTS, "-O3", True))
    ]


def known_peers(with_peers: bool) -> list[Peer]:
    peers = own_programs()
    if not with_peers:
        return peers
    mpi, caf = [HERE / "pt2pt" / "mpi_bench.c"], "-fcoarray=lib"
    open_mpi, mpich = "opencoarrays-openmpi", "opencoarrays-mpich"
    return [
        *peers,
        Peer("openmpi", ["mpicc.openmpi", "-O2"], RUN_OPENMPI, mpi, [], OPENMPI_ENVIRONMENT),
        Peer("mpich", ["mpicc.mpich", "-O2"], RUN_MPICH, mpi),
        *of_coarrays(
            open_mpi, ["mpif90.openmpi", caf], RUN_OPENMPI, "-lcaf_openmpi", **OPENMPI_ENVIRONMENT
        ),
        *of_coarrays(mpich, ["mpif90.mpich", caf], RUN_MPICH, "-lcaf_mpich"),
        *of_coarrays(SHMEM, [shmem_compiler(), "-fcoarray=shared"], RUN_SHMEM),
    ]


def without_local_loops(batch: dict[Key, float], floor: Series) -> dict[Key, float]:
    """The loops over local arrays, which our programs time beside the remote ones, are floors."""
    local = {key: value for key, value in batch.items() if key[0].startswith(LOCAL_LOOP)}
    floor.add(local)
    return {key: value for key, value in batch.items() if key not in local}


def measure_images(
    images: int, peers: list[Peer], options: argparse.Namespace, deadline: float
) -> list[Record]:
    """All batches at one number of images."""
    floor, measured = Series(), {peer.name: Series() for peer in peers if not peer.absent}

    def add(peer: Peer, batch: dict[Key, float], handover_ns: float | None) -> None:
        ours = floor if peer.name == "arauto" else Series()
        measured[peer.name].add(without_local_loops(batch, ours), handover_ns)

    floor_program = build([HERE / "pt2pt" / "floor.cpp"], ["g++", "-O2", "-std=c++20"], [])
    seconds = "0.01" if options.quick else "0.05"
    largest = str((2 if options.quick else 16) << 20)
    batch_s = QUICK_BATCH_S if options.quick else BATCH_S
    settled = [bench_pairs.Settled(functools.partial(add, peer)) for peer in peers]
    rounds = Rounds(f"{images} images", options.rounds)
    for round_number in range(options.rounds):
        if round_number > 0 and time.monotonic() > deadline:
            say(f"{images} images: time is up after {round_number} rounds")
            break
        floor.add(with_copies(parse(run([str(floor_program), seconds, str(images), largest], 60))))
        for peer, batches in zip(peers, settled):
            if peer.absent or (peer.pairs_only and images != 2):
                continue
            try:
                batches.take(bench_pairs.batch_of(peer, images, [seconds, largest], batch_s))
            except RuntimeError as error:
                peer.absent = str(error)
                say(f"{peer.name}: stopped at {images} images, {error}")
        rounds.end_one()
    bench_pairs.finish(settled)
    return records(images, floor, measured)


def measure_pt2pt(options: argparse.Namespace) -> list[Record]:
    peers = prepared(known_peers(options.peers))
    if peers[0].absent:
        raise SystemExit(f"arauto bench: its own program cannot be made: {peers[0].absent}")
    rounds_s = QUICK_ROUNDS_S if options.quick else ROUNDS_S
    rows: list[Record] = []
    counts = options.images or sorted(
        {2, 4 * cores()} | (set() if options.quick else {2 * cores()})
    )
    for images in counts:
        rows += measure_images(images, peers, options, time.monotonic() + rounds_s / len(counts))
        for peer in peers[1:]:
            if peer.absent.startswith(("no answer", "exit status")):
                peer.absent = ""  # it may do better with another number of images
    return rows
