# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads a build folder's compile_commands.json."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

NAME = "compile_commands.json"
OWN = re.compile(r'#include "(.+)"')


def commands_of(build: Path) -> Iterator[tuple[Path, list[str]]]:
    """Each source with its command: the compiler first, without ccache and precompiled headers."""
    for entry in json.loads((build / NAME).read_text()):
        words = shlex.split(entry["command"])
        if words[0].endswith("ccache"):
            del words[0]
        yield Path(entry["directory"], entry["file"]), without_precompiled(words)


def without_precompiled(words: list[str]) -> list[str]:
    """The command as it is under ccache. Those headers of the C++ library that are precompiled
    would hide that a file misses an include; the project's own among them stay included first."""
    kept: list[str] = []
    rest = iter(word for word in words if word != "-Xclang")  # so CMake hands clang what follows
    for word in rest:
        if word not in ("-include", "-include-pch"):
            kept.append(word)
            continue
        header = Path(next(rest))
        if header.stem == "cmake_pch":
            kept += [part for name in OWN.findall(header.read_text()) for part in (word, name)]
        elif word == "-include":
            kept += [word, str(header)]
    return kept
