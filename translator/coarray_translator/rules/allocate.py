# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""ALLOCATE of coarrays remains the compiler's statement; the runtime only provides memory that
other images can access, and all images synchronise. Memory for components of coarrays' objects
comes from there as well."""

from __future__ import annotations

import re

from ..checks import check_extents
from ..context import Context
from ..declarations import cobounds_of
from ..designators import designators
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..reference import bounds_text
from ..source import Statement
from ..text import closing, find, keyword_of, mask, split
from ..transfers import is_any

BEFORE = """\
module m
  type t
    real, allocatable :: part(:)
  end type
  real, allocatable :: x(:,:)[:,:]
  type(t), allocatable :: y[:]
contains
  subroutine s(n, ierr)
    integer :: n, ierr
    allocate(x(n, 2*n)[0:1,*], stat=ierr)
    allocate(y%part(n), stat=ierr)
  end subroutine
end module
"""
AFTER = """\
module m
use arauto_translated
  type t
    real, allocatable :: part(:)
  end type
  real, allocatable :: x(:,:)
  type(t), allocatable :: y
contains
  subroutine s(n, ierr)
    integer :: n, ierr
    call arauto_allocation_begins()
    allocate(x(n, 2*n), stat=ierr)
    call arauto_allocation_ends()
    call arauto_register(x, 2, [integer(4) :: 0, 1], [integer(4) :: 1, 1], stat=ierr)
    if (arauto_must_undo() /= 0) deallocate(x)
    call arauto_component_begins()
    allocate(y%part(n), stat=ierr)
    call arauto_component_ends()
  end subroutine
end module
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"allocate\s*\(", statement.code)
    if match is None:
        return None
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    colons = find(mask(inside), "::")
    prefix = inside[: colons + 2] + " " if colons >= 0 else ""
    objects: list[str] = []
    coarrays: list[tuple[str, str]] = []  # what registers each, and its name
    stat = ""
    items = split(inside[colons + 2 :] if colons >= 0 else inside)
    for item in items:
        word = keyword_of(item)[0]
        if word in STATEMENTS["allocate"]:
            stat += f", {word}={context.value(keyword_of(item)[1])}"
        written = write_object(item, context, coarrays) if not word else None
        if not word and written is None:
            require_cobounds(item, context)
        objects.append(written or context.value(item))
    if not coarrays and not context.is_pure and any(is_component(item, context) for item in items):
        return [
            "call arauto_component_begins()",
            context.value(statement.text),
            "call arauto_component_ends()",
        ]
    if not coarrays:
        return None
    context.require_impure("ALLOCATE of a coarray")
    return [
        "call arauto_allocation_begins()",
        f"allocate({prefix}{', '.join(objects)})",
        "call arauto_allocation_ends()",
        *(line for call, name in coarrays for line in registration(call, name, stat)),
    ]


def registration(call: str, name: str, stat: str) -> list[str]:
    """When an image could not allocate it, the others give theirs back."""
    undo = [f"if (arauto_must_undo() /= 0) deallocate({name})"] if "stat=" in stat else []
    return [f"{call}{stat})", *undo]


def require_cobounds(item: str, context: Context) -> None:
    found = designators(mask(item))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if found else None
    if entity is not None and entity.is_coarray and found[0].selected < 0:
        raise RuleError(
            f"'{entity.name}' is a coarray, so ALLOCATE must give it cobounds, as in "
            f"'{item.strip()}[*]'"
        )


def is_component(item: str, context: Context) -> bool:
    """Whether it is allocated for a coarray's object, where other images may want it."""
    found = designators(mask(item)) if not keyword_of(item)[0] else []
    return bool(found) and context.scope.is_in_coarray(found[0], len(found[0].parts) - 2)


def write_object(item: str, context: Context, registrations: list[tuple[str, str]]) -> str | None:
    """`x(n)[*]` without its cobounds; what registers it is appended."""
    found = designators(mask(item))
    if not found or found[0].selected != len(found[0].parts) - 1 or found[0].end != len(item):
        return None
    designator = found[0]
    last = designator.parts[-1]
    entity = context.entity_of(designator, designator.selected)
    assert last.selector is not None
    cobounds = cobounds_of(context.value(item[slice(*last.selector)]))
    if not cobounds or cobounds[-1][1] != "*":
        raise RuleError(f"ALLOCATE: the last cobound of '{item}' must be '*'")
    if entity is not None and not entity.is_coarray:
        raise RuleError(f"'{entity.name}' is no coarray, so ALLOCATE gives it no cobounds")
    if entity is not None and len(entity.cobounds or []) != len(cobounds):
        raise RuleError(
            f"'{entity.name}' has corank {len(entity.cobounds or [])} but {len(cobounds)} cobounds"
        )
    check_extents(item.strip(), cobounds, context.scope)
    written = context.write_parts(item, designator, 0, designator.selected)
    whole = context.write_parts(item, designator, 0, designator.selected - 1)
    name = item[last.start : last.start + len(last.name)]
    lower, upper = bounds_text(cobounds)
    whole = f"{whole}%{name}" if whole else name
    call = f"arauto_register({whole}"
    if is_any(context, entity):
        call = f"arauto_register_any(arauto_any({whole})"
    registrations.append((f"call {call}, {len(cobounds)}, {lower}, {upper}", whole))
    return written
