# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""MOVE_ALLOC of coarrays remains the compiler's, between two synchronisations of all images; a
coarray's cobounds move with its memory. STAT= and ERRMSG=, which not all compilers know, are given
to the synchronisations."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import SUBROUTINES
from ..source import Statement
from ..text import closing
from .deallocate import is_coarray

BEFORE = """\
module m
  real, allocatable :: x(:)[:], y(:)[:]
contains
  subroutine s(ierr)
    integer :: ierr
    call move_alloc(x, y)
    call move_alloc(to=x, from=y, stat=ierr)
  end subroutine
end module
"""
AFTER = """\
module m
use arauto_translated
  real, allocatable :: x(:), y(:)
contains
  subroutine s(ierr)
    integer :: ierr
    call arauto_sync_all()
    call move_alloc(x, y)
    call arauto_sync_all()
    call arauto_sync_all(stat=ierr)
    call move_alloc(y, x)
    call arauto_sync_all(stat=ierr)
  end subroutine
end module
"""
WORDS = SUBROUTINES["move_alloc"]


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+move_alloc\s*\(", statement.code)
    if match is None or context.scope.find("move_alloc") is not None:
        return None
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, named = parse_list(inside)
    given = {**dict(zip(WORDS, positional)), **named}
    if not any(is_coarray(given.get(word, ""), context) for word in ("from", "to")):
        return None
    is_known = not given.keys() - set(WORDS) and len(positional) <= len(WORDS)
    if not is_known or not {"from", "to"} <= given.keys():
        raise RuleError("MOVE_ALLOC takes FROM and TO, then STAT and ERRMSG")
    context.require_impure("MOVE_ALLOC of coarrays")
    words = [f"{word}={context.value(given[word])}" for word in WORDS[2:] if word in given]
    meet = f"call arauto_sync_all({', '.join(words)})"
    move = f"call move_alloc({context.value(given['from'])}, {context.value(given['to'])})"
    return [meet, move, meet, *context.touches()]
