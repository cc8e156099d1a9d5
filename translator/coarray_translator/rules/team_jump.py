# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""EXIT may leave a CHANGE TEAM construct by its name, and then ends the team; other jumps out of it
are not Fortran."""

from __future__ import annotations

import re

from ..context import Context
from ..errors import RuleError
from ..scopes import Scope
from ..source import Statement
from ..teams import team_around
from .change_team import leave

BEFORE = """\
subroutine s(t, k)
  use iso_fortran_env
  type(team_type) :: t
  integer :: k
  small: change team (t)
    if (k > num_images()) exit small
  end team small
end subroutine
"""
AFTER = """\
subroutine s(t, k)
use arauto_translated
  use iso_fortran_env
  type(arauto_team_type) :: t
  integer :: k
  call arauto_change_team(t)
  small: block
    if (k > arauto_num_images()) then
    call arauto_end_team()
    exit small
    end if
  call arauto_end_team()
  end block small
end subroutine
"""
JUMP = re.compile(r"(exit|cycle|return)\b(?!\s*[=(%\[])\s*(\w*)|go\s*to\s*(\(.*\)|\d+)")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = JUMP.match(statement.code)
    team = team_around(context.scope) if match is not None else None
    if match is None or team is None:
        return None
    word, name, labels = match.groups()
    if word == "exit" and name and name == team.name:
        return [*leave(context), statement.text]
    if leaves(team, context, word or "", name or "", re.findall(r"\d+", labels or "")):
        said = (word or "go to").upper()
        raise RuleError(
            f"{said} must not leave a CHANGE TEAM construct; EXIT with the construct's name may"
        )
    return None


def leaves(team: Scope, context: Context, word: str, name: str, labels: list[str]) -> bool:
    if word == "return":
        return True
    procedure = context.scope.procedure()
    if word:
        targets = [procedure.names.get(name)] if name else []
        if not name:
            return context.jumps.leaves(team)
    else:
        targets = [procedure.labels.get(label) for label in labels]
    return any(target is not None and team not in target.chain() for target in targets)
