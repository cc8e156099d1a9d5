# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""An assignment of one coindexed object becomes a get straight into its destination, without a
temporary."""

from __future__ import annotations

from ..blocks import get_block
from ..conformity import check_assignment
from ..context import Context
from ..deep import deep_get
from ..designators import Designator
from ..misplaced import is_cut_variable, is_misplaced
from ..reference import Reference
from ..source import Statement
from ..text import split
from ..transfers import get
from .put import assignment

BEFORE = """\
subroutine s(a, b, c, k)
  real :: a(8)[*], b(8)
  real, allocatable :: c(:)
  integer :: k
  b(2:5) = a(1:4)[k]
  c = a(:)[k]
end subroutine
"""
AFTER = """\
subroutine s(a, b, c, k)
use arauto_translated
  real :: a(8), b(8)
  real, allocatable :: c(:)
  integer :: k
  call arauto_get(b(2:5), int(k, 4), a(1:4))
  c = arauto_value(a(:), int(k, 4))
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    found = assignment(statement)
    if found is None or found[0].selected >= 0:
        return None
    target, start = found
    groups = [group for part in target.parts for group in part.groups]
    subscripts = [item for low, high in groups for item in split(statement.text[low:high])]
    if any(context.is_vector(item) for item in subscripts):
        return None  # only the compiler can assign to a vector subscript
    name = statement.text[: target.end]
    if is_misplaced(context, name) or is_cut_variable(context, name):
        return None
    source = statement.text[start:].strip()
    designator = context.whole_reference(source)
    if designator is None or context.is_masked:
        return None
    check_assignment(context, statement.text, target, source)
    reference = context.reference(source, designator)
    if "notify" in reference.keywords or not keeps_its_shape(
        target, context, reference.entity is not None and bool(reference.entity.derived)
    ):
        context.prelude.clear()
        context.pointers.clear()
        context.postlude.clear()
        return None
    if is_own(target, reference, context) or (reference.elements and reference.vectors):
        context.prelude.clear()
        context.pointers.clear()
        context.postlude.clear()
        return None
    quick = get_block(context, (statement.text, target), (source, designator), reference)
    if quick is not None:
        return [quick]
    left = context.value(statement.text[: target.end])
    entity = reference.entity
    if entity is not None and entity.derived and context.has_allocatable(entity.derived):
        return deep_get(context, left, reference)
    return [get(context, left, reference)]


def keeps_its_shape(target: Designator, context: Context, is_derived: bool) -> bool:
    """False when the assignment may have to allocate its left-hand side."""
    last = target.parts[-1]
    if last.groups:
        return True
    entity = context.entity_of(target, len(target.parts) - 1)
    if entity is None:
        return is_derived
    return not entity.is_allocatable or entity.is_coarray


def is_own(target: Designator, reference: Reference, context: Context) -> bool:
    """Whether the compiler must assign: by a procedure of the program, or because it gives the
    left-hand side its type."""
    entity = context.entity_of(target, len(target.parts) - 1)
    to = entity.derived if entity is not None else ""
    of = reference.entity.derived if reference.entity is not None else ""
    is_known = entity is not None and reference.entity is not None
    if any(side is not None and side.is_polymorphic for side in (entity, reference.entity)):
        return True
    names = {to, of} - {""}
    return (is_known and to != of) or any(context.scope.may_assign(name) for name in names)
