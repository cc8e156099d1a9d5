# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The gfortrans of this machine whose coarray calls are those of GCC 15 or 16, and the coarray
library that GCC 16 brings."""

from __future__ import annotations

import shutil
import subprocess

FIRST_WITH_ACCESSORS = 15
FIRST_WITH_LIBRARY = 16
NAMES = ("gfortran", "gfortran-15", "gfortran-16", "gfortran-17")
# GCC's library has no launcher: a program starts its images itself.
RUN_SHMEM = ["sh", "-c", 'GFORTRAN_NUM_IMAGES=$0 exec "$@"']
SHMEM = "libcaf_shmem"


def answer(compiler: str, option: str) -> str:
    words = [compiler, option]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    return done.stdout.strip()


def major_version(compiler: str) -> int:
    """0 where it is not installed or says nothing."""
    if shutil.which(compiler) is None:
        return 0
    number = answer(compiler, "-dumpversion").split(".")[0]
    return int(number) if number.isdigit() else 0


def newer_gfortrans() -> dict[int, str]:
    """By major version, from 15 on."""
    found = {major_version(name): name for name in reversed(NAMES)}
    return {version: found[version] for version in sorted(found) if version >= FIRST_WITH_ACCESSORS}


def shmem_compiler() -> str:
    """The newest gfortran that has the library. Where none has it, the name of the first version
    that may have it, for the message that says which compiler is missing."""
    having = [
        name
        for version, name in newer_gfortrans().items()
        if version >= FIRST_WITH_LIBRARY
        and "/" in answer(name, f"-print-file-name={SHMEM}.a")  # else the bare name comes back
    ]
    return having[-1] if having else f"gfortran-{FIRST_WITH_LIBRARY}"
