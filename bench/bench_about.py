# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Describes the machine and the settings of a run, for its record."""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Collection
from datetime import date
from itertools import combinations
from pathlib import Path

from bench_mpis import mpis_here
from bench_programs import PACKING, command, cores

DEVICES = Path("/sys/devices/system/cpu")
SHARED = {  # what two cores have in common, and the file of one that then lists the other
    "a core": "topology/thread_siblings_list",
    "an L3 cache": "cache/index3/shared_cpu_list",
}
COMPILERS = ("gcc", "gfortran", "flang-22")


def version_of(command: str) -> str:
    """The first number that looks like a version in what `--version` prints."""
    words = [command, "--version"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    found = re.search(r"\b\d+\.\d+(?:\.\d+)*", done.stdout)
    return found[0] if found else "of an unknown version"


def cores_in(text: str) -> frozenset[int]:
    """The numbers in one of the kernel's lists, such as "0-3,8"."""
    ranges = [part.partition("-") for part in text.strip().split(",") if part]
    return frozenset(
        core for first, _, last in ranges for core in range(int(first), int(last or first) + 1)
    )


def distances(cores: Collection[int], devices: Path = DEVICES) -> Counter[str]:
    """How many pairs of cores have what in common, as far as the system says it: a hand-over
    between two threads of one core takes a part of that between two L3 caches."""

    def beside(core: int, file: str) -> frozenset[int]:
        path = devices / f"cpu{core}" / file
        return cores_in(path.read_text()) if path.exists() else frozenset()

    found: Counter[str] = Counter()
    for one, other in combinations(sorted(cores), 2):
        for shared, file in SHARED.items():
            if other in beside(one, file):
                found[shared] += 1
                break
        else:
            found["no L3 cache"] += 1
    return found


def distances_in_words(found: Counter[str]) -> str:
    """Images are not bound to cores, so a pair of images may have any of these distances."""
    if len(found) == 1:
        return f"any two share {next(iter(found))}"
    parts = [f"{count} share {shared}" for shared, count in found.most_common()]
    return f"of {found.total()} pairs {', '.join(parts)}; `taskset` chooses" if parts else ""


def own_distances() -> str:
    """Those of the cores that this run may use."""
    return distances_in_words(distances(os.sched_getaffinity(0)))


def machine() -> str:
    cpus, memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    name = re.search(r"model name\s*: (.*)", cpus.read_text() if cpus.exists() else "")
    kib = re.search(r"MemTotal: *(\d+)", memory.read_text() if memory.exists() else "")
    parts = [name[1].strip() if name else platform.machine(), f"{cores()} cores"]
    return ", ".join(parts + ([f"{int(kib[1]) / 2**20:.0f} GiB"] if kib else []))


def compilers() -> str:
    """Those of this machine, or those that made the programs of a pack."""
    if PACKING.used is not None:
        return f"{PACKING.used.compilers}, on another machine"
    return ", ".join(f"{name} {version_of(name)}" for name in COMPILERS if shutil.which(name))


def caches(devices: Path = DEVICES) -> str:
    """Those of the first core, without its instructions'."""
    found = []
    for folder in sorted((devices / "cpu0" / "cache").glob("index*")):
        level, kind, size = (
            (folder / name).read_text().strip() for name in ("level", "type", "size")
        )
        if kind != "Instruction":
            found.append(f"L{level} {size.removesuffix('K')} KiB")
    return ", ".join(found) or "unknown"


def about(words: list[str], options: argparse.Namespace, before: float) -> dict[str, str]:
    """`before`: the load then."""
    mpis = [f"{mpi.name} {version_of(mpi.launcher[0])}" for mpi in mpis_here()]
    return {
        "machine": machine(),
        "cores": f"{own_distances() or 'one alone'}; no rank is bound to one",
        "caches": caches(),
        "system": f"{platform.system()} {platform.release()}",
        "compilers": compilers(),
        "MPIs": ", ".join(mpis) or "none",
        "date": date.today().isoformat(),
        "load": f"{before:.1f} before the run, {load():.1f} after it",
        "command": f"`arauto bench {' '.join(words)}`",
        "figures": f"medians of {options.rounds} interleaved batches; *best* is the best batch",
    }


def caption(options: argparse.Namespace, load: float) -> str:
    """For a picture; `load` is that before the run."""
    words = [command(), "--version"]
    version = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60).stdout
    return (
        f"{machine()}; {version.strip()}; load {load:.1f} before the run; {date.today()}; "
        f"medians of {options.rounds} batches, whiskers to the best batch"
    )


def load() -> float:
    return os.getloadavg()[0]
