# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`if (condition) action` becomes a construct when its action becomes several statements."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement
from ..text import closing
from .head import settled

BEFORE = """\
subroutine s(x)
  integer :: x(2)[*]
  if (x(1)[2] > 0) x(1)[2] = 0
  if (x(1) > 0) sync all
end subroutine
"""
AFTER = """\
subroutine s(x)
use arauto_translated
  integer :: x(2)
  if (arauto_value(x(1), 2) > 0) call arauto_put_word(x(1), 2, 0, storage_size(x(1), 8)/8)
  if (x(1) > 0) then
  call arauto_sync_all()
  call arauto_touch(x)
  end if
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"if\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    action = statement.text[end + 1 :].strip()
    if not action or action.lower() == "then" or action[0] in "=%[(":
        return None
    inner = Statement(action, "", statement.file, statement.line, statement.group, statement.scope)
    nested = context.nested()
    lines = nested.rewrite(inner, nested)
    condition = context.value(statement.text[: end + 1])
    if context.postlude:
        condition = settled(condition, context)
    if lines is None:
        return [f"{condition} {action}"] if condition != statement.text[: end + 1] else None
    if len(lines) == 1:
        return [f"{condition} {lines[0]}"]
    return [f"{condition} then", *lines, "end if"]
