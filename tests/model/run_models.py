# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks a protocol model with SPIN: the model as it stands has no error, each planted bug has one.

run_models.py MODEL     exit status 77 when spin is not installed

In the gate (ARAUTO_TEST_TIER=gate) the search of the model ends when a table of bits is full, and
one planted bug stands for all: the whole search takes minutes for some models.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE

HERE = Path(__file__).resolve().parent
SKIPPED = 77
LIMIT_S = 1500
BITS = 20  # the logarithm of the size of the table


def errors_of(model: Path, defines: list[str]) -> int:
    """Number of errors that an exhaustive search finds; raises when it was not exhaustive."""
    with tempfile.TemporaryDirectory() as folder:
        flags = [f"-D{name}" for name in defines]
        subprocess.run(["spin", *flags, "-a", str(model)], cwd=folder, check=True, timeout=LIMIT_S)
        # A bug is found early: to optimise the search for it would take longer than the search.
        # More than -O1 takes longer than it saves with the largest model, too.
        is_bounded = IS_GATE and not defines
        compiler = ["gcc", "-O0" if defines or IS_GATE else "-O1", "-w"]
        compiler += ["-DSAFETY", "-DBITSTATE" if is_bounded else "-DCOLLAPSE", "-DVECTORSZ=2048"]
        subprocess.run([*compiler, "-o", "pan", "pan.c"], cwd=folder, check=True, timeout=LIMIT_S)
        search = subprocess.run(
            ["./pan", "-m100000", *([f"-w{BITS}"] if is_bounded else [])],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        if "max search depth too small" in search.stdout:
            raise RuntimeError("the search was not exhaustive")
        return int(re.search(r"errors: (\d+)", search.stdout).group(1))


def main() -> int:
    model = HERE / f"{sys.argv[1]}.pml"
    if shutil.which("spin") is None:
        print("skipped: spin is not installed (package spin)")
        return SKIPPED
    bugs = sorted(set(re.findall(r"#if(?:def|ndef) (BUG_\w+)", model.read_text())))
    if IS_GATE:
        del bugs[1:]
    faults = 0
    for defines in [[], *([bug] for bug in bugs)]:
        found = errors_of(model, defines)
        good = (found > 0) == bool(defines)
        faults += not good
        name = defines[0] if defines else "the protocol"
        print(f"{model.name}: {name}: {found} errors{'' if good else ' (WRONG)'}")
    return 1 if faults or not bugs else 0


if __name__ == "__main__":
    sys.exit(main())
