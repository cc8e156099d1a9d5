# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The mini-applications of bench/apps: every variant of each, in turn, beside two-sided MPI. A
folder there is an application, and its app.json says which programs it has; README.md there is the
contract. A variant whose digest differs from the serial program's ends the run."""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench_apps_tables import OPENCOARRAYS, title_of
from bench_halo import fortran_module
from bench_mpis import Mpi, mpis_here
from bench_programs import HERE, Peer, Rounds, command, cores, prepared, run, say
from bench_records import Record, median_ratio

APPS = HERE / "apps"
SERIAL = "serial"
ARAUTO = "arauto"
BARE = "bare"
IN_OPENCOARRAYS = ("sync_all", "sync_images", "events")  # what its front-end has
LIMIT_SECONDS = {"tiny": 60, "quick": 120, "M": 300, "L": 900}
MODULES = ("arauto_mpix.f90", "arauto_mpix_f08.f90")  # of a source tree, or installed


class Unequal(RuntimeError):
    """A variant has computed something else."""


@dataclass(frozen=True)
class Batch:
    digest: str
    seconds: float
    communication: float | None


def median_seconds(batches: list[Batch]) -> float:
    return statistics.median(each.seconds for each in batches)


@dataclass(frozen=True)
class Variant:
    """One program and the way to run it."""

    name: str
    on: str  # alone, arauto, an MPI, or "arauto on" or "OpenCoarrays on" an MPI
    peer: Peer
    is_verified: bool

    @property
    def is_ours(self) -> bool:
        return self.on.startswith(ARAUTO) and self.is_verified

    @property
    def may_be_wrong(self) -> bool:
        """Our program on a coarray library that is not ours: a wrong result is that library's."""
        return self.on.startswith(OPENCOARRAYS)

    def batches(self, app: App, ranks: int, words: list[str], limit: float) -> list[Batch]:
        if self.name == SERIAL:
            words = [*words, f"ranks={ranks}"] if app.is_weak else words
            output = run([str(self.peer.program), *words], limit)
        else:
            output = self.peer.output(ranks, words, limit)
        return batches_in(output, app.name, self.name)


@dataclass(frozen=True)
class App:
    """A mini-application, as its app.json describes it."""

    name: str
    title: str
    flags: list[str]
    link: list[str]
    reference: str  # the two-sided variant
    is_weak: bool
    batches: int
    cases: dict[str, list[str]]
    variants: list[dict[str, object]]

    @property
    def folder(self) -> Path:
        return APPS / self.name

    def flags_of(self, entry: dict[str, object]) -> list[str]:
        return [*self.flags, *entry.get("flags", [])]

    def sources(self, entry: dict[str, object], suffix: str) -> list[Path]:
        common = ["../app.f90"] if suffix == ".f90" else []
        own = [*common, f"{self.name}_kernel{suffix}", *entry.get("parts", [])]
        own.append(f"{self.name}_{entry['name']}{suffix}")
        folder_of = {name: fortran_module().parent for name in MODULES}
        return [folder_of.get(name, self.folder) / name for name in own]


def load(name: str) -> App:
    given = json.loads((APPS / name / "app.json").read_text(encoding="utf-8"))
    return App(
        name,
        given["title"],
        given.get("flags", []),
        given.get("link", []),
        given["reference"],
        given.get("weak", False),
        given.get("batches", 3),
        given.get("cases", {"": []}),
        given["variants"],
    )


def names() -> list[str]:
    return sorted(path.parent.name for path in APPS.glob("*/app.json"))


def fortran_of(mpi: Mpi) -> str:
    """The wrapper for Fortran beside that for C."""
    path = Path(mpi.compiler)
    found = [path.name.replace("mpicc", each) for each in ("mpif90", "mpifort")]
    if path.parent != Path():
        found = [str(path.with_name(each)) for each in found]
    return next((each for each in found if shutil.which(each)), found[0])


def on_mpi(app: App, entry: dict[str, object], mpi: Mpi) -> Iterator[Variant]:
    """With both `bare` and `arauto` one binary runs in two ways, and is compiled once."""
    is_fortran = entry["by"] == "mpifc"
    sources = app.sources(entry, ".f90" if is_fortran else ".c")
    compiler = fortran_of(mpi) if is_fortran else mpi.compiler
    ways, link = entry.get("on", [BARE]), [*entry.get("link", []), *app.link]
    words = [compiler, *app.flags_of(entry)]
    if BARE not in ways:
        words = [command(), "fc" if is_fortran else "cc", "--mpi", "--compiler", *words]
    peer = Peer(str(entry["name"]), words, mpi.launcher, sources, link, mpi.environment)
    if BARE in ways:
        further = entry.get("launch", {}).get(mpi.abi, [])
        launcher = [*mpi.launcher[:-1], *further, mpi.launcher[-1]]
        yield Variant(peer.name, mpi.name, replace(peer, launcher=launcher), True)
    if ARAUTO in ways:
        before = ["env", f"LD_PRELOAD={mpi.library()}"] if BARE in ways else []
        with_ours = replace(peer, before=before)
        if not mpi.library().exists():
            with_ours.absent = f"{mpi.library().name} was not built"
        yield Variant(peer.name, f"{ARAUTO} on {mpi.name}", with_ours, True)


def on_opencoarrays(app: App, entry: dict[str, object], mpis: list[Mpi]) -> Iterator[Variant]:
    """The same program, by the distribution's library over each MPI."""
    name = str(entry["name"])
    for mpi in mpis:
        if name in IN_OPENCOARRAYS and mpi.name == mpi.abi:
            words = [fortran_of(mpi), *app.flags_of(entry), "-fcoarray=lib"]
            link = [f"-lcaf_{mpi.name}"]
            sources = app.sources(entry, ".f90")
            peer = Peer(name, words, mpi.launcher, sources, link, mpi.environment)
            yield Variant(name, f"{OPENCOARRAYS} on {mpi.name}", peer, True)


def variants(app: App, mpis: list[Mpi]) -> list[Variant]:
    """All that app.json names, on each MPI; not compiled."""
    found: list[Variant] = []
    for entry in app.variants:
        by, name = entry["by"], str(entry["name"])
        if by in ("mpifc", "mpicc"):
            found += [each for mpi in mpis for each in on_mpi(app, entry, mpi)]
            continue
        sources = app.sources(entry, ".f90" if by == "fc" else ".c")
        compiler = [command(), by]
        if name == SERIAL:
            compiler = ["gfortran" if by == "fc" else "gcc"]
        link = [*entry.get("link", []), *app.link]
        peer = Peer(
            name, [*compiler, *app.flags_of(entry)], [command(), "run", "-n"], sources, link
        )
        on = "alone" if name == SERIAL else ARAUTO
        found.append(Variant(name, on, peer, not entry.get("unverified", False)))
        if by == "fc":
            found += on_opencoarrays(app, entry, mpis)
    return found


def compiled(app: App, found: list[Variant]) -> list[Variant]:
    """Those that can run here; the others are said."""
    prepared([each.peer for each in found if not each.peer.absent])
    return [each for each in found if not each.peer.absent]


def batches_in(output: str, app: str, variant: str) -> list[Batch]:
    """The lines of a program; others, such as warnings of a launcher, are passed over."""
    found = []
    for line in output.splitlines():
        words = line.split()
        values = dict(zip(words[::2], words[1::2]))
        if len(words) == 14 and (values.get("app"), values.get("variant")) == (app, variant):
            communication = values["communication"]
            seconds = float(values["seconds"])
            part = None if communication == "-" else float(communication)
            found.append(Batch(values["digest"], seconds, part))
    if not found:
        raise RuntimeError("it printed no batch")
    return found


@dataclass
class Setting:
    """All batches of one application in one case, on one number of ranks, round by round."""

    app: App
    case: str
    size: str
    ranks: int
    measured: dict[tuple[str, str], list[list[Batch]]] = field(default_factory=dict)
    stopped: set[tuple[str, str]] = field(default_factory=set)
    digest: str = ""  # of the serial program

    def title(self) -> str:
        return title_of(self.app.name, self.case, self.size, self.ranks)

    def run(self, variant: Variant) -> None:
        key = (variant.name, variant.on)
        if key in self.stopped or (variant.name == SERIAL and self.digest):
            return
        batches = 1 if self.size == "tiny" else self.app.batches
        words = [f"size={self.size}", f"batches={batches}", *self.app.cases[self.case]]
        try:
            limit = LIMIT_SECONDS[self.size]
            found = variant.batches(self.app, self.ranks, words, limit)
        except RuntimeError as error:
            if variant.is_ours or variant.name == SERIAL:
                raise SystemExit(f"arauto bench: {self.title()}: {variant.name}: {error}") from None
            self.stopped.add(key)
            say(f"{self.title()}: {variant.name} on {variant.on}: stopped, {error}")
            return
        try:
            self.compare(variant, found)
        except Unequal as error:
            if not variant.may_be_wrong:
                raise
            self.stopped.add(key)
            say(f"{error}: left out")
            return
        self.measured.setdefault(key, []).append(found)

    def compare(self, variant: Variant, found: list[Batch]) -> None:
        """With the serial program, which runs first."""
        self.digest = self.digest or found[0].digest
        wrong = next((each.digest for each in found if each.digest != self.digest), None)
        if wrong and variant.is_verified:
            raise Unequal(
                f"{self.title()}: {variant.name} on {variant.on} gives the digest {wrong}, and "
                f"the serial program {self.digest}"
            )

    def batches_of(self, key: tuple[str, str]) -> list[Batch]:
        return [batch for round_ in self.measured.get(key, []) for batch in round_]

    def median(self, key: tuple[str, str]) -> float | None:
        found = self.batches_of(key)
        return median_seconds(found) if found else None

    def ratio(self, key: tuple[str, str], other: tuple[str, str] | None) -> float | None:
        """The median of the rounds' ratios; a round counts by the medians of its batches."""
        own, others = self.measured.get(key, []), self.measured.get(other, [])
        if own and others and len(own) != len(others):  # the serial program runs once
            own, others = [self.batches_of(key)], [self.batches_of(other)]
        return median_ratio([*map(median_seconds, own)], [*map(median_seconds, others)])

    def record(
        self, variant: Variant, bound: tuple[str, str] | None, mpis: list[str]
    ) -> Record | None:
        """None where it has not run. An MPI program is compared with the same MPI alone."""
        key = (variant.name, variant.on)
        found = self.batches_of(key)
        if not found:
            return None
        floor = self.median(bound) if bound else None
        median = median_seconds(found)
        best = min(each.seconds for each in found)
        parts = [each.communication for each in found if each.communication is not None]
        peers = {mpi: self.median((self.app.reference, mpi)) for mpi in mpis}
        peers = {mpi: seconds for mpi, seconds in peers.items() if seconds}
        rivals = [mpi for mpi in peers if variant.on.endswith(mpi)] or list(peers)
        return {
            "name": self.app.name,
            "variant": variant.name,
            "on": variant.on,
            "case": self.case,
            "size": self.size,
            "bytes": 0,
            "images": self.ranks,
            "unit": "ms",
            "ours": 1e3 * median,
            "ours_best": 1e3 * best,
            "time": {"median": 1e3 * median, "least": 1e3 * best},
            "communication": 1e3 * statistics.median(parts) if parts else None,
            "floor": 1e3 * floor if floor else None,
            "floor_name": "no waiting",
            "ratio": self.ratio(key, bound),
            "peers": {mpi: 1e3 * seconds for mpi, seconds in peers.items()},
            "ratios": {mpi: self.ratio(key, (self.app.reference, mpi)) for mpi in rivals},
            "batches": len(found),
            "verified": variant.is_verified,
            "is_ours": variant.is_ours,
            "digest": found[0].digest,
        }

    def records(self, found: list[Variant], mpis: list[str]) -> list[Record]:
        bounds = [(each.name, each.on) for each in found if not each.is_verified]
        bound = next((each for each in bounds if each in self.measured), None)
        rows = [self.record(each, bound, mpis) for each in found]
        return [row for row in rows if row is not None]


def counts_of(options: argparse.Namespace) -> list[int]:
    """Powers of two up to the cores: where ranks share cores, an MPI may crawl."""
    powers = [2**i for i in range(cores().bit_length())]
    return options.images or ([2] if options.quick else [n for n in powers if n <= cores()])


def chosen(options: argparse.Namespace) -> list[App]:
    wanted = options.only.split(",") if options.only else names()
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        raise SystemExit(f"arauto bench: apps: {unknown[0]} is none of {', '.join(names())}")
    return [load(name) for name in wanted]


def measure_app(
    app: App, mpis: list[Mpi], options: argparse.Namespace, seconds: float | None
) -> list[Record]:
    """`seconds`: no round begins that would not end by then; None: all do."""
    found = compiled(app, variants(app, mpis))
    if not found or found[0].name != SERIAL:
        raise SystemExit(f"arauto bench: {app.name}: its serial program cannot be made")
    sizes = options.size or ["quick" if options.quick else "M"]
    settings = [
        Setting(app, case, size, ranks)
        for ranks in counts_of(options)
        for size in sizes
        for case in app.cases
    ]
    for number in Rounds(app.name, options.rounds, seconds):
        # To and fro, so that a machine that slows down favours none; the serial program leads.
        order = found if number % 2 == 0 else [found[0], *reversed(found[1:])]
        for setting in settings:
            for variant in order:
                try:
                    setting.run(variant)
                except Unequal as error:
                    raise SystemExit(f"arauto bench: {error}") from None
    mpi_names = [mpi.name for mpi in mpis]
    return [row for setting in settings for row in setting.records(found, mpi_names)]


def measure_apps(options: argparse.Namespace) -> list[Record]:
    mpis = mpis_here() if options.peers else []
    rows: list[Record] = []
    apps, start = chosen(options), time.monotonic()
    for number, app in enumerate(apps):
        share = None
        if options.seconds_total:  # what is left, in equal parts
            left = options.seconds_total - (time.monotonic() - start)
            share = max(0.0, left) / (len(apps) - number)
        rows += measure_app(app, mpis, options, share)
    return rows
