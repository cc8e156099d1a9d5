# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where a procedure ends, its allocatable coarrays are deallocated: all images meet before that."""

from __future__ import annotations

import re

from ..context import Context
from ..scopes import PROCEDURES, Scope
from ..source import Statement

BEFORE = """\
subroutine s
  real, allocatable :: x(:)[:]
  allocate(x(3)[*])
end subroutine
"""
AFTER = """\
subroutine s
use arauto_translated
  real, allocatable :: x(:)
  call arauto_allocation_begins()
  allocate(x(3))
  call arauto_allocation_ends()
  call arauto_register(x, 1, [integer(4) :: 1], [integer(4) :: 1])
if (allocated(x)) call arauto_sync_all()
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    scope = context.scope
    if not re.match(
        r"(end\b|end(subroutine|function|procedure)|contains$|return\b)", statement.code
    ):
        return None
    if re.match(r"return\b", statement.code):
        scope = scope.procedure()
    elif statement.code.startswith("end") and not re.match(
        r"end\s*(subroutine|function|procedure|$)", statement.code
    ):
        return None
    if scope.kind not in PROCEDURES or is_interface_body(scope):
        return None
    if statement.code.startswith("end") and scope.in_contains:
        return None
    lines = [f"if (allocated({name})) call arauto_sync_all()" for name in local_coarrays(scope)]
    return [*lines, statement.text] if lines else None


def is_interface_body(scope: Scope) -> bool:
    return scope.parent is not None and scope.parent.kind == "interface"


def local_coarrays(scope: Scope) -> list[str]:
    return [
        name
        for name, entity in scope.entities.items()
        if entity.is_coarray
        and entity.is_allocatable
        and entity.is_local
        and not (entity.is_saved or entity.is_dummy or scope.saves)
    ]
