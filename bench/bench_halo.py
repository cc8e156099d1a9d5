# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The halo exchange of an atmosphere model in six forms, under each MPI that is installed: with
libarauto_mpi, and the forms that need none of it on the bare MPI. One run of a program verifies
all its forms and times some batches of each, by turns; so do programs. Below them is a process that
copies the same strips alone."""

from __future__ import annotations

import argparse
import math
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench_programs import (
    HERE,
    OPENMPI_ENVIRONMENT,
    RUN_MPICH,
    RUN_OPENMPI,
    Crowded,
    Peer,
    Rounds,
    command,
    cores,
    libraries,
    prepared,
    run,
    say,
)
from bench_records import Record, median_ratio

MPIS = ("openmpi", "mpich")
FORMS = (
    "two_sided", "pscw_created", "pscw_dynamic", "notify", "notify_persistent", "notify_counter",
    "library",
)  # fmt: skip
BARE_FORMS = FORMS[:3]
BOUND = "unsynchronised"
COPY = "copy"
RIVALS = {"messages": "two_sided", "counters": "notify_counter", "bound": BOUND}
MODEL = (448, 616, 70)  # columns east-west, north-south, levels
SHARE = (28, 26, 70)  # what one of 16 x 24 processes has of it
SHORT = (10, 5, 1)  # with which a strip of two processes side by side has 5 values
DEPTHS = {"1": 1, "2": 2, "5": 5, "0": "step"}  # as the program and as a record name them
STEP = (1, 2, 5, 2, 1, 1)  # depths of its exchanges
BYTES_OF_VALUE = 8

Times = dict[tuple[str, str], list[tuple[float, float, float]]]  # form, depth: of each batch


def library(mpi: str) -> Path:
    return libraries() / f"libarauto_mpi_{mpi}.so"


def bare_openmpi() -> list[str]:
    """The component that version 4 chooses by itself cannot make windows on the grid's rows."""
    try:
        is_old = "(OpenRTE) 4." in run([RUN_OPENMPI[0], "--version"], 20, OPENMPI_ENVIRONMENT)
    except (OSError, RuntimeError):
        is_old = False
    return [*RUN_OPENMPI[:-1], *(["--mca", "osc", "pt2pt"] if is_old else []), "-n"]


def fortran_module() -> Path:
    """In a source tree, or where it is installed."""
    here = HERE.parent / "frontends" / "mpi" / "generated" / "arauto_mpix.f90"
    return here if here.exists() else library("").parent / "arauto" / "mpi" / "arauto_mpix.f90"


def halo_module() -> Path:
    """That of the library arauto_halo."""
    here = HERE.parent / "frontends" / "halo" / "arauto_halo.f90"
    return here if here.exists() else libraries() / "arauto" / "gfortran" / "arauto_halo.f90"


def programs_of(mpi: str, with_peers: bool) -> list[Peer]:
    """Ours first, then the bare one."""
    parts = ["halo_kernel", "halo_form", "halo_two_sided", "halo_pscw", "halo_notified", "halo"]
    ours = [fortran_module(), halo_module(), *(HERE / "halo" / f"{part}.f90" for part in parts)]
    ours.insert(-1, HERE / "halo" / "halo_library.f90")
    bare = [HERE / "halo" / f"{part.replace('notified', 'bare')}.f90" for part in parts]
    # Contracted or not, a compiler must do the same in the serial run as in the others.
    compiler = [f"mpif90.{mpi}", "-O3", "-ffp-contract=off"]
    if mpi == "openmpi":
        launchers, environment = (RUN_OPENMPI, bare_openmpi()), OPENMPI_ENVIRONMENT
    else:
        launchers, environment = (RUN_MPICH, RUN_MPICH), {}
    lib = library(mpi)
    link = ["-Wl,--no-as-needed", str(lib), f"-L{lib.parent}", "-larauto_halo", "-larauto"]
    link.append(f"-Wl,-rpath,{lib.parent}")
    found = [Peer(f"arauto on {mpi}", compiler, launchers[0], ours, link, environment)]
    if with_peers:
        found.append(Peer(mpi, compiler, launchers[1], bare, [], environment))
    return found


def copying() -> Peer:
    """One process, whatever the number of ranks."""
    sources = [HERE / "halo" / f"{part}.f90" for part in ("halo_kernel", "halo_copy")]
    return Peer(COPY, ["gfortran", "-O3", "-ffp-contract=off"], [command()], sources)


def batches_in(output: str) -> tuple[Times, set[str]]:
    """Lines "halo FORM DEPTH EAST_WEST NORTH_SOUTH WHOLE" in microseconds, and the digests of what
    was verified."""
    times: Times = {}
    digests = set()
    for line in output.splitlines():
        words = line.split()
        if len(words) == 6 and words[0] == "halo":
            east_west, north_south, whole = map(float, words[3:])
            times.setdefault((words[1], words[2]), []).append((east_west, north_south, whole))
        elif len(words) == 3 and words[0] == "verified":
            digests.add(words[2])
    return times, digests


def bytes_sent(size: tuple[int, int, int], grid: tuple[int, int], depth: int) -> int:
    """By a process in the middle of the grid, in one exchange."""
    nx, ny, levels = size[0] // grid[0], size[1] // grid[1], size[2]
    sides = 2 if grid[1] > 2 else grid[1] - 1
    return BYTES_OF_VALUE * levels * depth * (2 * ny + sides * (nx + 2 * depth))


@dataclass
class Setting:
    """All batches at one size and process grid."""

    size: tuple[int, int, int]
    grid: tuple[int, int]
    times: dict[str, Times] = field(default_factory=dict)  # of each program
    stopped: set[str] = field(default_factory=set)
    digests: set[str] = field(default_factory=set)

    @property
    def ranks(self) -> int:
        return self.grid[0] * self.grid[1]

    def round(self, programs: list[Peer], quick: bool, crowded: Crowded) -> None:
        # Short ones, and several: a core that is away for a while spoils few of them. Where ranks
        # share cores a batch must be long beside a turn of the scheduler.
        seconds, batches = ("0.005", "2") if quick else ("0.01", "3")
        if self.ranks > cores():
            seconds, batches = ("0.02", "2") if quick else ("0.1", "2")
        arguments = [*map(str, (*self.size, *self.grid)), "all", seconds, batches]
        for program in programs:
            if program.absent or program.name in self.stopped:
                continue
            if program.name == COPY:
                self.copy(program, arguments)
                continue
            if crowded.holds(program.name, self.ranks):
                continue
            try:
                output = program.output(self.ranks, arguments, 30 if quick else 90)
            except RuntimeError as error:
                self.stopped.add(program.name)
                say(f"halo, {program.name}: stopped at {self.ranks} ranks, {error}")
                crowded.add(program.name, self.ranks)
                continue
            times, digests = batches_in(output)
            self.digests |= digests
            if len(self.digests) != 1:
                raise SystemExit(f"arauto bench: halo: {program.name} gives other fields")
            for key, batches in times.items():
                self.times.setdefault(program.name, {}).setdefault(key, []).extend(batches)

    def copy(self, program: Peer, arguments: list[str]) -> None:
        times, _ = batches_in(run([str(program.program), *arguments], 60))
        for key, batches in times.items():
            self.times.setdefault(COPY, {}).setdefault(key, []).extend(batches)

    def copies(self, depth: str) -> list[float]:
        return [batch[2] for batch in self.times.get(COPY, {}).get((COPY, depth), [])]

    def ratios(self, of: Times, form: str, depth: str) -> dict[str, float]:
        """Medians of the batches' ratios to other forms of the same program; forms take turns."""
        own = [batch[2] for batch in of[form, depth]]
        found = {}
        for name, rival in RIVALS.items():
            others = [batch[2] for batch in of.get((rival, depth), [])]
            ratio = median_ratio(own, others) if rival != form else None
            if ratio is not None:
                found[name] = ratio
        if copies := self.copies(depth):
            found[COPY] = statistics.median(own) / statistics.median(copies)
        return found

    def on_mpi(self, mpi: str, form: str, depth: str) -> dict[str, float]:
        """Medians and least values of one form under one MPI; nothing where it was not run."""
        ours = self.times.get(f"arauto on {mpi}", {})
        if (form, depth) not in ours:
            return {}
        east_west, north_south, whole = map(list, zip(*ours[form, depth]))
        found = {"ours": statistics.median(whole), "ours_best": min(whole), "batches": len(whole)}
        if not math.isnan(east_west[0]):  # the form does both directions at once
            found["east_west"] = statistics.median(east_west)
            found["north_south"] = statistics.median(north_south)
        found["ratios"] = self.ratios(ours, form, depth)
        if (BOUND, depth) in ours:
            bound = [batch[2] for batch in ours[BOUND, depth]]
            found |= {"floor": statistics.median(bound), "floor_best": min(bound)}
        bare = self.times.get(mpi, {}).get((rival_of(form), depth), [])
        if bare:
            _, across, whole = zip(*bare)
            found |= {"peer": statistics.median(whole), "peer_best": min(whole)}
            found["peer_north_south"] = statistics.median(across)
        return found

    def case(self, form: str, depth: str) -> Record:
        return {
            "name": "halo",
            "variant": form,
            "size": shape(self.size),
            "grid": shape(self.grid),
            "depth": DEPTHS[depth],
            "bytes": sum(bytes_sent(self.size, self.grid, d) for d in depths_of(depth)),
            "unit": "us",
        }

    def copy_record(self, depth: str) -> Record | None:
        """The floor of the forms of this setting."""
        copies = self.copies(depth)
        if not copies:
            return None
        middle, least = statistics.median(copies), min(copies)
        return self.case(COPY, depth) | {
            "images": self.ranks,  # of the forms that it is the floor of
            "ours": middle,
            "ours_best": least,
            "alone": middle,
            "floor": middle,
            "floor_best": least,
            "floor_name": "itself",
            "ratio": 1.0,
            "peers": {},
            "by_mpi": {},
            "batches": len(copies),
            "verified": True,
        }

    def record(self, form: str, depth: str) -> Record | None:
        """The figures of the first MPI; in `by_mpi` those of all."""
        by_mpi = {mpi: self.on_mpi(mpi, form, depth) for mpi in MPIS}
        by_mpi = {mpi: figures for mpi, figures in by_mpi.items() if figures}
        if not by_mpi:
            return None
        first = next(iter(by_mpi.values()))
        floor = first.get("floor")
        return self.case(form, depth) | {
            "images": self.ranks,
            "ours": first["ours"],
            "ours_best": first["ours_best"],
            "floor": floor,
            "floor_best": first.get("floor_best"),
            "floor_name": "no waiting",
            "ratio": first["ours"] / floor if floor else None,
            "peers": {mpi: figures["peer"] for mpi, figures in by_mpi.items() if "peer" in figures},
            "peer_variant": rival_of(form),
            "ours_on": next(iter(by_mpi)),
            "ours_by_mpi": {mpi: figures["ours"] for mpi, figures in by_mpi.items()},
            "by_mpi": by_mpi,
            "batches": first["batches"],
            "verified": form != BOUND,
        }

    def records(self) -> list[Record]:
        found = [self.record(form, depth) for depth in DEPTHS for form in (*FORMS, BOUND)]
        found += [self.copy_record(depth) for depth in DEPTHS]
        return [row for row in found if row is not None]


def shape(numbers: tuple[int, ...]) -> str:
    return "x".join(map(str, numbers))


def depths_of(depth: str) -> tuple[int, ...]:
    return (int(depth),) if depth != "0" else STEP


def rival_of(form: str) -> str:
    """The form that a program without Arauto uses instead: the same, or two-sided messages. The
    bound has no rival."""
    return form if form in BARE_FORMS or form == BOUND else "two_sided"


def grids_of(ranks: int) -> list[tuple[int, int]]:
    """The squarest, wider than high; two ranks also one above the other, so that each direction
    has an exchange between them."""
    rows = max(rows for rows in range(1, ranks + 1) if ranks % rows == 0 and rows * rows <= ranks)
    return [(2, 1), (1, 2)] if ranks == 2 else [(ranks // rows, rows)]


def settings_of(options: argparse.Namespace) -> list[Setting]:
    counts = options.images or ([2] if options.quick else [1, 2, 2 * cores()])
    grids = [grid for ranks in sorted(set(counts)) for grid in grids_of(ranks)]
    small = [Setting((SHARE[0] * grid[0], SHARE[1] * grid[1], SHARE[2]), grid) for grid in grids]
    small += [Setting(SHORT, (2, 1))] if 2 in counts else []
    return small if options.quick else small + [Setting(MODEL, grid) for grid in grids]


def measure_halo(options: argparse.Namespace) -> list[Record]:
    programs = prepared([*(p for mpi in MPIS for p in programs_of(mpi, options.peers)), copying()])
    ours = [program for program in programs if program.name not in (*MPIS, COPY)]
    if all(program.absent for program in ours):
        raise SystemExit(
            f"arauto bench: halo needs an MPI and libarauto_mpi for it: {ours[0].absent}"
        )
    settings = settings_of(options)
    deadline = time.monotonic() + (16 if options.quick else 900)
    rounds, crowded = Rounds("halo", options.rounds), Crowded()
    for round_number in range(options.rounds):
        for setting in settings:
            if round_number > 0 and time.monotonic() > deadline:
                continue
            setting.round(programs, options.quick, crowded)
        rounds.end_one()
    return [row for setting in settings for row in setting.records()]
