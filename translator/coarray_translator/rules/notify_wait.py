# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fortran 2023's NOTIFY WAIT: a notify variable counts like an event."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..source import Statement
from ..text import closing
from . import event

BEFORE = """\
program p
  use iso_fortran_env, only: notify_type
  type(notify_type) :: came[*]
  integer :: x[*]
  x[2, notify=came] = 5
  notify wait (came, until_count=2)
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env, only:
  type(arauto_notify_type), save :: came
  integer, save :: x
  call arauto_put_notify(x, 2, 5, came)
  call arauto_event_wait(came, int(2, 8))
  call arauto_touch(x)
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"notify\s*wait\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    if statement.code[end + 1 :].strip():
        return None
    context.require_impure("NOTIFY WAIT")
    positional, named = parse_list(statement.text[match.end() : end])
    return event.write("NOTIFY WAIT", positional, named, context)
