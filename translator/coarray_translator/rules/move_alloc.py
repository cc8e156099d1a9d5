# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""MOVE_ALLOC of coarrays is the compiler's, between two meetings of all images; a coarray's
cobounds go with its memory."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement
from ..text import closing, keyword_of, split
from .deallocate import is_coarray

BEFORE = """\
module m
  real, allocatable :: x(:)[:], y(:)[:]
contains
  subroutine s
    call move_alloc(x, y)
  end subroutine
end module
"""
AFTER = """\
module m
use arauto_translated
  real, allocatable :: x(:), y(:)
contains
  subroutine s
    call arauto_sync_all()
    call move_alloc(x, y)
    call arauto_sync_all()
  end subroutine
end module
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+move_alloc\s*\(", statement.code)
    if match is None:
        return None
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    if not any(is_coarray(keyword_of(item)[1], context) for item in split(inside)):
        return None
    context.require_impure("MOVE_ALLOC of coarrays")
    return ["call arauto_sync_all()", statement.text, "call arauto_sync_all()"]
