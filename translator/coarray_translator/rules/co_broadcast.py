# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CO_BROADCAST; objects with allocatable components are broadcast component by component, each
allocated as at the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..context import Context
from ..declarations import parse_list
from ..designators import Designator, designators
from ..errors import RuleError
from ..intrinsics import SUBROUTINES
from ..misplaced import refuse_misplaced
from ..scopes import Entity
from ..source import Statement
from ..text import closing, mask, split
from ..transfers import is_any
from .collective import keywords

BEFORE = """\
subroutine s(a, t)
  type list
    integer :: n
    real, allocatable :: x(:)
  end type
  real :: a
  type(list) :: t
  call co_broadcast(a, source_image=1)
  call co_broadcast(t, 2)
end subroutine
"""
AFTER = """\
subroutine s(a, t)
use arauto_translated
  type list
    integer :: n
    real, allocatable :: x(:)
  end type
  real :: a
  type(list) :: t
  call arauto_co_broadcast(a, source_image=int(1, 4))
  block
  integer(8) :: arauto_b(0:2)
  integer(4) :: arauto_s
  arauto_s = int(2, 4)
  associate (arauto_a => t)
  call arauto_co_broadcast(arauto_a%n, arauto_s)
  arauto_b(0) = -1
  if (allocated(arauto_a%x)) then
  arauto_b(0) = 0
  arauto_b(1:2) = [integer(8) :: lbound(arauto_a%x, 1, 8), ubound(arauto_a%x, 1, 8)]
  end if
  call arauto_co_broadcast(arauto_b, arauto_s)
  if (arauto_this_image() /= arauto_s) then
  if (allocated(arauto_a%x)) deallocate (arauto_a%x)
  if (arauto_b(0) >= 0) allocate (arauto_a%x(arauto_b(1):arauto_b(2)))
  end if
  if (allocated(arauto_a%x)) then
  call arauto_co_broadcast(arauto_a%x, arauto_s)
  end if
  end associate
  end block
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+co_broadcast\s*\(", statement.code)
    if match is None or context.scope.find("co_broadcast") is not None:
        return None
    context.require_impure("CO_BROADCAST")
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, named = parse_list(inside)
    words = SUBROUTINES["co_broadcast"]
    given = {**dict(zip(words, positional)), **named}
    if given.keys() - set(words) or "a" not in given or "source_image" not in given:
        raise RuleError("CO_BROADCAST takes a variable, a source_image, and stat, errmsg")
    text = given.pop("a")
    if context.whole_reference(text) is not None:
        raise RuleError(
            f"CO_BROADCAST: '{text}' is coindexed; a collective works on this image's own"
        )
    refuse_misplaced(context, "CO_BROADCAST", text)
    a = context.value(text)
    found = designators(mask(text))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if found else None
    if entity is None or not entity.derived or not context.has_allocatable(entity.derived):
        if is_any(context, entity):
            arguments = [f"arauto_any({a})", *keywords(context, given)]
            return [f"call arauto_broadcast_any({', '.join(arguments)})"]
        return [f"call arauto_co_broadcast({', '.join([a, *keywords(context, given)])})"]
    source = context.value(given.pop("source_image"))
    deep = Deep(context, "".join(f", {word}" for word in keywords(context, given)))
    deep.add_object("arauto_a", entity.derived, rank_of(found[0], entity, text))
    return deep.block(a, source)


def rank_of(designator: Designator, entity: Entity, text: str) -> int:
    groups = designator.parts[-1].groups
    if not groups:
        return entity.rank
    return sum(":" in mask(item) for item in split(text[slice(*groups[0])]))


@dataclass
class Deep:
    """The statements that broadcast one object."""

    context: Context
    words: str  # keyword arguments of each call
    lines: list[str] = field(default_factory=list)
    loops: int = 0
    rank: int = 0  # largest of an allocatable component
    types: list[str] = field(default_factory=list)  # that are being written

    def block(self, a: str, source: str) -> list[str]:
        indices = [f"arauto_i{i + 1}" for i in range(self.loops)]
        return [
            "block",
            f"integer(8) :: arauto_b(0:{2 * self.rank})",
            f"integer(4) :: {', '.join(['arauto_s', *indices])}",
            f"arauto_s = int({source}, 4)",
            f"associate (arauto_a => {a})",
            *self.lines,
            "end associate",
            "end block",
        ]

    def call(self, variable: str) -> None:
        self.lines.append(f"call arauto_co_broadcast({variable}, arauto_s{self.words})")

    def add_object(self, variable: str, derived: str, rank: int, open_loops: int = 0) -> None:
        if derived in self.types:
            raise RuleError(
                f"CO_BROADCAST: type '{derived}' has allocatable components of its own type, "
                "which is not translated yet"
            )
        self.types.append(derived)
        indices = [f"arauto_i{open_loops + i + 1}" for i in range(rank)]
        self.loops = max(self.loops, open_loops + rank)
        for i, index in enumerate(indices):
            self.lines.append(
                f"do {index} = lbound({variable}, {i + 1}), ubound({variable}, {i + 1})"
            )
        element = f"{variable}({', '.join(indices)})" if indices else variable
        for component in self.components(derived):
            self.add_component(f"{element}%{component.name}", component, open_loops + rank)
        self.lines += ["end do"] * rank
        self.types.pop()

    def components(self, derived: str) -> list[Entity]:
        found = self.context.scope.find_type(derived)
        if found is None:
            raise RuleError(f"CO_BROADCAST: type '{derived}' is not known here")
        inherited = self.components(found.parent) if found.parent else []
        return [*inherited, *found.components.values()]

    def add_component(self, variable: str, component: Entity, loops: int) -> None:
        if component.is_pointer:
            return  # where it points to is each image's own affair
        if component.type.startswith("class"):
            raise RuleError(
                f"CO_BROADCAST: component '{component.name}' is polymorphic, which is not "
                "translated yet"
            )
        if component.is_allocatable:
            self.allocate(variable, component)
            self.lines.append(f"if (allocated({variable})) then")
        if component.derived and self.context.has_allocatable(component.derived):
            self.add_object(variable, component.derived, component.rank, loops)
        else:
            self.call(variable)
        if component.is_allocatable:
            self.lines.append("end if")

    def allocate(self, variable: str, component: Entity) -> None:
        """As it is allocated at the source."""
        rank = component.rank
        self.rank = max(self.rank, rank)
        has_length = ":" in component.type
        asked = [
            f"{ask}({variable}, {i + 1}, 8)" for i in range(rank) for ask in ("lbound", "ubound")
        ]
        bounds = [f"arauto_b({2 * i + 1}):arauto_b({2 * i + 2})" for i in range(rank)]
        shape = f"({', '.join(bounds)})" if rank else ""
        length = "character(len=arauto_b(0)) :: " if has_length else ""
        self.lines += [
            "arauto_b(0) = -1",
            f"if (allocated({variable})) then",
            f"arauto_b(0) = {f'len({variable})' if has_length else '0'}",
            *([f"arauto_b(1:{2 * rank}) = [integer(8) :: {', '.join(asked)}]"] if rank else []),
            "end if",
        ]
        self.call("arauto_b")
        self.lines += [
            "if (arauto_this_image() /= arauto_s) then",
            f"if (allocated({variable})) deallocate ({variable})",
            f"if (arauto_b(0) >= 0) allocate ({length}{variable}{shape})",
            "end if",
        ]
