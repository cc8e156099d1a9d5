# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CHANGE TEAM and END TEAM become calls; associated coarrays become those of an ASSOCIATE, and
coarrays allocated in the team are deallocated at its end."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..scopes import Entity, Scope
from ..source import Statement
from ..teams import END, parse_change
from ..text import closing

BEFORE = """\
subroutine s(t, a, ierr)
  use iso_fortran_env
  type(team_type) :: t
  integer :: a(3)[*], ierr
  real, allocatable :: x(:)[:]
  change team (t, part[0:*] => a, stat=ierr)
    part(1)[0] = 2
  end team
end subroutine
"""
AFTER = """\
subroutine s(t, a, ierr)
use arauto_translated
  use iso_fortran_env
  type(arauto_team_type) :: t
  integer :: a(3), ierr
  real, allocatable :: x(:)
  call arauto_change_team(t, stat=ierr)
  associate (part => a)
  call arauto_touch(part)
  call arauto_touch(a)
  if (allocated(x)) call arauto_touch(x)
    call arauto_put_word(part(1), arauto_image([integer(4) :: 0], [integer(4) :: 0], [integer(4)&
& :: 0]), 2, storage_size(part(1), 8)/8)
  if (allocated(x)) then
  if (arauto_must_free(x)) deallocate (x)
  end if
  call arauto_end_team()
  end associate
  call arauto_touch(a)
  if (allocated(x)) call arauto_touch(x)
if (allocated(x)) call arauto_scope_ends()
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    change = parse_change(statement.text)
    if change is not None:
        assert context.scope.parent is not None
        outer = context.within(context.scope.parent)
        outer.require_impure("CHANGE TEAM")
        words = [f"{word}={outer.value(value)}" for word, value in change.keywords.items()]
        arguments = ", ".join([outer.value(change.team), *words])
        return [
            f"call arauto_change_team({arguments})",
            *opening(context.scope, [(a.name, a.selector) for a in change.associations]),
            *context.touches(),
        ]
    if context.scope.kind == "team" and END.match(statement.code):
        return end_team(statement, context)
    return None


def end_team(statement: Statement, context: Context) -> list[str]:
    match = re.match(r"end\s*team\s*\(", statement.code)
    inside = ""
    if match is not None:
        inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, named = parse_list(inside)
    if positional or named.keys() - set(STATEMENTS["end team"]):
        raise RuleError(f"END TEAM cannot have '({inside})'")
    assert context.scope.parent is not None
    words = ", ".join(f"{word}={context.value(value)}" for word, value in named.items())
    return [
        *leave(context, words),
        *closing_of(context.scope),
        *context.within(context.scope.parent).touches(),
    ]


def opening(team: Scope, associations: list[tuple[str, str]]) -> list[str]:
    """A construct for the names; also one that EXIT can name."""
    name = f"{team.name}: " if team.name else ""
    if associations:
        listed = ", ".join(f"{name} => {selector}" for name, selector in associations)
        return [f"{name}associate ({listed})"]
    return [f"{name}block"] if name else []


def closing_of(team: Scope) -> list[str]:
    kind = "associate" if team.entities else "block"
    return [f"end {kind} {team.name}".rstrip()] if team.entities or team.name else []


def leave(context: Context, keywords: str = "") -> list[str]:
    lines = []
    for name in freed(context.scope):
        lines += [
            f"if (allocated({name})) then",
            f"if (arauto_must_free({name})) deallocate ({name})",
            "end if",
        ]
    return [*lines, f"call arauto_end_team({keywords})"]


def freed(scope: Scope) -> list[str]:
    """The allocatable coarrays that are known here and may have been allocated in the team."""
    names: dict[str, str] = {}
    for outer in scope.chain():
        for name, entity in outer.entities.items():
            if scope.find(name) is not entity:
                continue
            if is_candidate(entity) and is_passable(entity, scope):
                names.setdefault(name, name)
            elif entity.rank == 0 and not (entity.is_input or entity.is_optional):
                names.update({found: found for found in components(name, entity, scope)})
    return list(names)


def components(name: str, entity: Entity, scope: Scope, depth: int = 0) -> list[str]:
    """The coarrays of an object that is no coarray and always there."""
    if not entity.derived or entity.is_allocatable or entity.is_pointer or depth > 3:
        return []
    found: list[str] = []
    derived = scope.find_type(entity.derived)
    while derived is not None:
        for component in derived.components.values():
            whole = f"{name}%{component.name}"
            if is_candidate(component) and is_passable(component, scope):
                found.append(whole)
            elif component.rank == 0:
                found += components(whole, component, scope, depth + 1)
        derived = scope.find_type(derived.parent) if derived.parent else None
    return found


def is_passable(entity: Entity, scope: Scope) -> bool:
    return not entity.derived or entity.is_counted or scope.may_be_assumed_type(entity.derived)


def is_candidate(entity: Entity) -> bool:
    can_change = not (entity.is_input or entity.is_optional)
    return entity.is_coarray and entity.is_allocatable and can_change
