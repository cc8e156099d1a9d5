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
from datetime import date
from pathlib import Path

from bench_mpis import mpis_here
from bench_programs import command, cores

COMPILERS = ("gcc", "gfortran", "flang-22")


def version_of(command: str) -> str:
    """The first number that looks like a version in what `--version` prints."""
    words = [command, "--version"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    found = re.search(r"\b\d+\.\d+(?:\.\d+)*", done.stdout)
    return found[0] if found else "of an unknown version"


def machine() -> str:
    cpus, memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    name = re.search(r"model name\s*: (.*)", cpus.read_text() if cpus.exists() else "")
    kib = re.search(r"MemTotal: *(\d+)", memory.read_text() if memory.exists() else "")
    parts = [name[1].strip() if name else platform.machine(), f"{cores()} cores"]
    return ", ".join(parts + ([f"{int(kib[1]) / 2**20:.0f} GiB"] if kib else []))


def about(words: list[str], options: argparse.Namespace, load: float) -> dict[str, str]:
    """`load` is that before the run."""
    compilers = [f"{name} {version_of(name)}" for name in COMPILERS if shutil.which(name)]
    mpis = [f"{mpi.name} {version_of(mpi.launcher[0])}" for mpi in mpis_here()]
    return {
        "machine": machine(),
        "system": f"{platform.system()} {platform.release()}",
        "compilers": ", ".join(compilers),
        "MPIs": ", ".join(mpis) or "none",
        "date": date.today().isoformat(),
        "load": f"{load:.1f} before the run",
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
