# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures this machine: Arauto, the floor under it, and the peers that are installed, interleaved
in one run.

    arauto bench [pt2pt|p2p|grid|halo|halo_modes|apps|rma|epochs|translated|startup|memory|all|
                  net|server]
                 [--quick] [--json FILE] [--record [NAME]] [--plot FILE.png] [--pack DIR]

One run of a program is one batch. Batches of floor, Arauto and peers take turns, so that a change
of the machine's speed meets all of them. Minimum and median are reported.

The measurements are in bench_pt2pt (operations between two images), bench_kernels (the papers' two
kernels), bench_apps (mini-applications), bench_rma (MPI's one-sided calls), bench_epochs
(nonblocking epochs), bench_translated and bench_startup. bench_programs compiles and runs programs,
bench_records keeps the results, bench_about names the machine, bench_models fits, bench_figures
prints and draws, and pages writes the pages of docs/performance.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import bench_about
import bench_apps_counts
import bench_apps_sources
import bench_apps_tables
import bench_halo_modes
import bench_pack
import bench_plots
import bench_server
import halo_tables
import kernel_tables
import pages
from bench_apps import LIMIT_SECONDS, chosen, measure_apps
from bench_apps import names as app_names
from bench_epochs import NAMES as EPOCHS
from bench_epochs import measure_epochs
from bench_figures import table
from bench_halo import measure_halo
from bench_halo_modes import measure_halo_modes
from bench_kernels import floors, measure_grid, measure_p2p
from bench_models import report
from bench_net import measure_net
from bench_programs import cores, say
from bench_pt2pt import measure_pt2pt
from bench_records import FLOOR_OF, Record
from bench_rma import measure_rma
from bench_startup import measure_memory, measure_startup
from bench_translated import NAMES as TRANSLATED
from bench_translated import measure_translated, tables_of_eight

GROUPS = {
    "pt2pt": [measure_pt2pt],
    "p2p": [measure_p2p],
    "grid": [measure_grid],
    "halo": [measure_halo],
    "rma": [measure_rma],
    "epochs": [measure_epochs],
    "translated": [measure_translated],
    "startup": [measure_startup],
    "memory": [measure_memory],
}
GROUPS["all"] = [measure for group in GROUPS.values() for measure in group]
GROUPS[bench_server.NAME] = [bench_server.measure_server]
GROUPS["net"] = [measure_net]
GROUPS["apps"] = [measure_apps]
GROUPS["halo_modes"] = [measure_halo_modes]
NAMES = ["flag_handover", *FLOOR_OF, "p2p", "grid", "halo", "halo_modes", *EPOCHS, *TRANSLATED]
NAMES += ["startup", "memory_per_image", "net_notified", "net_put_event", "net_put"]
NAMES += ["net_put_fence_event", "net_put_apart", "net_put_fence", *app_names()]


COUNTS = "counts_of_apps"  # a record
LOOK_SECONDS = 0.5  # how long the load of the machine is measured
BUSY_CORES_MAX = 0.25


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def app_sizes(text: str) -> list[str]:
    sizes = text.split(",")
    if unknown := [size for size in sizes if size not in LIMIT_SECONDS]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(LIMIT_SECONDS)}")
    return sizes


def parse_options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="arauto bench", description="Measures Arauto, the floor and the peers."
    )
    parser.add_argument("group", nargs="?", choices=sorted(GROUPS), default="pt2pt")
    parser.add_argument(
        "--quick", action="store_true", help="fewer batches and sizes; less than 60 s each"
    )
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="write all figures there, those of server as a record with its machine",
    )
    parser.add_argument(
        "--record",
        nargs="?",
        const="",
        metavar="NAME",
        help="renew this record of docs/performance (default: that of the group)",
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE.png", help="draw the figures (needs matplotlib)"
    )
    parser.add_argument(
        "--images",
        type=numbers,
        metavar="N,N",
        help="numbers of images, or processes, for pt2pt, p2p, grid and rma (default: up to the "
        "cores, and more)",
    )
    parser.add_argument(
        "--hosts", metavar="A,B", help="where net measures (default: pretended nodes, here)"
    )
    parser.add_argument(
        "--sizes", type=numbers, metavar="N,N", help="points along one side for p2p and grid"
    )
    parser.add_argument(
        "--only", metavar="NAME,NAME", help="these of the apps, or of server's suites"
    )
    parser.add_argument(
        "--size",
        type=app_sizes,
        metavar="SIZE,SIZE",
        help="of the apps: tiny, quick, M or L (default M, quick: quick)",
    )
    parser.add_argument(
        "--characters", action="store_true", help="how long the apps' sources are, and end"
    )
    parser.add_argument(
        "--counts", action="store_true", help="count what the apps do instead of timing it"
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="batches of each program (default 7, quick 3)"
    )
    parser.add_argument(
        "--no-peers", dest="peers", action="store_false", help="only Arauto and the floor"
    )
    parser.add_argument(
        "--seconds-total", type=float, metavar="N", help="no round of the apps begins after these"
    )
    parser.add_argument(
        "--pack",
        type=Path,
        metavar="DIR",
        help="collect programs, libraries and MPIs there, and end",
    )
    parser.add_argument(
        "--packed", type=Path, metavar="DIR", help="measure with what --pack has collected there"
    )
    parser.add_argument(
        "--figures", type=Path, metavar="FILE", help="use what --json has written, measure nothing"
    )
    parser.add_argument("--list", action="store_true", help="name the cases and end")
    options = parser.parse_args(words)
    if options.counts and options.group != "apps":
        parser.error(f"--counts is for the apps, not for {options.group}")
    for option in ("pack", "packed"):
        if getattr(options, option) and options.group not in bench_pack.GROUPS:
            parser.error(f"--{option} is for {', '.join(bench_pack.GROUPS)}, not {options.group}")
    is_short = options.quick or options.group == bench_server.NAME
    options.rounds = options.rounds or (3 if is_short else 7)
    if options.record == "":
        options.record = options.group
    if options.record and not pages.RECORDS.is_dir():
        parser.error("--record renews docs/performance/records of the source tree; it is not here")
    return options


def busy_ticks(statistics: str) -> int:
    """The time that all cores have worked so far, by the first line of /proc/stat."""
    user, nice, system, _idle, _waiting, *interrupts = map(int, statistics.split()[1:8])
    return user + nice + system + sum(interrupts)


def name_distances() -> None:
    """A hand-over depends on what the two cores share."""
    if near := bench_about.own_distances():
        say(f"{cores()} cores, {near}")


def warn_of_load() -> None:
    """While other programs run, ratios are chance; their reader must know."""
    source = Path("/proc/stat")
    if not source.exists():
        return
    before = busy_ticks(source.read_text())
    time.sleep(LOOK_SECONDS)
    ticks = busy_ticks(source.read_text()) - before
    busy = ticks / os.sysconf("SC_CLK_TCK") / LOOK_SECONDS
    if busy > BUSY_CORES_MAX:
        say(f"other programs keep {busy:.1f} cores busy: the figures are worth little")


def records_of(
    options: argparse.Namespace, rows: list[Record]
) -> Iterator[tuple[str, list[Record], dict[str, object] | None]]:
    """Name, rows and new tables of each record; an application has a record of its own, and so
    has a kernel; the halo exchange has several."""
    if options.group in kernel_tables.TITLES:
        own = [row for row in rows if row["name"] == options.group]
        yield f"kernel_{options.group}", own, kernel_tables.tables_of(own)
        return
    if options.group == "halo":
        yield from halo_tables.tables_of(rows)
        return
    if options.group == "translated":
        yield "eight_puts", *tables_of_eight(rows)
    if options.group == bench_halo_modes.NAME:
        yield options.record, rows, bench_halo_modes.tables_of(rows)
        return
    if options.group == bench_server.NAME:
        yield options.record, rows, bench_server.tables_of(rows)
        return
    if options.group != "apps":
        yield options.record, rows, None
        return
    if options.counts:
        yield COUNTS, rows, bench_apps_counts.tables_of(rows)
        return
    for name in dict.fromkeys(str(row["name"]) for row in rows):
        own = [row for row in rows if row["name"] == name]
        yield f"{pages.APP}{name}", own, bench_apps_tables.tables_of(own)


def print_figures(options: argparse.Namespace, rows: list[Record]) -> None:
    """A table, and the models that fit it."""
    shown = [row for row in rows if not str(row["name"]).startswith("net_")]
    if options.counts:
        print(bench_apps_counts.table(shown))
    elif options.group == "apps":
        print(bench_apps_tables.table(shown))
    elif shown:
        print(table(shown))
    if models := report(shown):
        print("\n" + models)


def read_figures(file: Path) -> tuple[dict[str, str], list[Record]]:
    """The file that --json has written: on a machine with a pack it says what that machine was."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return (found["about"], found["rows"]) if isinstance(found, dict) else ({}, found)


def write(options: argparse.Namespace, rows: list[Record], about: dict[str, str]) -> None:
    """The figures, and their records."""
    if options.json and options.group == bench_server.NAME:
        options.json.write_text(pages.record_of(about, rows, bench_server.tables_of(rows)))
    elif options.json:
        found = {"about": about, "rows": rows} if options.packed else rows
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    if options.record:
        for name, recorded, tables in records_of(options, rows):
            say(f"written: {pages.renew(name, about, recorded, tables)}")
        say("now run `make performance`")


def draw(options: argparse.Namespace, rows: list[Record], caption: str) -> None:
    if not options.plot or not rows:
        return
    try:
        for picture in bench_plots.plot(rows, options.plot, caption):
            say(f"drawn: {picture}")
    except ImportError:
        say("no plot: matplotlib is not installed")


def main(words: list[str]) -> int:
    options = parse_options(words)
    if options.list:
        print("\n".join(NAMES))
        return 0
    if options.characters:
        print("\n\n".join(bench_apps_sources.table(app) for app in chosen(options)))
        return 0
    if options.pack:
        bench_pack.pack(options)
        return 0
    if options.figures:
        about, rows = read_figures(options.figures)
        print_figures(options, rows)
        write(options, rows, about)
        draw(options, rows, ", ".join(about.values()))
        return 0
    if options.packed:
        bench_pack.unpack(options.packed)
    if not options.counts:
        name_distances()
        warn_of_load()
    load = bench_about.load()
    is_described = bool(options.record or options.packed or options.group == bench_server.NAME)
    floor = floors() if is_described else ""
    measures = [bench_apps_counts.measure_counts] if options.counts else GROUPS[options.group]
    rows = [row for measure in measures for row in measure(options)]
    print_figures(options, rows)
    about = bench_about.about(words, options, load) if is_described else {}
    write(options, rows, about | ({"floors": floor} if floor else {}))
    draw(options, rows, bench_about.caption(options, load) if options.plot else "")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
