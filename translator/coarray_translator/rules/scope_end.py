# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""At the end of a procedure or a BLOCK its allocatable coarrays are deallocated, after a
synchronisation of all images."""

from __future__ import annotations

import re

from ..context import Context
from ..scopes import PROCEDURES, Scope
from ..source import Statement

BEFORE = """\
subroutine s
  real, allocatable :: x(:)[:]
  allocate(x(3)[*])
  block
    real, allocatable :: y[:]
    if (allocated(x)) return
  end block
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
  block
    real, allocatable :: y
    if (allocated(x)) then
    if (allocated(y)) call arauto_scope_ends()
    if (allocated(x)) call arauto_scope_ends()
    return
    end if
  if (allocated(y)) call arauto_scope_ends()
  end block
if (allocated(x)) call arauto_scope_ends()
end subroutine
"""


END_OF_PROCEDURE = re.compile(r"end\s*(subroutine\b|function\b|procedure\b|$)|contains$")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    lines = [
        f"if (allocated({name})) call arauto_scope_ends()"
        for scope in left(statement.code, context.scope)
        for name in local_coarrays(scope)
    ]
    return [*lines, statement.text] if lines else None


def left(code: str, scope: Scope) -> list[Scope]:
    """The procedure or BLOCK that ends here, or those that RETURN leaves."""
    if re.match(r"end\s*block\b(?!\s*data\b)", code):
        return [scope] if scope.kind == "block" else []
    is_return = re.match(r"return\b(?!\s*[=(%\[])", code) is not None
    if not is_return and not END_OF_PROCEDURE.match(code):
        return []
    procedure = scope.procedure()
    if procedure.kind not in PROCEDURES or is_interface_body(procedure):
        return []
    if is_return:
        around = scope.chain()
        return around[: around.index(procedure) + 1]
    return [] if code.startswith("end") and procedure.in_contains else [procedure]


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
