# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""USE and IMPORT no longer name the types and constants of ISO_FORTRAN_ENV that module
arauto_translated replaces."""

from __future__ import annotations

import re

from ..context import Context
from ..scopes import CONSTANTS, COUNTED_TYPES
from ..source import Statement
from ..text import split

BEFORE = """\
program p
  use, intrinsic :: iso_fortran_env, only: event_type, int64, initial_team
  type(event_type), save :: e[*]
end program
"""
AFTER = """\
program p
use arauto_translated
  use, intrinsic :: iso_fortran_env, only: int64
  type(arauto_event_type), save :: e
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"(use\b.*\bonly\s*:|import\b\s*(::)?)", statement.code)
    if match is None:
        return None
    names = split(statement.text[match.end() :])
    kept = [name for name in names if not is_replaced(name.lower(), context)]
    if len(kept) == len(names) or not names:
        return None
    start = statement.text[: match.end()]
    if not kept and statement.code.startswith("import"):
        return []
    return [f"{start} {', '.join(kept)}".rstrip()]


def is_replaced(name: str, context: Context) -> bool:
    original = name.partition("=>")[2].strip() or name.strip()
    if original in COUNTED_TYPES | CONSTANTS:
        return True
    is_renamed = original in context.scope.renames
    return is_renamed and bool(
        context.scope.counted_name(original) or context.scope.constant_name(original)
    )
