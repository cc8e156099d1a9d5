# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Errors in a source, printed in the form of a compiler."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class RuleError(Exception):
    """A fault of the source, or something that cannot be translated."""

    text: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}error: {self.text}"
