# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The papers' kernels: the pipelined p2p (figure 3) and the structured grid (figure 4), each with
every way to synchronise, beside its MPI twin. Their bound is the same work without any waiting."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench_programs import (
    HERE,
    OPENMPI_ENVIRONMENT,
    RUN_MPICH,
    RUN_OPENMPI,
    Peer,
    Rounds,
    build,
    command,
    cores,
    libraries,
    parse,
    prepared,
    run,
    say,
)
from bench_records import Record, Series, flag_record, median_ratio

VARIANTS = ("sync_images", "events", "attached", "notify", "unsynchronised")
MPI_VARIANTS = ("mpi_notify", "mpi_notify_tag")  # libarauto_mpi on an MPI
BOUND = "unsynchronised"
IN_OPENCOARRAYS = ("sync_images", "events")  # what its front-end has


def modules_of_mpi() -> Path:
    """Where the sources of the modules for notified communication with MPI are."""
    source = HERE.parent / "frontends" / "mpi" / "generated"
    return source if source.exists() else libraries() / "arauto" / "mpi"


def prefix() -> Path:
    return Path(command()).resolve().parent.parent


@dataclass(frozen=True)
class Kernel:
    """One of the two, and what a batch of it is."""

    name: str
    sizes: list[int]
    quick_sizes: list[int]
    points: float  # in a batch; an iteration takes size * size of them
    put_bytes: Callable[[int], int]
    arguments: Callable[[int, int], list[str]]  # of size and iterations

    def sources(self, variant: str) -> list[Path]:
        folder = HERE / self.name
        shared = ["kernel"] if variant == "mpi" else ["kernel", "images"]
        modules: list[Path] = []
        if variant in MPI_VARIANTS:
            shared = ["kernel", "mpi_window"]
            modules = [modules_of_mpi() / "arauto_mpix_f08.f90"]
        return modules + [folder / f"{self.name}_{part}.f90" for part in [*shared, variant]]

    def images(self, quick: bool) -> list[int]:
        """Up to the cores, and one number beyond them."""
        if quick:
            return [2] if self.name == "p2p" else [2, 2 * cores()]
        powers = [2**i for i in range(cores().bit_length())]
        return sorted({2, 2 * cores(), *powers})

    def batch(self, size: int, images: int, quick: bool) -> list[str]:
        """Arguments of one batch; a batch is short where images must share cores."""
        points = self.points / (4 if quick else 1)
        if images > cores():
            points /= 20 if self.name == "p2p" else 4
        return self.arguments(size, max(5, min(20000, int(points / size / size))))


P2P = Kernel("p2p", [1024], [1024], 4e8, lambda _: 8, lambda n, i: [str(n), str(n), str(i)])
GRID = Kernel(
    "grid", [64, 256, 1024, 2048], [64, 512], 2e8, lambda n: 8 * n, lambda n, i: [str(n), str(i)]
)


def kernel_peers(kernel: Kernel, options: argparse.Namespace) -> list[Peer]:
    """A program for each variant first, then the twins, and OpenCoarrays' where time allows it."""
    arauto = command()
    peers = [
        Peer(variant, [arauto, "fc", "-O3"], [arauto, "run", "-n"], kernel.sources(variant))
        for variant in VARIANTS
        if kernel.sources(variant)[-1].exists()
    ]
    peers += mpi_variants(kernel)
    if not options.peers:
        return peers
    twin, quiet = kernel.sources("mpi"), OPENMPI_ENVIRONMENT
    peers.append(Peer("openmpi", ["mpif90.openmpi", "-O3"], RUN_OPENMPI, twin, [], quiet))
    peers.append(Peer("mpich", ["mpif90.mpich", "-O3"], RUN_MPICH, twin))
    if not options.quick:
        words, library = ["mpif90.openmpi", "-O3", "-fcoarray=lib"], ["-lcaf_openmpi"]
        for variant in IN_OPENCOARRAYS:
            name = f"opencoarrays-openmpi {variant}"
            sources = kernel.sources(variant)
            peers.append(Peer(name, words, RUN_OPENMPI, sources, library, quiet))
    return peers


def mpi_variants(kernel: Kernel) -> list[Peer]:
    """Those that the kernel has, on the first MPI that there is a library for."""
    folder = libraries()
    for name, launcher in (("openmpi", RUN_OPENMPI), ("mpich", RUN_MPICH)):
        if not (folder / f"libarauto_mpi_{name}.so").exists():
            continue
        link = ["-Wl,--no-as-needed", f"-L{folder}", f"-larauto_mpi_{name}"]
        link.append(f"-Wl,-rpath,{folder}")
        quiet = OPENMPI_ENVIRONMENT if name == "openmpi" else {}
        return [
            Peer(variant, [f"mpif90.{name}", "-O3"], launcher, sources, link, quiet)
            for variant in MPI_VARIANTS
            if (sources := kernel.sources(variant))[-1].exists()
        ]
    return []


def rate_in(output: str) -> float:
    """MFlop/s from the line "mflops VALUE", which a program prints once its result is verified."""
    for line in output.splitlines():
        words = line.split()
        if len(words) == 2 and words[0] == "mflops":
            return float(words[1])
    raise RuntimeError("it printed no rate")


@dataclass
class Setting:
    """All batches of one kernel at one size and number of images."""

    size: int
    images: int
    rates: dict[str, list[float]] = field(default_factory=dict)
    floor: Series = field(default_factory=Series)
    stopped: set[str] = field(default_factory=set)  # peers that failed here

    def round(self, kernel: Kernel, peers: list[Peer], options: argparse.Namespace) -> None:
        arguments = kernel.batch(self.size, self.images, options.quick)
        self.floor.add(parse(run([str(floor_program()), "0.01", "2", "8"], 60)))
        for peer in peers:
            ours = peer.name in VARIANTS
            slow = options.quick and self.images > cores() and not ours
            if peer.absent or peer.name in self.stopped or slow:
                continue
            try:
                output = peer.output(self.images, arguments, 10 if options.quick else 20)
                self.rates.setdefault(peer.name, []).append(rate_in(output))
            except RuntimeError as error:
                if ours:
                    raise SystemExit(f"arauto bench: {kernel.name} {peer.name}: {error}") from None
                self.stopped.add(peer.name)
                say(f"{peer.name}: stopped at size {self.size}, {self.images} images, {error}")

    def records(self, kernel: Kernel) -> list[Record]:
        medians = {name: statistics.median(rates) for name, rates in self.rates.items()}
        bounds = self.rates.get(BOUND, [])
        parts = {name: median_ratio(rates, bounds) for name, rates in self.rates.items()}
        bound = medians.get(BOUND)
        rows: list[Record] = []
        for variant in (*VARIANTS, *MPI_VARIANTS):
            rates = self.rates.get(variant)
            if not rates:
                continue
            own = {"openmpi": "openmpi", "mpich": "mpich"}
            own[f"opencoarrays-openmpi {variant}"] = "opencoarrays-openmpi"
            rows.append(
                {
                    "name": kernel.name,
                    "variant": variant,
                    "size": self.size,
                    "bytes": kernel.put_bytes(self.size),
                    "images": self.images,
                    "unit": "MFlop/s",
                    "ours": medians[variant],
                    "floor": bound,
                    "peers": {own[name]: medians[name] for name in own if name in medians},
                    "ours_best": max(rates),
                    "ours_least": min(rates),
                    "floor_best": max(self.rates.get(BOUND, [0.0])),
                    "floor_name": "no waiting",
                    "ratio": parts[variant],
                    "peer_ratios": {own[name]: parts[name] for name in own if name in parts},
                    "batches": len(rates),
                    "verified": variant != BOUND,
                    "flag_handover_ns": self.floor.median(("flag_handover", 8)),
                }
            )
        return rows


def floor_program() -> Path:
    return build([HERE / "pt2pt" / "floor.cpp"], ["g++", "-O2", "-std=c++20"], [])


def floors() -> str:
    """In words, the times of the machine itself; nothing where that cannot be compiled."""
    try:
        found = parse(run([str(floor_program()), "0.02", "2", str(2**20)], 60))
    except (OSError, RuntimeError):
        return ""
    handover, rate = found["flag_handover", 8], found["memcpy", 2**20]
    return f"c {handover:.0f} ns, memcpy {rate:.1f} GB/s at 1 MiB, before the run"


def measure(kernel: Kernel, options: argparse.Namespace) -> list[Record]:
    peers = prepared(kernel_peers(kernel, options))
    if all(peer.absent for peer in peers if peer.name in VARIANTS):
        raise SystemExit(
            f"arauto bench: no variant of {kernel.name} can be made: {peers[0].absent}"
        )
    settings = [
        Setting(size, images)
        for images in options.images or kernel.images(options.quick)
        for size in options.sizes or (kernel.quick_sizes if options.quick else kernel.sizes)
    ]
    deadline = time.monotonic() + (16 if options.quick else 900)
    rounds = Rounds(kernel.name, options.rounds)
    for round_number in range(options.rounds):
        for setting in settings:
            if round_number > 0 and time.monotonic() > deadline:
                continue
            setting.round(kernel, peers, options)
        rounds.end_one()
    floor = Series()
    for setting in settings:
        for batch in setting.floor.values.get(("flag_handover", 8), []):
            floor.add({("flag_handover", 8): batch})
    return [row for setting in settings for row in setting.records(kernel)] + [flag_record(floor)]


def measure_p2p(options: argparse.Namespace) -> list[Record]:
    return measure(P2P, options)


def measure_grid(options: argparse.Namespace) -> list[Record]:
    return measure(GRID, options)
