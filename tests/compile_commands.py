# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a build folder's compile_commands.json says."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

NAME = "compile_commands.json"


def commands_of(build: Path) -> Iterator[tuple[Path, list[str]]]:
    """Each source with its command: the compiler first, without ccache and without the headers that
    have been precompiled, which would hide that a file misses an include."""
    for entry in json.loads((build / NAME).read_text()):
        words = shlex.split(entry["command"])
        if words[0].endswith("ccache"):
            del words[0]
        precompiled = [
            at
            for at, word in enumerate(words)
            if word == "-include" and Path(words[at + 1]).name.startswith("cmake_pch.")
        ]
        for at in precompiled:
            del words[at : at + 2]
        yield Path(entry["directory"], entry["file"]), words
