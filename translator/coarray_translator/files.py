# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads sources, preprocessed where their names ask for it, and chooses the names of results."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .errors import RuleError

OWN = "! Translated by arauto fc from "


def read(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as fault:
        raise RuleError(f"cannot be read: {fault.strerror}", str(path)) from None
    return text.removeprefix("\ufeff")  # the mark of some editors, which compilers pass over


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


def preprocess(compiler: list[str], options: list[str], source: Path) -> str:
    read(source)  # the sentence about a file that cannot be read is ours
    command = [*compiler, "-E", *options, str(source)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as fault:
        raise RuleError(
            f"cannot be preprocessed: '{command[0]}' cannot be started: {fault.strerror}",
            str(source),
        ) from None
    sys.stderr.write(done.stderr.decode("utf-8", "replace"))
    if done.returncode != 0:
        raise RuleError("cannot be preprocessed", str(source))
    return done.stdout.decode("utf-8", "surrogateescape")


def translated_name(source: Path) -> str:
    """A translated file is preprocessed already, so its suffix must not ask for that."""
    suffix = source.suffix.lower()
    return f"{source.stem}{'.f' if suffix == '.fpp' else suffix}"


def kept_path(folder: Path, source: Path, is_kept: bool) -> Path:
    """Where the translated source goes: a file that is there already, and that was not made from
    the same source before, stays.

    Raises
    ------
    RuleError
        when a file is in the way that the translator has not written
    """
    name, number = translated_name(source), 0
    while True:
        path = folder / str(number) / name if number else folder / name
        if not path.exists():
            return path
        if is_kept:
            first = path.open("rb").readline().decode("utf-8", "surrogateescape").rstrip("\n")
            if not first.startswith(OWN):
                raise RuleError(
                    f"'{path}' would be overwritten, which is no translated file; keep the "
                    "translated files in another folder",
                    str(source),
                )
            if first == f"{OWN}{source.resolve()}":
                return path
        number += 1


def place_of(fault: OSError) -> str:
    """Names the file that could not be written."""
    return (
        f"'{fault.filename}' cannot be written"
        if fault.filename
        else "the output cannot be written"
    )
