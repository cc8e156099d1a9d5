# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that check themselves print "ok" once: by the compiler's own coarrays, where `arauto fc`
does not translate by itself, and translated; on 1 to 4 images; on one node, and with each image or
each two images on a node of their own. Their standard input is INPUT.

In the gate (ARAUTO_TEST_TIER=gate) one program of each subject, in one of the two forms.

    situations.py [--translated] ARAUTO PROGRAM...
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from processes import WATCHDOG_S
from tier import IS_GATE, share_of

FORMS = {"own": [], "translated": ["--translate"]}
NODES = {"one node": {}, "an image a node": {"ARAUTO_NODE_RANKS": "1"},
         "two images a node": {"ARAUTO_NODE_RANKS": "2"}}  # fmt: skip
INPUT = "pears 3\nplums 40\nquinces 500\n"


def run(command: list[str], folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder,
                          env=os.environ | settings, timeout=WATCHDOG_S, input=INPUT)  # fmt: skip


def check(arauto: str, source: Path, form: str, folder: Path) -> list[str]:
    """Names what is wrong with a program in one form."""
    program = folder / f"{source.stem}_{form}"
    compiled = run([arauto, "fc", *FORMS[form], "-O2", str(source), "-o", str(program)], folder)
    if compiled.returncode != 0:
        return [f"{source.name}, {form}, cannot be compiled:\n{compiled.stderr}"]
    faults = []
    for where, settings in NODES.items():
        for images in (1, 2, 3, 4):
            done = run([arauto, "run", "-n", str(images), str(program)], folder, **settings)
            if done.returncode != 0 or done.stdout.split() != ["ok"]:
                faults.append(f"{source.name}, {form}, {images} images, {where}, ends with "
                              f"{done.returncode}:\n{done.stdout}{done.stderr}")  # fmt: skip
    return faults


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--translated", action="store_true", help="gfortran refuses these programs")
    parser.add_argument("arauto")
    parser.add_argument("sources", type=Path, nargs="+")
    words = parser.parse_args()
    forms = ["translated"] if words.translated else list(FORMS)
    sources = [source.resolve() for source in words.sources]
    if IS_GATE:
        subject = sources[0].stem
        sources = [sources[share_of(subject, len(sources))]]
        forms = [forms[share_of(sources[0].stem, len(forms))]]
    faults = []
    with tempfile.TemporaryDirectory() as made:
        for source in sources:
            for form in forms:
                faults += check(words.arauto, source, form, Path(made))
    print(*faults, f"{len(sources)} programs, {', '.join(forms)}: {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
