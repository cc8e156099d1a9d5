# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A function whose result is a team gets the runtime's team type in its first statement."""

from __future__ import annotations

import re

from ..builder import PROCEDURE
from ..context import Context
from ..source import Statement

BEFORE = """\
type(team_type) function f()
  use iso_fortran_env
  f = get_team()
end function
"""
AFTER = """\
type(arauto_team_type) function f()
use arauto_translated
  use iso_fortran_env
  f = arauto_get_team()
end function
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.search(r"\btype\s*\(\s*(\w+)\s*\)", statement.code)
    if match is None or PROCEDURE.match(statement.code) is None:
        return None
    if context.scope.counted_name(match.group(1)) != "team_type":
        return None
    text = statement.text
    return [text[: match.start()] + "type(arauto_team_type)" + text[match.end() :]]
