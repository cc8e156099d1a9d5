# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""INCLUDE lines whose files are found are replaced by their text in the translated file, between
markers that name the file's own lines. Others are left to the compiler."""

from __future__ import annotations

import re
from pathlib import Path

from .source import split_lines

INCLUDE = re.compile(r"\s*include\s*(['\"])([^'\"]+)\1\s*(?:!.*)?$", re.IGNORECASE)
DEPTH_MAX = 10


def expand(text: str, name: str, folders: list[Path], depth: int = 0) -> str:
    """
    Parameters
    ----------
    name
        of the file whose text it is
    folders
        where included files are looked for, after the file's own
    """
    if "include" not in text.lower() or depth > DEPTH_MAX:
        return text
    out: list[str] = []
    number = 0
    for line in split_lines(text):
        number += 1
        marker = re.match(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"', line)
        if marker:
            number, name = int(marker.group(1)) - 1, marker.group(2)
        match = INCLUDE.match(line.rstrip("\r\n"))
        path = find(match.group(2), name, folders) if match else None
        if path is None:
            out.append(line)
            continue
        inside = path.read_bytes().decode("utf-8", "surrogateescape")
        inside = expand(inside, str(path), folders, depth + 1)
        end = "" if inside.endswith("\n") or not inside else "\n"
        out += [f'# 1 "{path}"\n', inside, end, f'# {number + 1} "{name}"\n']
    return "".join(out)


def find(file: str, including: str, folders: list[Path]) -> Path | None:
    places = [Path(including).parent / file, *(folder / file for folder in folders)]
    return next((path for path in places if path.is_file()), None)
