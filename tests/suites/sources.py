# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The order in which Fortran sources are compiled: those that define a module come first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

DEFINED = re.compile(r"^[ \t]*module[ \t]+(?!procedure\b)(\w+)[ \t]*(?:!.*)?$", re.I | re.M)
USED = re.compile(
    r"^[ \t]*use\b[ \t]*(?:,[ \t]*non_intrinsic[ \t]*)?(?:::)?[ \t]*(\w+)", re.I | re.M
)
PARENT = re.compile(r"^[ \t]*submodule[ \t]*\([ \t]*(\w+)", re.I | re.M)


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name.lower() for name in pattern.findall(text)}


def in_order(sources: list[Path]) -> list[Path]:
    """Each source behind those whose modules it uses; else as they come."""
    texts = {path: path.read_text(errors="replace") for path in sources}
    homes = {name: path for path in sources for name in names(DEFINED, texts[path])}
    done: list[Path] = []
    begun: set[Path] = set()

    def visit(path: Path) -> Iterator[Path]:
        if path in begun:
            return
        begun.add(path)
        for name in sorted(names(USED, texts[path]) | names(PARENT, texts[path])):
            if name in homes:
                yield from visit(homes[name])
        yield path

    for path in sources:
        done += visit(path)
    return done


def uses(path: Path, *modules: str) -> bool:
    return bool(names(USED, path.read_text(errors="replace")) & set(modules))
