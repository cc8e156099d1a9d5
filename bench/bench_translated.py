# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Translated Fortran: loops over coarrays beside the same over plain arrays, each technique of
"Coarrays in the Context of XcalableMP" beside the same without it, and the same programs through
gfortran's own coarrays and OpenCoarrays."""

from __future__ import annotations

import argparse
import shutil
import statistics
from dataclasses import dataclass, field
from pathlib import Path

from bench_programs import (
    HERE,
    OPENMPI_ENVIRONMENT,
    RUN_MPICH,
    RUN_OPENMPI,
    Key,
    Rounds,
    build,
    command,
    parse,
    run,
    say,
)
from bench_records import Record

FOLDER = HERE / "translated"
TIMING = FOLDER / "timing.f90"
LOOPS = ("t_stencil/allocatable", "t_stencil/static", "t_triad/allocatable", "t_sum/dummy")
NAMES = [*LOOPS, "t_put", "t_get", "t_value", "t_eight", "t_pingpong", "t_case", "t_allocate"]
LIMIT_SECONDS = 120.0
NETWORK = {"ARAUTO_NODE_RANKS": "1"}
MPIS = {"openmpi": "Open MPI", "mpich": "MPICH"}
MESSAGES = "eight_messages.f90"
LATE = "late, network"


@dataclass
class Way:
    """One way to compile and run the programs, and its batches."""

    name: str
    compiler: list[str]
    launcher: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    libraries: list[str] = field(default_factory=list)
    twin: str = ""  # the program that does the same, where it is another one
    values: dict[Key, list[float]] = field(default_factory=dict)
    absent: bool = False

    def batch(self, source: Path, images: int, words: list[str]) -> None:
        if self.absent:
            return
        source = FOLDER / self.twin if self.twin else source
        try:
            program = build([TIMING, source], self.compiler, self.libraries)
            line = [*self.launcher, str(images), str(program), *words]
            found = parse(run(line, LIMIT_SECONDS, self.environment))
        except (RuntimeError, OSError) as fault:
            say(f"{self.name} ({source.name}): absent, {fault}")
            self.absent = True
            return
        for key, value in found.items():
            self.values.setdefault(key, []).append(value)

    def median(self, key: Key) -> float | None:
        return statistics.median(self.values[key]) if self.values.get(key) else None


def compilers() -> dict[str, list[str]]:
    """Short names, and the words that translate and optimise. Loops are aligned to a cache line in
    both halves of a comparison, or their alignment would be compared."""
    found = {}
    aligned = {
        "gfortran": ["-falign-loops=64", "-falign-functions=64"],
        "flang": ["-mllvm", "-align-all-nofallthru-blocks=6"],
    }
    for name in ("gfortran", "flang-22"):
        if shutil.which(name):
            words = [command(), "fc", "--translate", "--compiler", name, "-O3"]
            found[name] = [*words, *aligned["flang" if "flang" in name else "gfortran"]]
    return found


def messages(name: str, is_far: bool) -> Way:
    """Eight messages under an MPI; far: through TCP on the loopback interface, as Arauto's puts."""
    compiler = [f"mpif90.{name}", "-O3", "-fcoarray=single"]  # timing.f90 has SYNC MEMORY
    if name == "openmpi":
        far = [
            "--mca",
            "pml",
            "ob1",
            "--mca",
            "btl",
            "self,tcp",
            "--mca",
            "btl_tcp_if_include",
            "lo",
        ]
        launcher = [*RUN_OPENMPI[:-1], *(far if is_far else []), "-n"]
        return Way(name, compiler, launcher, OPENMPI_ENVIRONMENT, twin=MESSAGES)
    far_mpich = {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "self,tcp", "UCX_NET_DEVICES": "lo"}
    return Way(name, compiler, RUN_MPICH, far_mpich if is_far else {}, twin=MESSAGES)


def on_arauto(name: str, compiler: list[str], extra: dict[str, str] | None = None) -> Way:
    return Way(name, compiler, [command(), "run", "-n"], extra or {})


def record(key: Key, ours: Way, floor: float | None, peers: list[Way], about: str) -> Record:
    value = ours.median(key) or 0.0
    name, _, via = key[0].partition("/")
    return {
        "name": name, "via": f"{via}, {ours.name}" if via else ours.name,
        "form": via, "compiler": ours.name,
        "bytes": key[1], "images": 2, "unit": "ns", "ours": value, "floor": floor,
        "peers": {peer.name: peer.median(key) for peer in peers if peer.median(key) is not None},
        "ours_best": min(ours.values[key]), "floor_best": floor, "floor_name": about,
        "ratio": value / floor if floor else None, "batches": len(ours.values[key]),
    }  # fmt: skip


def measure_loops(options: argparse.Namespace) -> list[Record]:
    """Which pages a process gets makes as much as 8 % by chance, so each batch is a process."""
    rows: list[Record] = []
    seconds, turns = ("0.003", "9") if options.quick else ("0.01", "15")
    for name, words in compilers().items():
        way = on_arauto(name, words)
        for _ in Rounds(f"loops, {name}", options.rounds * 2 + 1):
            way.batch(FOLDER / "loops.f90", 1, [seconds, turns])
        for loop in LOOPS:
            coarray = way.values.get((f"{loop}_coarray", 0), [])
            plain = way.values.get((f"{loop}_plain", 0), [])
            if not coarray:
                continue
            kernel, _, via = loop.partition("/")
            ratios = [a / b for a, b in zip(coarray, plain, strict=True)]
            rows.append({
                "name": kernel, "via": f"{via}, {name}", "bytes": 0, "images": 1,
                "form": via, "compiler": name,
                "unit": "ns", "ours": statistics.median(coarray),
                "floor": statistics.median(plain), "peers": {}, "ours_best": min(coarray),
                "floor_best": min(plain), "floor_name": "plain array",
                "ratio": statistics.median(ratios), "batches": len(ratios),
            })  # fmt: skip
    return rows


def measure_paths(options: argparse.Namespace) -> list[Record]:
    """The cost of an access without synchronisation around it."""
    ways = [on_arauto(name, words) for name, words in compilers().items()]
    peers = [on_arauto("gfortran's own", [command(), "fc", "-O3"])]
    if options.peers:
        words = ["mpif90.openmpi", "-O3", "-fcoarray=lib"]
        peers.append(
            Way("opencoarrays", words, RUN_OPENMPI, OPENMPI_ENVIRONMENT, ["-lcaf_openmpi"])
        )
    seconds = "0.003" if options.quick else "0.02"
    for _ in Rounds("paths", options.rounds):
        for way in [*ways, *peers]:
            way.batch(FOLDER / "paths.f90", 2, [seconds, "32768"])
    rows = []
    for way in ways:
        for key in way.values:
            if key[0] != "t_copy":
                floor = way.median(("t_copy", key[1]))
                rows.append(record(key, way, floor, peers, "local copy"))
    return rows


def measure_compared(
    options: argparse.Namespace, program: str, ways: dict[str, list[Way]], words: list[str]
) -> list[Record]:
    """Each way of the first column is compared with the others of its list, which are its floor."""
    for _ in Rounds(program, options.rounds):
        for way in [way for group in ways.values() for way in group]:
            way.batch(FOLDER / program, 2, words)
    rows = []
    for about, (ours, *others) in ways.items():
        for key in ours.values:
            floor = others[0].median(key) if others else None
            rows.append(record(key, ours, floor, others, about))
    return rows


def measure_eight(options: argparse.Namespace) -> list[Record]:
    """Eight puts one after another: over the network of this machine, late and one by one; beside
    eight messages of each MPI."""
    words = next(iter(compilers().values()))
    far = [
        on_arauto(LATE, words, NETWORK | {"ARAUTO_PUT": "late"}),
        on_arauto("blocking, network", words, NETWORK | {"ARAUTO_PUT": "blocking"}),
    ]
    near = [on_arauto("mapped", words), on_arauto("gfortran's own", [command(), "fc", "-O3"])]
    if options.peers:
        far += [messages(name, is_far=True) for name in MPIS]
        near += [messages(name, is_far=False) for name in MPIS]
    seconds = "0.02" if options.quick else "0.1"
    rows = measure_compared(options, "eight.f90", {"one by one": far}, [seconds, "8192"])
    largest = "1048576" if options.quick else "33554432"
    return rows + measure_compared(options, "eight.f90", {"own": near}, [seconds, largest, "gets"])


def tables_of_eight(rows: list[Record]) -> tuple[list[Record], dict[str, object]]:
    """Rows and table of the record eight_puts: microseconds, and ratios to what stands beside."""
    own = []
    for row in rows:
        if row["name"] != "t_eight" or row["compiler"] != LATE:
            continue
        peers = {name: ns for name, ns in row["peers"].items() if name in MPIS}
        own.append(
            {
                "name": "t_eight",
                "bytes": row["bytes"],
                "unit": "us",
                "late": row["ours"] / 1000,
                "blocking": row["floor"] / 1000,
                "faster": row["floor"] / row["ours"],
                "messages": {name: ns / 1000 for name, ns in peers.items()},
                "of_messages": {name: row["ours"] / ns for name, ns in peers.items()},
            }
        )
    lines = [["late", {"name": "t_eight"}, "late"], ["one by one", {"name": "t_eight"}, "blocking"]]
    lines.append(["times faster than one by one", {"name": "t_eight"}, "faster"])
    for name, title in MPIS.items():
        if any(name in row["messages"] for row in own):
            lines.append([f"eight messages, {title}", {"name": "t_eight"}, f"messages.{name}"])
            part = f"late / eight messages, {title}"
            lines.append([part, {"name": "t_eight"}, f"of_messages.{name}"])
    columns = [[f"{row['bytes']:,}", "late", {"where": {"bytes": row["bytes"]}}] for row in own]
    return own, {"eight": {"columns": [["bytes of each"], *columns], "rows": lines}}


def measure_pieces(options: argparse.Namespace) -> list[Record]:
    """Table 1: by lengths, always in the shorter pieces, always through the buffer."""
    words = next(iter(compilers().values()))
    ways = [on_arauto(way, words, {"ARAUTO_PIECES": way}) for way in ("auto", "direct", "buffered")]
    seconds = "0.01" if options.quick else "0.05"
    return measure_compared(options, "pieces.f90", {"direct": ways}, [seconds])


def measure_allocation(options: argparse.Namespace) -> list[Record]:
    words = next(iter(compilers().values()))
    ways = [
        on_arauto(way, words, {"ARAUTO_ALLOCATION": way})
        for way in ("compiler", "runtime", "shared")
    ]
    seconds = "0.01" if options.quick else "0.05"
    return measure_compared(options, "allocation.f90", {"a segment for each": ways}, [seconds])


def measure_translated(options: argparse.Namespace) -> list[Record]:
    if not compilers():
        say("translated: neither gfortran nor flang-22 is here, so there is nothing to measure.")
        return []
    parts = (measure_loops, measure_paths, measure_eight, measure_pieces, measure_allocation)
    return [row for part in parts for row in part(options)]
