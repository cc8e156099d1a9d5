# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A binding label of an internal procedure is removed: Fortran forbids it (F2018 18.10.2) and only
gfortran accepts it."""

from __future__ import annotations

import re

from ..builder import PROCEDURE
from ..context import Context
from ..scopes import PROCEDURES
from ..source import Statement
from ..text import closing, keyword_of, split

BEFORE = """\
subroutine s(a)
  logical :: a(:)
  sync all
contains
  pure function both(x, y) bind(C, name="both") result(z)
    logical, intent(in) :: x, y
    logical :: z
    z = x .and. y
  end function
end subroutine
"""
AFTER = """\
subroutine s(a)
use arauto_translated
  logical :: a(:)
  call arauto_sync_all()
contains
  pure function both(x, y) bind(C) result(z)
    logical, intent(in) :: x, y
    logical :: z
    z = x .and. y
  end function
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = PROCEDURE.match(statement.code)
    if match is None or context.options.is_for_gfortran:
        return None
    host = context.scope.parent
    if host is None or host.kind not in ("program", *PROCEDURES):
        return None
    bind = re.search(r"\bbind\s*\(", statement.code[match.end() :])
    if bind is None:
        return None
    start = match.end() + bind.end()
    end = closing(statement.code, start - 1)
    items = [i for i in split(statement.text[start:end]) if keyword_of(i)[0] != "name"]
    if items == split(statement.text[start:end]):
        return None
    return [f"{statement.text[:start]}{', '.join(items)}{statement.text[end:]}"]
