# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Declarations lose their cobounds. Coarrays that are neither allocatable nor dummies stay in
place, with SAVE."""

from __future__ import annotations

import re

from ..checks import check_coshape, check_extents
from ..context import Context
from ..declarations import Declaration, parse_declaration
from ..errors import RuleError
from ..scopes import COUNTED_TYPES
from ..source import Statement
from ..text import mask

BEFORE = """\
program p
  real :: a(4)[2,*], b
  real, allocatable, codimension[:] :: c(:)
end program
"""
AFTER = """\
program p
use arauto_translated
  real, save :: a(4), b
  real, allocatable :: c(:)
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if "=" in statement.code and "[" not in statement.code and "type" not in statement.code:
        return None
    declaration = parse_declaration(statement.text, statement.code)
    if declaration is None:
        return None
    counted = counted_type(declaration, context)
    if not declaration.has_coarrays and not counted:
        return None
    items = declaration.items
    check_items(declaration, context)
    keyword = declaration.attributes[0].lower() if not declaration.type else ""
    if keyword == "codimension":
        items = [item for item in items if item.shape]
        declaration.attributes = ["dimension"]
    if not items:
        return []
    attributes = [a for a in declaration.attributes if not is_codimension(a)]
    if needs_save(declaration, context):
        attributes.append("save")
    names = ", ".join(context.value(item.without_coshape()) for item in items)
    start = ", ".join(
        [counted or declaration.type, *attributes] if declaration.type else attributes
    )
    return [f"{context.value(start)} :: {names}"]


def check_items(declaration: Declaration, context: Context) -> None:
    scope = context.scope
    entities = scope.entities if scope.own_type is None else scope.own_type.components
    for item in declaration.items:
        coshape = item.coshape or declaration.coshape
        entity = entities.get(item.name.lower())
        if not coshape or entity is None:
            continue
        if entity.is_pointer:
            raise RuleError(f"'{entity.name}' is a pointer, which no coarray may be")
        check_coshape(item.name, coshape, entity.is_allocatable)
        check_extents(item.name, entity.cobounds or [], scope)


def is_codimension(attribute: str) -> bool:
    return mask(attribute).strip().startswith("codimension")


def counted_type(declaration: Declaration, context: Context) -> str:
    match = re.match(r"(type)\s*\(\s*(\w+)\s*\)", declaration.type.lower())
    name = context.scope.counted_name(match.group(2)) if match else ""
    return f"type(arauto_{name})" if name in COUNTED_TYPES else ""


def needs_save(declaration: Declaration, context: Context) -> bool:
    scope = context.scope
    is_static = declaration.has_coarrays and not {"save", "allocatable"} & declaration.words
    if not is_static or not declaration.type or scope.saves:
        return False
    if scope.kind in ("module", "submodule", "type"):
        return False
    named = [item for item in declaration.items if not item.rest.lstrip().startswith("=")]
    entities = [scope.entities.get(item.name.lower()) for item in named]
    return not any(e and (e.is_dummy or e.is_saved or e.is_allocatable) for e in entities)
