# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""LOCK and UNLOCK become calls."""

from __future__ import annotations

import re

from ..checks import check_type
from ..context import Context
from ..declarations import parse_list
from ..designators import parse_designator
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..text import closing, mask

BEFORE = """\
program p
  use iso_fortran_env, only: lock_type
  type(lock_type) :: guard[*], guards(2)[*]
  logical :: mine
  lock (guard[1], acquired_lock=mine)
  unlock (guard[1])
  unlock (guards(2))
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env, only:
  type(arauto_lock_type), save :: guard, guards(2)
  logical :: mine
  call arauto_lock(guard, 1, acquired_lock=mine)
  call arauto_unlock(guard, 1)
  call arauto_unlock(guards(2), 0, of=guards)
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"(lock|unlock)\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    if statement.code[end + 1 :].strip():
        return None
    kind = match.group(1)
    context.require_impure(kind.upper())
    positional, named = parse_list(statement.text[match.end() : end])
    allowed = set(STATEMENTS[kind])
    if len(positional) != 1 or named.keys() - allowed:
        raise RuleError(f"{kind.upper()} takes one lock variable and {', '.join(sorted(allowed))}")
    check_type(context.scope, positional[0], {"lock_type"}, kind.upper())
    image, variable = context.image_and_base(positional[0])
    keywords = [f"of={whole}" for whole in array_of(variable, context)]
    keywords += [f"{name}={context.value(value)}" for name, value in named.items()]
    return [f"call arauto_{kind}({', '.join([variable, image, *keywords])})", *context.touches()]


def array_of(variable: str, context: Context) -> list[str]:
    """The array that the lock is an element of, by which messages number it; or none."""
    designator = parse_designator(mask(variable), 0)
    if designator is None or not designator.parts[-1].groups:
        return []
    entity = context.entity_of(designator, len(designator.parts) - 1)
    if entity is None or entity.rank == 0 or entity.is_assumed_size:
        return []
    return [variable[: designator.parts[-1].groups[-1][0] - 1]]
