# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CO_REDUCE becomes a loop that calls the program's function in place, since only the compiler
knows its calling convention."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..designators import designators
from ..errors import RuleError
from ..intrinsics import SUBROUTINES
from ..misplaced import refuse_misplaced
from ..scopes import Entity
from ..source import Statement
from ..text import closing, mask
from ..transfers import is_any
from .collective import keywords

BEFORE = """\
subroutine s(a, f, ierr)
  real(8) :: a(10)
  procedure(f) :: f
  integer :: ierr
  call co_reduce(a, f, result_image=1, stat=ierr)
end subroutine
"""
AFTER = """\
subroutine s(a, f, ierr)
use arauto_translated
  real(8) :: a(10)
  procedure(f) :: f
  integer :: ierr
  block
  real(kind(a)) :: arauto_left(64), arauto_right(64)
  integer :: arauto_i, arauto_n
  call arauto_reduction_begins(a, result_image=int(1, 4), stat=ierr)
  do
  arauto_n = arauto_reduction_next(arauto_left, arauto_right)
  if (arauto_n == 0) exit
  do arauto_i = 1, arauto_n
  arauto_left(arauto_i) = f(arauto_left(arauto_i), arauto_right(arauto_i))
  end do
  end do
  call arauto_reduction_ends(a, stat=ierr)
  end block
end subroutine
"""
WORDS = SUBROUTINES["co_reduce"]


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+co_reduce\s*\(", statement.code)
    if match is None or context.scope.find("co_reduce") is not None:
        return None
    context.require_impure("CO_REDUCE")
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, named = parse_list(inside)
    if "operator" in named:  # its name in drafts of Fortran 2018
        named["operation"] = named.pop("operator")
    given = {**dict(zip(WORDS, positional)), **named}
    if given.keys() - set(WORDS) or "a" not in given or "operation" not in given:
        raise RuleError("CO_REDUCE takes a variable, an operation, and result_image, stat, errmsg")
    if context.whole_reference(given["a"]) is not None:
        raise RuleError(
            f"CO_REDUCE: '{given['a']}' is coindexed; a collective works on this image's own"
        )
    refuse_misplaced(context, "CO_REDUCE", given["a"])
    a, operation = context.value(given.pop("a")), context.value(given.pop("operation"))
    declared = type_of(context, a)
    suffix, left, right = "", "arauto_left", "arauto_right"
    if is_any(context, entity_of(context, a)):  # no argument of type(*)
        suffix, left, right = "_any", "arauto_any(arauto_left)", "arauto_any(arauto_right)"
        a = f"arauto_any({a})"
    image = ", ".join([a, *keywords(context, given)])
    given.pop("result_image", "")
    result = ", ".join([a, *keywords(context, given)])
    pair = "arauto_left(arauto_i), arauto_right(arauto_i)"
    return [
        "block",
        f"{declared} :: arauto_left(64), arauto_right(64)",
        "integer :: arauto_i, arauto_n",
        f"call arauto_reduction_begins{suffix}({image})",
        "do",
        f"arauto_n = arauto_reduction_next{suffix}({left}, {right})",
        "if (arauto_n == 0) exit",
        "do arauto_i = 1, arauto_n",
        f"arauto_left(arauto_i) = {operation}({pair})",
        "end do",
        "end do",
        f"call arauto_reduction_ends{suffix}({result})",
        "end block",
    ]


def entity_of(context: Context, a: str) -> Entity | None:
    found = designators(mask(a))
    return context.entity_of(found[0], len(found[0].parts) - 1) if found else None


def type_of(context: Context, a: str) -> str:
    """A declaration of elements of the variable, in terms of the variable itself."""
    found = designators(mask(a))
    if len(found) != 1 or found[0].end != len(a):
        raise RuleError(f"CO_REDUCE: '{a}' is no variable")
    entity = entity_of(context, a)
    declared = entity.type if entity is not None else ""
    if entity is not None and entity.derived:
        if entity.is_polymorphic:
            raise RuleError(f"CO_REDUCE: '{a}' is polymorphic, which Fortran forbids")
        return declared
    if declared.startswith("character"):
        return f"character(kind=kind({a}), len=len({a}))"
    if not declared:
        if len(found[0].parts) > 1:
            raise RuleError(f"CO_REDUCE: the type of '{a}' is not known here")
        declared = "integer" if found[0].parts[0].name[0] in "ijklmn" else "real"
    base = re.sub(r"^double\s*precision", "real", declared)
    base = re.sub(r"^double\s*complex", "complex", base)
    base = re.sub(r"^byte", "integer", base)
    return f"{re.match(r'[a-z]+', base).group()}(kind({a}))"
