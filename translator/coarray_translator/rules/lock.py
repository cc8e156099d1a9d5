# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""LOCK and UNLOCK are calls."""

from __future__ import annotations

import re

from ..checks import check_type
from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..source import Statement
from ..text import closing

BEFORE = """\
program p
  use iso_fortran_env, only: lock_type
  type(lock_type) :: guard[*]
  logical :: mine
  lock (guard[1], acquired_lock=mine)
  unlock (guard[1])
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env, only:
  type(arauto_lock_type), save :: guard
  logical :: mine
  call arauto_lock(guard, 1, acquired_lock=mine)
  call arauto_unlock(guard, 1)
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
    allowed = {"stat", "errmsg"} | ({"acquired_lock"} if kind == "lock" else set())
    if len(positional) != 1 or named.keys() - allowed:
        raise RuleError(f"{kind.upper()} takes one lock variable and {', '.join(sorted(allowed))}")
    check_type(context.scope, positional[0], {"lock_type"}, kind.upper())
    image, variable = context.image_and_base(positional[0])
    keywords = [f"{name}={context.value(value)}" for name, value in named.items()]
    return [f"call arauto_{kind}({', '.join([variable, image, *keywords])})", *context.touches()]
