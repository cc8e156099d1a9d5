# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""SYNC ALL, SYNC IMAGES, SYNC MEMORY and SYNC TEAM become calls."""

from __future__ import annotations

import re

from ..conformity import check_integer
from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..text import closing
from ..transfers import is_variable

BEFORE = """\
subroutine s(k, ierr)
  use iso_fortran_env
  integer :: k, ierr
  sync all
  sync images (k, stat=ierr)
  sync images (k + 1)
  sync images (*)
  sync memory (stat=ierr)
  sync team (get_team(parent_team))
end subroutine
"""
AFTER = """\
subroutine s(k, ierr)
use arauto_translated
  use iso_fortran_env
  integer :: k, ierr
  call arauto_sync_all()
  call arauto_sync_images(k, stat=ierr)
  call arauto_sync_images([integer(4) :: k + 1])
  call arauto_sync_every()
  call arauto_sync_memory(stat=ierr)
  call arauto_sync_team(arauto_get_team(level=arauto_parent_team))
end subroutine
"""
STATEMENT = re.compile(r"sync\s*(all|images|memory|team)\s*(\(|$)")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = STATEMENT.match(statement.code)
    if match is None:
        return None
    kind = match.group(1)
    inside = ""
    if match.group(2):
        end = closing(statement.code, match.end() - 1)
        if statement.code[end + 1 :].strip():
            return None
        inside = statement.text[match.end() : end]
    context.require_impure(f"SYNC {kind.upper()}")
    positional, named = parse_list(inside)
    wanted = 1 if kind in ("images", "team") else 0
    if len(positional) != wanted or named.keys() - set(STATEMENTS[f"sync {kind}"]):
        raise RuleError(f"SYNC {kind.upper()} cannot have '({inside})'")
    keywords = [f"{name}={context.value(value)}" for name, value in named.items()]
    name = f"arauto_sync_{kind}"
    if positional == ["*"]:
        name, positional = "arauto_sync_every", []
    arguments = [context.value(item) for item in positional]
    for item in positional if kind == "images" else []:
        check_integer(item, "SYNC IMAGES:", context.scope)
    if kind == "images":  # an expression could not be described: see transfers.named
        arguments = [
            item if is_variable(context, item) else f"[integer(4) :: {item}]" for item in arguments
        ]
    return [f"call {name}({', '.join([*arguments, *keywords])})", *context.touches()]
