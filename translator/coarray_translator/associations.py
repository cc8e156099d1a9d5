# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The meaning of names in ASSOCIATE and SELECT TYPE, as far as their selectors are known."""

from __future__ import annotations

import re
from dataclasses import replace

from .designators import Designator, designators
from .ranks import rank_of
from .scopes import Entity, Scope
from .text import mask, split


def associations(inside: str, scope: Scope, is_select_type: bool) -> dict[str, Entity]:
    """
    Parameters
    ----------
    inside
        the text between the parentheses of the statement
    """
    names = {}
    for item in split(inside):
        name, arrow, selector = item.partition("=>")
        if not arrow and not is_select_type:
            continue
        name = name.strip().lower()
        names[name] = associated(name, (selector if arrow else item).strip(), scope)
    return names


def associated(name: str, selector: str, scope: Scope) -> Entity:
    found = designators(mask(selector))
    rank = rank_of(selector, scope)
    if len(found) != 1 or found[0].start != 0 or found[0].end != len(selector):
        return Entity(name, rank=rank)
    entity = scope.entity_of(found[0], len(found[0].parts) - 1)
    if entity is None or is_call(found[0], scope):
        return Entity(name, rank=rank)
    cobounds = entity.cobounds if found[0].selected < 0 else None
    return replace(
        entity,
        name=name,
        rank=rank,
        cobounds=cobounds,
        is_allocatable=False,
        is_pointer=False,
        is_dummy=False,
        is_local=False,
        is_optional=False,
        is_assumed_size=False,
        bounds=[],
        is_in_coarray=scope.is_in_coarray(found[0], len(found[0].parts) - 1),
    )


def is_call(designator: Designator, scope: Scope) -> bool:
    first = designator.parts[0]
    return bool(first.groups) and scope.find_function(first.name) is not None


def guarded_type(code: str, scope: Scope) -> dict[str, Entity]:
    """In the block of `type is (t)` and `class is (t)` the name is of type `t`."""
    while scope.kind != "select type" and scope.parent is not None:
        scope = scope.parent
    match = re.match(r"(type|class)\s+is\s*\(\s*(\w+)", code)
    if match is None:
        return {}
    kind, derived = match.groups()
    return {
        name: replace(entity, type=f"{kind}({derived})", derived=derived)
        for name, entity in scope.entities.items()
    }
