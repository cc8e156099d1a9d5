# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The MPIs of this machine: those of the distribution by their names, `mpicc` of the path where
there are none, and the wrappers that ARAUTO_MPI_COMPILERS names, separated by semicolons (which
the build knows under the same name)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench_programs import OPENMPI_ENVIRONMENT, PACKING, RUN_OPENMPI, libraries, say

PROBE = """#include <mpi.h>
#if defined(OPEN_MPI)
arauto_found openmpi OMPI_MAJOR_VERSION
#elif defined(MPICH_NAME)
arauto_found mpich MPICH_VERSION
#elif defined(MPI_ABI_VERSION)
arauto_found abi MPI_ABI_VERSION
#endif
"""


@dataclass(frozen=True)
class Mpi:
    """One that programs can be compiled for and started with."""

    name: str  # openmpi or mpich of the distribution; else with its version, as mpich5
    abi: str  # openmpi, mpich, or abi: the standard one
    compiler: str
    launcher: list[str]
    environment: dict[str, str]

    def library(self) -> Path:
        """The library to preload; it lies beside the command's own libraries."""
        return libraries() / f"libarauto_mpi_{self.abi}.so"


def identify(compiler: str) -> tuple[str, str] | None:
    """ABI and major version, by the wrapper's own header."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(PROBE)
        words = [compiler, "-E", "-P", str(source)]
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    found = re.search(r'arauto_found (\w+) "?(\d+)', done.stdout)
    return (found[1], found[2]) if found else None


def launcher_of(compiler: str, abi: str) -> list[str]:
    """The wrapper's sibling: mpicc.mpich has mpirun.mpich."""
    path = Path(compiler)
    sibling = path.name.replace("mpicc", "mpirun").removesuffix("_abi")
    words = [str(path.with_name(sibling)) if path.parent != Path() else sibling]
    return [*words, *RUN_OPENMPI[1:-1]] if abi == "openmpi" else words


def mpi_of(compiler: str, name: str = "") -> Mpi | None:
    if shutil.which(compiler) is None:
        return None
    kind = identify(compiler)
    if kind is None:
        say(f"{compiler} compiles for no MPI that is known here: left out")
        return None
    abi, major = kind
    launcher = [*launcher_of(compiler, abi), "-n"]
    environment = OPENMPI_ENVIRONMENT if abi == "openmpi" else {}
    return Mpi(name or (abi if abi == "abi" else abi + major), abi, compiler, launcher, environment)


def mpis_here() -> list[Mpi]:
    """Without doubles; the quick ones first, for what time is left goes to the last. Those of a
    pack, where one is used."""
    if PACKING.used is not None:
        return [*PACKING.used.mpis]
    named = [mpi_of(f"mpicc.{name}", name) for name in ("openmpi", "mpich")]
    further = os.environ.get("ARAUTO_MPI_COMPILERS", "").split(";")
    if not any(named):
        further.append("mpicc")
    found = [*named, *(mpi_of(compiler) for compiler in further if compiler)]
    by_name = {mpi.name: mpi for mpi in reversed(found) if mpi is not None}
    return sorted(by_name.values(), key=lambda mpi: (mpi.abi != "openmpi", mpi.name))
