# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""FORM TEAM becomes a call."""

from __future__ import annotations

import re

from ..conformity import check_integer
from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..text import closing

BEFORE = """\
program p
  use iso_fortran_env, only: team_type
  type(team_type) :: half
  form team (1 + mod(this_image(), 2), half, new_index=3)
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env, only:
  type(arauto_team_type) :: half
  call arauto_form_team(int(1 + mod(arauto_this_image(), 2), 8), half, new_index=int(3, 4))
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"form\s*team\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    if statement.code[end + 1 :].strip():
        return None
    context.require_impure("FORM TEAM")
    positional, named = parse_list(statement.text[match.end() : end])
    if len(positional) != 2 or named.keys() - set(STATEMENTS["form team"]):
        raise RuleError("FORM TEAM takes a number, a team variable, and new_index, stat, errmsg")
    check_integer(positional[0], "FORM TEAM: the number", context.scope)
    number, team = (context.value(item) for item in positional)
    words = []
    for word, text in named.items():
        if word == "new_index":
            check_integer(text, "FORM TEAM: NEW_INDEX=", context.scope)
        value = context.value(text)
        words.append(f"{word}=int({value}, 4)" if word == "new_index" else f"{word}={value}")
    arguments = ", ".join([f"int({number}, 8)", team, *words])
    return [f"call arauto_form_team({arguments})", *context.touches()]
