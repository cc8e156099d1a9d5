# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures this machine: Arauto, the floor under it, and the peers that are installed, interleaved
in one run.

    arauto bench [pt2pt|startup|memory|all] [--quick] [--json FILE] [--plot FILE.png] [--no-peers]

Every program prints lines "name bytes value" (or its own, see `startup` and `memory`); one run of
it is one batch. Batches of
floor, Arauto and peers take turns, so that a change of the machine's speed meets all of them.
Minimum and median are reported.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
RATES = {"put", "get"}  # measured in GB/s, more is better
FLOOR_OF = {
    "put_event": "flag_handover",
    "event_post_wait": "flag_handover",
    "sync_images": "flag_handover",
    "sync_all": "flag_handover",
    "co_sum": "flag_handover",
    "allocate": "flag_handover",
    "atomic_add": "xadd",
    "lock": "lock_pair",
    "strided_put": "strided_loop",
    "vector_put": "vector_loop",
    "put": "memcpy",
    "get": "memcpy",
}
FLOOR_TEXT = {
    "flag_handover": "c",
    "xadd": "locked add",
    "lock_pair": "two locked ops",
    "strided_loop": "local loop",
    "vector_loop": "local loop",
    "memcpy": "memcpy",
    "futex_barrier": "futex barrier",
    "serial": "serial program",
}

Key = tuple[str, int]  # name, bytes


def command() -> str:
    """The arauto command to measure with."""
    given = os.environ.get("ARAUTO")
    if given:
        return given
    return shutil.which("arauto") or str(HERE.parent / "build" / "bin" / "arauto")


def cache() -> Path:
    folder = os.environ.get("ARAUTO_BENCH_DIR")
    path = Path(folder) if folder else Path(command()).resolve().parent.parent / "bench"
    path.mkdir(parents=True, exist_ok=True)
    return path


def run(words: list[str], timeout: float, environment: dict[str, str] | None = None) -> str:
    """Output of a program; raises RuntimeError with the reason when it fails. Its whole process
    group ends with it."""
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        start_new_session=True,
        env=os.environ | (environment or {}),
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise RuntimeError(f"no answer within {timeout:.0f} s") from None
    except BaseException:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()
        raise
    if process.returncode != 0:
        last = output.strip().splitlines()[-1:] or ["no output"]
        raise RuntimeError(f"exit status {process.returncode}: {last[0][:120]}")
    return output


def build(sources: list[Path], compiler: list[str], libraries: list[str]) -> Path:
    """Compiles once per content of source and command."""
    digest = hashlib.sha256(" ".join(compiler + libraries).encode())
    for source in sources:
        digest.update(source.read_bytes())
    program = cache() / f"{sources[0].stem}-{digest.hexdigest()[:12]}"
    if not program.exists():
        words = [*compiler, *map(str, sources), "-o", str(program), *libraries]
        run(words, 120)
    return program


@dataclass
class Peer:
    """A way to compile one of the programs and to run it on n images."""

    name: str
    compiler: list[str]
    launcher: list[str]
    source: Path
    libraries: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    absent: str = ""  # the reason, when it cannot be measured
    program: Path | None = None

    def prepare(self) -> None:
        for tool in (self.compiler[0], self.launcher[0]):
            if shutil.which(tool) is None:
                self.absent = f"{tool} is not installed"
                return
        try:
            self.program = build([self.source], self.compiler, self.libraries)
        except RuntimeError as error:
            self.absent = f"it does not compile: {error}"

    def batch(self, images: int, arguments: list[str], timeout: float) -> dict[Key, float]:
        words = [*self.launcher, str(images), str(self.program), *arguments]
        return parse(run(words, timeout, self.environment))


def parse(output: str) -> dict[Key, float]:
    """Lines "name bytes value"; others, such as warnings of a launcher, are passed over."""
    values: dict[Key, float] = {}
    for line in output.splitlines():
        words = line.split()
        if len(words) == 3 and words[0].replace("_", "").isalpha():
            try:
                values[(words[0], int(words[1]))] = float(words[2])
            except ValueError:
                continue
    return values


def known_peers(with_peers: bool) -> list[Peer]:
    fortran = HERE / "pt2pt" / "caf_bench.f90"
    mpi = HERE / "pt2pt" / "mpi_bench.c"
    arauto = command()
    peers = [Peer("arauto", [arauto, "fc", "-O2"], [arauto, "run", "-n"], fortran)]
    if not with_peers:
        return peers
    openmpi = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    quiet = ["--oversubscribe", "--mca", "btl_base_warn_component_unused", "0"]
    run_openmpi = ["mpirun.openmpi", *quiet, "-n"]
    run_mpich = ["mpirun.mpich", "-n"]
    caf = ["-O2", "-fcoarray=lib"]
    return [
        *peers,
        Peer("openmpi", ["mpicc.openmpi", "-O2"], run_openmpi, mpi, [], openmpi),
        Peer("mpich", ["mpicc.mpich", "-O2"], run_mpich, mpi),
        Peer(
            "opencoarrays-openmpi",
            ["mpif90.openmpi", *caf],
            run_openmpi,
            fortran,
            ["-lcaf_openmpi"],
            openmpi,
        ),
        Peer("opencoarrays-mpich", ["mpif90.mpich", *caf], run_mpich, fortran, ["-lcaf_mpich"]),
    ]


@dataclass
class Series:
    """All batches of one program at one number of images."""

    values: dict[Key, list[float]] = field(default_factory=dict)

    def add(self, batch: dict[Key, float]) -> None:
        for key, value in batch.items():
            self.values.setdefault(key, []).append(value)

    def median(self, key: Key) -> float | None:
        return statistics.median(self.values[key]) if key in self.values else None

    def best(self, key: Key) -> float | None:
        if key not in self.values:
            return None
        return max(self.values[key]) if key[0] in RATES else min(self.values[key])


def floor_key(key: Key, images: int) -> Key:
    name, size = key
    if images > 2:
        return ("futex_barrier", images)
    floor = FLOOR_OF[name]
    if floor == "memcpy":
        return (floor, size)
    return (floor, {"flag_handover": 8, "xadd": 4, "lock_pair": 8}.get(floor, 4096))


def ratio(name: str, ours: float, floor: float | None) -> float | None:
    """How many floors it takes; for rates the part of the floor that is reached."""
    if not floor or not ours:
        return None
    return ours / floor


def records(images: int, floor: Series, measured: dict[str, Series]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    ours = measured["arauto"]
    for key in ours.values:
        below = floor_key(key, images)
        rows.append(
            {
                "name": key[0],
                "bytes": key[1],
                "images": images,
                "unit": "GB/s" if key[0] in RATES else "ns",
                "ours": ours.median(key),
                "floor": floor.median(below),
                "peers": {
                    name: series.median(key)
                    for name, series in measured.items()
                    if name != "arauto" and key in series.values
                },
                "ours_best": ours.best(key),
                "floor_best": floor.best(below)
                if below[0] != "memcpy"
                else max(floor.values.get(below, [0.0])),
                "floor_name": FLOOR_TEXT[below[0]],
                "ratio": ratio(key[0], ours.median(key) or 0.0, floor.median(below)),
                "batches": len(ours.values[key]),
            }
        )
    if images == 2:
        rows.append(flag_record(floor))
    return rows


def flag_record(floor: Series) -> dict[str, object]:
    key = ("flag_handover", 8)
    value = floor.median(key)
    return {
        "name": "flag_handover", "bytes": 8, "images": 2, "unit": "ns", "ours": value, "floor":
        value,
        "peers": {}, "ours_best": floor.best(key), "floor_best": floor.best(key), "floor_name": "c",
        "ratio": 1.0, "batches": len(floor.values.get(key, [])),
    }  # fmt: skip


def measure_pt2pt(options: argparse.Namespace) -> list[dict[str, object]]:
    peers = known_peers(options.peers)
    for peer in peers:
        peer.prepare()
        if peer.absent:
            say(f"{peer.name}: absent, {peer.absent}")
    if peers[0].absent:
        raise SystemExit(f"arauto bench: its own program cannot be made: {peers[0].absent}")
    floor_program = build([HERE / "pt2pt" / "floor.cpp"], ["g++", "-O2", "-std=c++20"], [])
    seconds = "0.01" if options.quick else "0.05"
    largest = str((2 if options.quick else 16) << 20)
    rows: list[dict[str, object]] = []
    for images in options.images:
        floor, measured = Series(), {peer.name: Series() for peer in peers if not peer.absent}
        deadline = time.monotonic() + (22 if options.quick else 600) / len(options.images)
        for round_number in range(options.rounds):
            if round_number > 0 and time.monotonic() > deadline:
                say(f"{images} images: time is up after {round_number} rounds")
                break
            floor.add(parse(run([str(floor_program), seconds, str(images), largest], 60)))
            for peer in peers:
                if peer.absent:
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


def measure_startup(options: argparse.Namespace) -> list[dict[str, object]]:
    """From before the command is started to the first statement of its last image, in
    milliseconds."""
    ours = build([HERE / "startup" / "first_statement.f90"], [command(), "fc", "-O2"], [])
    serial = build(
        [HERE / "startup" / "first_statement.f90"], ["gfortran", "-O2", "-fcoarray=single"], []
    )

    def once(words: list[str]) -> float:
        begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        output = run(words, 60)
        started = [
            int(line.split()[1])
            for line in output.splitlines()
            if line.strip().startswith("started")
        ]
        return (max(started) - begin) / 1e6

    rows: list[dict[str, object]] = []
    for images in (2, 256) if not options.quick else (2, 64):
        rounds = options.rounds * (4 if images == 2 else 1)
        mine, floor = [], []
        for _ in range(rounds):
            floor.append(once([str(serial)]))
            mine.append(once([command(), "run", "-n", str(images), str(ours)]))
        rows.append(simple_record("startup", images, "ms", mine, floor))
    return rows


def measure_memory(options: argparse.Namespace) -> list[dict[str, object]]:
    """Memory of an idle image that no other process shares, in MiB."""
    ours = build([HERE / "startup" / "first_statement.f90"], [command(), "fc", "-O2"], [])
    serial = build(
        [HERE / "startup" / "first_statement.f90"], ["gfortran", "-O2", "-fcoarray=single"], []
    )

    def own(words: list[str]) -> float:
        lines = [
            line.split()
            for line in run(words, 60).splitlines()
            if line.strip().startswith("memory")
        ]
        return statistics.median(int(words[1]) for words in lines) / 1024

    rows: list[dict[str, object]] = []
    for images in (2, 8, 64):
        mine = [
            own([command(), "run", "-n", str(images), str(ours), "wait"])
            for _ in range(options.rounds)
        ]
        floor = [own([str(serial), "wait"]) for _ in range(options.rounds)]
        rows.append(simple_record("memory_per_image", images, "MiB", mine, floor))
    return rows


def simple_record(
    name: str, images: int, unit: str, ours: list[float], floor: list[float]
) -> dict[str, object]:
    middle, below = statistics.median(ours), statistics.median(floor)
    return {
        "name": name, "bytes": 0, "images": images, "unit": unit,
        "ours": middle, "floor": below, "peers": {},
        "ours_best": min(ours), "floor_best": min(floor), "floor_name": FLOOR_TEXT["serial"],
        "ratio": ratio(name, middle, below), "batches": len(ours),
    }  # fmt: skip


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def number(value: object) -> str:
    if not isinstance(value, (int, float)):
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def table(rows: list[dict[str, object]]) -> str:
    """Columns: what, bytes, images, unit, ours (median, best), the floor, their ratio, and one for
    each peer."""
    peers = sorted({name for row in rows for name in row["peers"]})
    head = ["case", "bytes", "images", "unit", "ours", "best", "floor", "ratio", "of", *peers]
    lines = [head]
    for row in rows:
        lines.append(
            [
                str(row["name"]),
                str(row["bytes"]),
                str(row["images"]),
                str(row["unit"]),
                number(row["ours"]),
                number(row["ours_best"]),
                number(row["floor"]),
                number(row["ratio"]),
                str(row["floor_name"]),
                *(number(row["peers"].get(name)) for name in peers),
            ]  # fmt: skip
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    out = []
    for line in lines:
        cells = [
            cell.ljust(w) if i in (0, 3, 8) else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(line, widths))
        ]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def plot(rows: list[dict[str, object]], picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 6), layout="constrained")
    draw_rates(left, [row for row in rows if row["name"] in RATES])
    draw_latencies(right, [r for r in rows if r["unit"] == "ns" and r["images"] == 2])
    figure.suptitle("One-sided operations between two images of one machine (median of batches)")
    figure.savefig(picture, dpi=140)


def draw_rates(axes: object, rows: list[dict[str, object]]) -> None:
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if row["name"] == "put":
            values = {"arauto": row["ours"], "memcpy (floor)": row["floor"], **row["peers"]}
            for name, value in values.items():
                if value:
                    lines.setdefault(name, []).append((float(row["bytes"]), float(value)))
    for name, points in lines.items():
        style = {"color": "black", "linestyle": "--"} if "floor" in name else {"marker": "o"}
        axes.loglog(*zip(*points), label=name, **style)
    axes.set_xlabel("size of one put (bytes)")
    axes.set_ylabel("rate (GB/s)")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    axes.set_title("put")


def draw_latencies(axes: object, rows: list[dict[str, object]]) -> None:
    names = [str(row["name"]) for row in rows]
    places = range(len(names))
    axes.scatter(places, [r["ours"] for r in rows], marker="o", s=60, label="arauto", zorder=3)
    axes.scatter(
        places, [r["floor"] for r in rows], marker="_", s=200, color="black", label="floor"
    )
    for peer in sorted({name for row in rows for name in row["peers"]}):
        points = [(i, r["peers"][peer]) for i, r in zip(places, rows) if r["peers"].get(peer)]
        axes.scatter(*zip(*points), marker="x", label=peer)
    axes.set_yscale("log")
    axes.set_xticks(list(places), names, rotation=40, ha="right")
    axes.set_ylabel("time (ns)")
    axes.grid(True, axis="y", alpha=0.3)
    axes.legend()
    axes.set_title("latency of one operation")


GROUPS = {"pt2pt": [measure_pt2pt], "startup": [measure_startup], "memory": [measure_memory]}
GROUPS["all"] = [measure_pt2pt, measure_startup, measure_memory]


def parse_options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="arauto bench", description="Measures Arauto, the floor and the peers."
    )
    parser.add_argument("group", nargs="?", choices=sorted(GROUPS), default="pt2pt")
    parser.add_argument(
        "--quick", action="store_true", help="fewer batches and sizes; pt2pt takes under 40 s"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE.png", help="draw the figures of pt2pt (needs matplotlib)"
    )
    parser.add_argument(
        "--images",
        type=lambda text: [int(word) for word in text.split(",")],
        metavar="N,N",
        help="numbers of images for pt2pt (default 2, and up to 4 times the cores)",
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="batches of each program (default 7, quick 3)"
    )
    parser.add_argument(
        "--no-peers", dest="peers", action="store_false", help="only Arauto and the floor"
    )
    parser.add_argument("--list", action="store_true", help="name the cases and end")
    options = parser.parse_args(words)
    cores = len(os.sched_getaffinity(0))
    options.images = options.images or (
        [2, 4 * cores] if options.quick else sorted({2, 2 * cores, 4 * cores})
    )
    options.rounds = options.rounds or (3 if options.quick else 7)
    return options


def main(words: list[str]) -> int:
    options = parse_options(words)
    if options.list:
        print("\n".join(["flag_handover", *FLOOR_OF, "startup", "memory_per_image"]))
        return 0
    rows = [row for measure in GROUPS[options.group] for row in measure(options)]
    print(table(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    if options.plot:
        try:
            plot(rows, options.plot)
        except ImportError:
            say("no plot: matplotlib is not installed")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
