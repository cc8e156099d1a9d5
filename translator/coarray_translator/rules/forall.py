# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""FORALL with an assignment to another image becomes loops, in which the runtime keeps the values
until all are computed, because FORALL assigns only then."""

from __future__ import annotations

import re

from ..conformity import check_assignment
from ..context import Context
from ..errors import RuleError
from ..ranks import rank_of
from ..source import Statement
from ..text import closing, find, keyword_of, mask, split
from ..transfers import may_be_number, named
from .put import assignment
from .where import check, inner

BEFORE = """\
subroutine s(a)
  real :: a(8)[*]
  integer :: i
  forall (i = 2:8, a(i) > 0) a(i)[2] = a(i - 1)[2]
  forall (i = 2:8) a(i) = a(i - 1)[2]
end subroutine
"""
AFTER = """\
subroutine s(a)
use arauto_translated
  real :: a(8)
  integer :: i
  block
  integer :: i
  do i = 2, 8
  if (a(i) > 0) then
  associate (arauto_e => (arauto_value(a(i - 1), 2)))
  call arauto_put_later(a(i), 2, arauto_e)
  end associate
  end if
  end do
  call arauto_put_now()
  end block
  forall (i = 2:8) a(i) = arauto_pure_value(a(i - 1), 2)
end subroutine
"""
NAME = r"(?:\w+\s*:\s*)?"


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if context.foralls and re.match(r"end\s*forall\b", statement.code):
        context.foralls.pop()
        return []
    match = re.match(rf"{NAME}forall\s*\(", statement.code)
    if match is None:
        if not context.foralls:
            return None
        return assign(statement, ", ".join(context.foralls), context)
    end = closing(statement.code, match.end() - 1)
    head = statement.text[match.end() : end]
    rest = statement.text[end + 1 :].strip()
    if not rest:
        if not (statement.has_puts or context.foralls):
            return None
        if statement.has_mask_for_many:
            raise RuleError(
                "FORALL with a mask and several assignments, one of them to another image: give "
                "each a FORALL of its own"
            )
        context.foralls.append(head)
        return []
    found = assignment(inner(statement, rest))
    if found is None or (found[0].selected < 0 and not context.foralls):
        return assign_here(statement, context)
    return assign(inner(statement, rest), ", ".join([*context.foralls, head]), context)


def assign_here(statement: Statement, context: Context) -> list[str] | None:
    """Without puts it stays a FORALL, in which values are fetched by pure functions."""
    pure = context.nested()
    pure.is_concurrent = True
    written = pure.value(statement.text)
    if pure.prelude:
        raise RuleError("FORALL reads memory that another image has allocated; use loops instead")
    return [written] if written != statement.text else None


def assign(statement: Statement, head: str, context: Context) -> list[str]:
    found = assignment(statement)
    if found is None:
        raise RuleError("FORALL has assignments only, where one is to another image")
    target, start = found
    if target.selected < 0:
        return [f"forall ({head}) {context.value(statement.text)}"]
    head = re.sub(r"^\s*integer[^:]*::", "", head, flags=re.IGNORECASE)
    reference = context.reference(statement.text, target)
    context.check_puttable(reference.entity)
    check_assignment(context, statement.text, target, statement.text[start:].strip())
    check(context, reference)
    if context.prelude:
        raise RuleError(
            "FORALL assigns to memory that another image has allocated; use loops instead"
        )
    text = statement.text[start:].strip()
    value = context.value(text)
    loops, indices, conditions = [], [], []
    for item in split(head):
        name, bounds = keyword_of(item)
        if not name:
            conditions.append(f"if ({context.value(item)}) then")
            continue
        indices.append(declaration(name, context))
        loops.append(f"do {name} = {', '.join(triplet(context.value(bounds)))}")
    call = (f"call arauto_put_later({reference.base}, {reference.image}, ", ")")
    put = named(context, call, value, may_be_number(reference, rank_of(text, context.scope)))
    if context.prelude:
        raise RuleError("FORALL reads memory that another image has allocated; use loops instead")
    lines = [*loops, *conditions, *put, *(["end if"] * len(conditions)), *(["end do"] * len(loops))]
    return ["block", *indices, *lines, "call arauto_put_now()", "end block"]


def declaration(name: str, context: Context) -> str:
    entity = context.scope.find(name.lower())
    is_plain = entity is not None and entity.type.startswith("integer")
    return f"{entity.type if entity is not None and is_plain else 'integer'} :: {name}"


def triplet(bounds: str) -> list[str]:
    parts = []
    while True:
        at = find(mask(bounds), ":")
        if at < 0:
            return [*parts, bounds.strip()]
        parts.append(bounds[:at].strip())
        bounds = bounds[at + 1 :]
