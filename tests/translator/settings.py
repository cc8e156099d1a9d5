# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A translated program prints the same under every setting of transfers and of coarray memory.

settings.py ARAUTO COMPILER PROGRAM...
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SETTINGS: list[dict[str, str]] = [
    {"ARAUTO_PUT": "blocking"},
    {"ARAUTO_DIRECT": "off"},
    {"ARAUTO_DIRECT": "off", "ARAUTO_PUT": "blocking"},
    {"ARAUTO_PIECES": "direct"},
    {"ARAUTO_PIECES": "buffered"},
    {"ARAUTO_PIECES": "buffered", "ARAUTO_PUT_BUFFER": "64", "ARAUTO_DIRECT": "off"},
    {"ARAUTO_PIECES": "buffered", "ARAUTO_PUT_BUFFER": "104", "ARAUTO_FOREIGN": "ring"},
    {"ARAUTO_PUT_BUFFER": "200"},
    {"ARAUTO_COUNTERS": "counted.txt"},
    {"ARAUTO_ALLOCATION": "runtime"},
    {"ARAUTO_ALLOCATION": "shared", "ARAUTO_COARRAY_POOL": "16M"},
    {"ARAUTO_ALLOCATION": "shared", "ARAUTO_COARRAY_POOL": "4K"},
]


def run(arauto: str, program: Path, images: int, extra: dict[str, str]) -> list[str]:
    done = subprocess.run(
        [arauto, "run", "-n", str(images), str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        cwd=program.parent,
        env=os.environ | extra,
    )
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines(), f"status {done.returncode}"]
    return sorted(lines)


def main() -> int:
    arauto, compiler = sys.argv[1:3]
    faults = 0
    for name in sys.argv[3:]:
        source = Path(name).resolve()
        with tempfile.TemporaryDirectory() as made:
            program = Path(made) / "program"
            command = [arauto, "fc", "--translate", "--compiler", compiler, "-O2", str(source)]
            subprocess.run([*command, "-o", str(program)], check=True, cwd=made)
            for images in (1, 2, 4):
                wanted = run(arauto, program, images, {})
                for extra in SETTINGS:
                    got = run(arauto, program, images, extra)
                    if got != wanted or "status 0" not in got:
                        faults += 1
                        print(f"{source.name}, {images} images, {extra}:", *got, sep="\n")
    print(f"{len(sys.argv) - 3} programs, {len(SETTINGS)} settings, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
