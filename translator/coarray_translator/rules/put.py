# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Assignment to a coindexed object becomes a put; with NOTIFY= its variable counts one more at the
target."""

from __future__ import annotations

import re

from ..blocks import put_block
from ..checks import check_type
from ..conformity import check_assignment
from ..context import Context
from ..designators import Designator, parse_designator, skip_blanks
from ..errors import RuleError
from ..objects import value_of_object
from ..ranks import rank_of
from ..reference import Reference
from ..source import Statement
from ..transfers import is_any, may_be_number, named, put, tail_of

BEFORE = """\
subroutine s(a, b, k)
  real :: a(8)[2,*], b(:)
  real(8) :: c[*]
  integer :: k
  a(2:5)[1,k] = 2*b(1:4)
  a(1)[k,1] = a(2)[k,2]
  c[1] = k
  c[1] = k + 1
end subroutine
"""
AFTER = """\
subroutine s(a, b, k)
use arauto_translated
  real :: a(8), b(:)
  real(8), save :: c
  integer :: k
  call arauto_put(a(2:5), arauto_image([integer(4) :: 1, k], [integer(4) :: 1, 1], [integer(4) :&
&: 2, 1]), 2*b(1:4))
  call arauto_put_word(a(1), arauto_image([integer(4) :: k, 1], [integer(4) :: 1, 1], [integer(4&
&) :: 2, 1]), arauto_value(a(2), arauto_image([integer(4) :: k, 2], [integer(4) :: 1, 1], [inte&
&ger(4) :: 2, 1])), storage_size(a(1), 8)/8)
  call arauto_put(c, 1, k)
  associate (arauto_e => (k + 1))
  call arauto_put(c, 1, arauto_e)
  end associate
end subroutine
"""


def assignment(statement: Statement) -> tuple[Designator, int] | None:
    """The left-hand side, and where the right-hand side begins; None for other statements."""
    designator = parse_designator(statement.code, 0)
    if designator is None:
        return None
    at = skip_blanks(statement.code, designator.end)
    if statement.code[at : at + 1] != "=" or statement.code[at + 1 : at + 2] in ("=", ">"):
        return None
    return designator, at + 1


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    refuse_masked(statement)
    found = assignment(statement)
    if found is None or found[0].selected < 0:
        return None
    designator, start = found
    reference = context.reference(statement.text, designator, is_put=True)
    if context.scope.is_in_pure():
        raise RuleError(f"a pure procedure must not define '{reference.base}' of another image")
    if context.is_masked:
        raise RuleError(
            f"'{reference.base}' of another image is defined in FORALL or WHERE, "
            "which is not translated yet"
        )
    context.check_puttable(reference.entity)
    check_assignment(context, statement.text, designator, statement.text[start:].strip())
    quick = put_block(context, statement.text, designator, reference, start)
    if quick is not None:
        return [quick]
    value = context.value(statement.text[start:].strip())
    if is_own(context, reference):
        return put_own(context, reference, value)
    rank = rank_of(statement.text[start:], context.scope)
    if "notify" not in reference.keywords:
        return put(context, reference, value, rank)
    notify = reference.keywords["notify"]
    if context.whole_reference(notify) is not None:
        raise RuleError(f"NOTIFY= names a variable by its name here; '{notify}' is coindexed")
    check_type(context.scope, notify, {"notify_type"}, "NOTIFY=")
    notify = context.value(notify)
    if reference.vectors or reference.elements or is_any(context, reference.entity):
        return [
            *put(context, reference, value, rank),
            f"call arauto_event_post({notify}, {reference.image})",
        ]
    start = f"call arauto_put_notify({reference.base}, {reference.image}, "
    call = (start, f", {notify}{tail_of(reference)})")
    return named(context, call, value, may_be_number(reference, rank))


def is_own(context: Context, reference: Reference) -> bool:
    """Whether a procedure of the program may do the assignment."""
    entity = reference.entity
    if entity is None or not entity.derived or entity.is_counted or entity.is_polymorphic:
        return False
    return context.scope.may_assign(entity.derived)


def put_own(context: Context, reference: Reference, value: str) -> list[str]:
    """It defines a variable here, which has the value that is there already."""
    here = value_of_object(context, reference)
    lines = [f"{here} = {value}", *put(context, reference, here, reference.rank)]
    if "notify" in reference.keywords:
        notify = context.value(reference.keywords["notify"])
        lines.append(f"call arauto_event_post({notify}, {reference.image})")
    return lines


def refuse_masked(statement: Statement) -> None:
    """`where (m) a(:)[k] = b` and its like."""
    match = re.match(r"(where|forall)\s*\(", statement.code)
    if match is None:
        return
    whole = parse_designator(statement.code, 0)
    rest = statement.code[whole.end :].strip() if whole else ""
    inner = assignment(Statement(rest, "", "", 0)) if rest else None
    if inner is not None and inner[0].selected >= 0:
        raise RuleError(
            f"{match.group(1).upper()}: assignment to another image is not translated yet"
        )
