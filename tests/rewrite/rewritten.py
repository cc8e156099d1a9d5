# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Has `arauto fc` rewrite a source, and reads the result as the compiler does."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

MARKER = re.compile(r'#(?:line)? (\d+) "(.*)"')


@dataclass(frozen=True)
class Rewritten:
    """The lines that replace each line of the original. Empty when the source was left as it is."""

    pieces: dict[tuple[str, int], list[str]]
    text: str
    errors: str
    status: int

    def line(self, name: str, number: int) -> str:
        """All that replaces a line, without blanks and continuation signs."""
        return squeeze("\n".join(self.pieces[name, number]))


def squeeze(text: str) -> str:
    return re.sub(r"[\s&]", "", text)


def read_pieces(text: str, name: str) -> dict[tuple[str, int], list[str]]:
    pieces: dict[tuple[str, int], list[str]] = defaultdict(list)
    position = (name, 1)
    for line in text.split("\n"):
        marker = MARKER.match(line)
        if marker is not None:
            position = (marker.group(2), int(marker.group(1)))
            continue
        pieces[position].append(line)
        position = (position[0], position[1] + 1)
    return pieces


def rewrite(arauto: str, folder: Path, name: str, source: str, *options: str) -> Rewritten:
    """Writes the source into the folder and rewrites it there; compiles nothing."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(source.encode())
    kept = folder / "kept"
    result = kept / path.name
    result.unlink(missing_ok=True)
    command = [arauto, "fc", "--show", "--keep-rewritten", str(kept), *options, "-c", name]
    answer = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=240
    )
    text = result.read_bytes().decode() if result.exists() else ""
    return Rewritten(read_pieces(text, name), text, answer.stderr, answer.returncode)


def gfortran_accepts(arauto: str, folder: Path, name: str, *options: str) -> str:
    """The compiler's messages for the source after rewriting; empty when it takes it."""
    answer = subprocess.run(
        [arauto, "fc", *options, "-fsyntax-only", name],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    return answer.stderr if answer.returncode != 0 else ""
