# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that gfortran passes wrongly to type(*), dimension(..). For parts of polymorphic elements
it takes the declared type's size as the distance between elements. For a section of a pointer it
finds the first element as if the pointer had never been associated with components. For substrings
in components it passes the length of the whole texts (GCC 12 and 13)."""

from __future__ import annotations

from .designators import Designator, designators
from .errors import RuleError
from .reference import Reference
from .scopes import Entity
from .surroundings import Surroundings
from .text import find, mask, split


def is_array(items: list[str], context: Surroundings) -> bool:
    return any(find(mask(item), ":") >= 0 or context.is_vector(item) for item in items)


def parted(context: Surroundings, text: str, designator: Designator) -> int:
    """Which part has the rank when a component or a substring follows it, or -1."""
    for i, part in enumerate(designator.parts):
        entity = context.entity_of(designator, i)
        if entity is None or entity.rank == 0:
            continue
        items = split(text[slice(*part.groups[0])]) if part.groups else [":"]
        if is_array(items, context):
            return i if i < len(designator.parts) - 1 or len(part.groups) > 1 else -1
    return -1


def misplaced_part(context: Surroundings, text: str, designator: Designator) -> int:
    """Which part has the polymorphic elements of which a component is named, or -1."""
    if not context.options.is_for_gfortran:
        return -1
    at = parted(context, text, designator)
    if not 0 <= at < len(designator.parts) - 1:
        return -1
    return at if known_entity(context, designator, at).is_polymorphic else -1


def known_entity(context: Surroundings, designator: Designator, at: int) -> Entity:
    entity = context.entity_of(designator, at)
    assert entity is not None
    return entity


def pointed_part(context: Surroundings, text: str, designator: Designator) -> int:
    """Which part is a pointer that gives the object its rank, or -1."""
    if not context.options.is_for_gfortran:
        return -1
    for i, part in enumerate(designator.parts):
        entity = context.entity_of(designator, i)
        if entity is None or entity.rank == 0 or not entity.is_pointer:
            continue
        if not part.groups or is_array(split(text[slice(*part.groups[0])]), context):
            return i
    return -1


def is_cut(context: Surroundings, text: str, designator: Designator) -> bool:
    """Whether the object is an array of substrings of a component."""
    last = len(designator.parts) - 1
    entity = context.entity_of(designator, last)
    if not context.options.is_for_gfortran or last == 0 or entity is None:
        return False
    groups = designator.parts[last].groups
    has_substring = len(groups) > (1 if entity.rank > 0 else 0)
    return (
        has_substring
        and entity.type.startswith("character")
        and parted(context, text, designator) >= 0
    )


def without_substring(base: str) -> str:
    """The texts of which the base, as written, is a part."""
    depth = 0
    for at in range(len(base) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(base[at], 0)
        if depth == 0:
            return base[:at]
    raise AssertionError(base)


def uncut(
    context: Surroundings, text: str, designator: Designator, reference: Reference
) -> Reference:
    """Describes substrings to which gfortran gives a wrong length by the whole texts that contain
    them."""
    if not reference.elements and is_cut(context, text, designator):
        reference.elements = without_substring(reference.base)
        reference.is_pointed = True
    return reference


def is_section(text: str, designator: Designator, at: int) -> bool:
    """Whether the part may begin elsewhere than at its first element."""
    groups = designator.parts[at].groups
    return bool(groups) and any(item.strip() != ":" for item in split(text[slice(*groups[0])]))


def is_misplaced(context: Surroundings, value: str) -> bool:
    """Whether the value is a variable of which type(*) would find other elements."""
    found = designators(mask(value))
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(value):
        return False
    pointed = pointed_part(context, value, found[0])
    if pointed >= 0 and is_section(value, found[0], pointed):
        return True
    return misplaced_part(context, value, found[0]) >= 0


def is_cut_variable(context: Surroundings, value: str) -> bool:
    found = designators(mask(value))
    return (
        len(found) == 1
        and found[0].start == 0
        and found[0].end == len(value)
        and is_cut(context, value, found[0])
    )


def uncut_value(context: Surroundings, value: str, rank: int) -> str:
    """The value as type(*) can be given it: a copy of substrings that have a wrong length there."""
    if not is_cut_variable(context, value):
        return value
    if rank != 1:
        raise RuleError(
            f"'{value}' are parts of texts in an array of rank {rank}, which gfortran cannot pass "
            "on; assign them to a variable before"
        )
    return f"[character(kind=kind({value}), len=len({value})) :: {value}]"


def refuse_misplaced(context: Surroundings, statement: str, value: str) -> None:
    found = designators(mask(value))
    if len(found) == 1 and found[0].start == 0 and found[0].end == len(value):
        if misplaced_part(context, value, found[0]) >= 0:
            raise RuleError(
                f"{statement}: '{value}' is a part of polymorphic elements, which gfortran cannot "
                "pass on; assign it to a variable before"
            )
        if is_cut(context, value, found[0]):
            raise RuleError(
                f"{statement}: '{value}' are parts of texts, which gfortran cannot pass on; "
                "assign them to a variable before"
            )
