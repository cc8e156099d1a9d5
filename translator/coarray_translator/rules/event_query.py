# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""EVENT_QUERY becomes a procedure of the module."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement

BEFORE = """\
subroutine s(e, n)
  use iso_fortran_env
  type(event_type) :: e[*]
  integer :: n
  call event_query(e, n)
end subroutine
"""
AFTER = """\
subroutine s(e, n)
use arauto_translated
  use iso_fortran_env
  type(arauto_event_type) :: e
  integer :: n
  call arauto_event_query(e, n)
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+event_query\s*(?=\()", statement.code)
    if match is None:
        return None
    return [f"call arauto_event_query{context.value(statement.text[match.end() :])}"]
