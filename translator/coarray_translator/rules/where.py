# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""WHERE with assignments to another image: the values are computed under the mask here, then those
elements are put. A construct with such an assignment becomes one WHERE for each statement, with its
mask in a variable."""

from __future__ import annotations

import re

from ..conformity import check_assignment
from ..context import Context
from ..errors import RuleError
from ..ranks import rank_of
from ..reference import Reference, sizes_of
from ..source import Statement
from ..text import closing
from ..transfers import is_any, may_be_number, named
from .put import assignment

BEFORE = """\
subroutine s(a, m)
  real :: a(8)[*]
  logical :: m(8)
  where (m) a(:)[2] = 1/a
  where (m)
    a = 1
    a(:)[3] = 2
  elsewhere
    a(:)[3] = a
  end where
end subroutine
"""
AFTER = """\
subroutine s(a, m)
use arauto_translated
  real :: a(8)
  logical :: m(8)
logical, allocatable :: arauto_m1_(:)
logical, allocatable :: arauto_m2_(:)
  block
  logical, allocatable :: arauto_m1(:)
  real, allocatable :: arauto_v2(:)
  arauto_m1 = m
  allocate(arauto_v2(size(a(:), 1)))
  where (arauto_m1) arauto_v2 = 1/a
  call arauto_put_masked(a(:), 2, arauto_v2, arauto_m1)
  end block
  arauto_m1_ = m
  arauto_m2_ = .not. arauto_m1_
    where (arauto_m1_) a = 1
    block
    real, allocatable :: arauto_v1(:)
    allocate(arauto_v1(size(a(:), 1)))
    where (arauto_m1_) arauto_v1 = 2
    call arauto_put_masked(a(:), 3, arauto_v1, arauto_m1_)
    end block
  arauto_m1_ = arauto_m2_
    block
    real, allocatable :: arauto_v1(:)
    allocate(arauto_v1(size(a(:), 1)))
    where (arauto_m1_) arauto_v1 = a
    call arauto_put_masked(a(:), 3, arauto_v1, arauto_m1_)
    end block
end subroutine
"""
NAME = r"(?:\w+\s*:\s*)?"


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if context.wheres:
        lines = inside(statement, context)
        if lines is not None:
            return lines
    match = re.match(rf"{NAME}where\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    condition = statement.text[match.end() : end]
    rest = statement.text[end + 1 :].strip()
    if not rest:
        return begin(condition, context) if statement.has_puts else None
    found = assignment(inner(statement, rest))
    if found is None or (found[0].selected < 0 and not context.wheres):
        return None
    mask = context.new_variable("m", "logical, allocatable", shape_of(condition, context))
    lines = [f"{mask} = {context.value(condition)}"]
    if context.wheres:
        control = context.wheres[-1][0]
        lines = [f"{mask} = {control}", f"where ({control}) {mask} = {context.value(condition)}"]
    return [*lines, *assign(inner(statement, rest), mask, context)]


def inner(statement: Statement, text: str) -> Statement:
    return Statement(text, "", statement.file, statement.line, statement.group, statement.scope)


def shape_of(condition: str, context: Context) -> str:
    rank = rank_of(condition, context.scope)
    if rank == 0:
        raise RuleError(
            f"WHERE: the rank of the mask '{condition}' is not known here; assign it to a variable"
        )
    return f"({', '.join(':' * rank)})"


def begin(condition: str, context: Context) -> list[str]:
    """Variables of the scope: what the mask selects, and what is left for ELSEWHERE."""
    shape = shape_of(condition, context)
    scope = context.scope.declaring()
    names = []
    for _ in range(2):
        names.append(f"arauto_m{len(scope.added) + 1}_")
        scope.added.append(f"logical, allocatable :: {names[-1]}{shape}")
    control, rest = names
    written = context.value(condition)
    if not context.wheres:
        lines = [f"{control} = {written}", f"{rest} = .not. {control}"]
    else:
        outer = context.wheres[-1][0]
        lines = [
            f"{control} = {outer}",
            f"where ({outer}) {control} = {written}",
            f"{rest} = {outer} .and. .not. {control}",
        ]
    context.wheres.append((control, rest))
    return lines


def inside(statement: Statement, context: Context) -> list[str] | None:
    """Statements of a construct that is rewritten; None for WHERE, which begins another."""
    control, rest = context.wheres[-1]
    if re.match(r"end\s*where\b", statement.code):
        context.wheres.pop()
        return []
    match = re.match(r"else\s*where\s*(\()?", statement.code)
    if match and not match.group(1):
        return [f"{control} = {rest}"]
    if match:
        end = closing(statement.code, match.end() - 1)
        condition = context.value(statement.text[match.end() : end])
        return [
            f"{control} = {rest}",
            f"where ({rest}) {control} = {condition}",
            f"{rest} = {rest} .and. .not. {control}",
        ]
    where = re.match(rf"{NAME}where\s*\(", statement.code)
    if where:
        statement.has_puts = True
        return None
    return assign(statement, control, context)


def assign(statement: Statement, mask: str, context: Context) -> list[str]:
    found = assignment(statement)
    if found is None:
        raise RuleError("WHERE has assignments only")
    target, start = found
    value = statement.text[start:].strip()
    if target.selected < 0:
        return [f"where ({mask}) {context.value(statement.text)}"]
    reference = context.reference(statement.text, target)
    context.check_puttable(reference.entity)
    check_assignment(context, statement.text, target, statement.text[start:].strip())
    check(context, reference)
    written = context.value(value)
    declared = type_text(reference)
    stat = f", stat={reference.keywords['stat']}" if "stat" in reference.keywords else ""
    call = (f"call arauto_put_masked({reference.base}, {reference.image}, ", f", {mask}{stat})")
    if declared is None:
        rank = rank_of(value, context.scope)
        return named(context, call, written, may_be_number(reference, rank))
    shape = f"({', '.join(':' * reference.rank)})"
    name = context.new_variable("v", f"{declared}, allocatable", shape)
    return [
        f"allocate({name}({', '.join(sizes_of(reference))}))",
        f"where ({mask}) {name} = {written}",
        f"{call[0]}{name}{call[1]}",
    ]


def check(context: Context, reference: Reference) -> None:
    if context.is_pure:
        raise RuleError("WHERE assigns to another image in a pure procedure or DO CONCURRENT")
    is_other = reference.elements or is_any(context, reference.entity)
    if reference.vectors or "notify" in reference.keywords or is_other:
        raise RuleError(
            f"WHERE assigns to '{reference.base}' of another image, which has a vector subscript, "
            "NOTIFY=, a section of a pointer, polymorphic elements or bound procedures; assign "
            "elements in a loop"
        )


def type_text(reference: Reference) -> str | None:
    """How to declare a variable for the values; None when kinds may not be known here."""
    entity = reference.entity
    if entity is None:
        return None
    if entity.type.startswith("character"):
        return None if "kind" in entity.type else f"character(len=len({reference.base}))"
    kind = re.search(r"\((?:\s*kind\s*=)?\s*(\w+)\s*\)$", entity.type)
    if entity.derived or kind is None or kind.group(1).isdigit() or entity.is_local:
        return entity.type
    return None
