# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Finds the declarations of used modules: translated in this run, or a summary in one of the
folders."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .scopes import Scope
from .source import Statement
from .summary import find_summary, read_summary


@dataclass
class Modules:
    folders: list[Path]
    known: dict[str, Scope | None] = field(default_factory=dict)

    def find(self, name: str, _statement: Statement) -> Scope | None:
        """None for modules without a summary, which are taken to have no coarrays."""
        if name not in self.known:
            path = find_summary(name, self.folders)
            self.known[name] = read_summary(path) if path is not None else None
        return self.known[name]
