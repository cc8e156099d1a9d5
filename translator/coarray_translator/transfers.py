# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the calls that move data, chosen by types and subscripts."""

from __future__ import annotations

import re

from .designators import designators
from .errors import RuleError
from .misplaced import is_misplaced, uncut_value
from .reference import Reference
from .scopes import Entity
from .surroundings import Surroundings
from .text import mask, split

LITERAL = re.compile(r"(?:\d|\.\d)[\w.]*(?:(?<=[ed])[-+]\d+\w*)?$|\.(?:true|false)\.(?:_\w+)?$")


def is_any(context: Surroundings, entity: Entity | None) -> bool:
    """Whether the object may be no argument of type(*)."""
    if entity is None or not entity.derived or entity.is_counted:
        return False
    return entity.is_polymorphic or not context.scope.may_be_assumed_type(entity.derived)


def tail_of(reference: Reference) -> str:
    """Vector subscripts and STAT=, as they follow the other arguments."""
    words = [vector.argument for vector in reference.vectors]
    if "stat" in reference.keywords:
        words.append(f"stat={reference.keywords['stat']}")
    return "".join(f", {word}" for word in words)


def describe(context: Surroundings, reference: Reference) -> str:
    """The base. For parts that gfortran misplaces, the distance between elements is found from the
    elements, and one of them where it begins."""
    if not reference.elements:
        return f"arauto_describe({reference.base})"
    kind = "any_in" if is_any(context, reference.entity) else "describe"
    one = f"arauto_{kind}({reference.element})"
    return f"arauto_parts({reference.described_elements}, {one})"


def named(
    context: Surroundings, call: tuple[str, str], value: str, may_be_scalar: bool
) -> list[str]:
    """
    A call that describes the value, which gfortran 16 does wrongly for an expression that is one
    number or one object: it takes the value for an address. So such a value is given a name.

    Parameters
    ----------
    call
        the text before and after the value
    """
    if not may_be_scalar or is_variable(context, value):
        return [f"{call[0]}{value}{call[1]}"]
    return [
        f"associate (arauto_e => ({value}))",  # in brackets: see rules/head.py
        f"{call[0]}arauto_e{call[1]}",
        "end associate",
    ]


def may_be_number(reference: Reference, rank: int) -> bool:
    """Whether what is put there, which has the rank, may be one value that is no text."""
    return rank == 0 and not is_text(reference)


def is_variable(context: Surroundings, value: str) -> bool:
    """Whether the value is a variable or a constant. What is unknown here may be a function."""
    code = mask(value).strip()
    if LITERAL.match(code) or code[:1] in ("'", '"'):
        return True
    found = designators(code)
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(code):
        return False
    first = found[0].parts[0]
    entity = context.scope.find(first.name)
    if entity is None:
        return not first.groups and context.scope.find_function(first.name) is None
    is_function = entity.rank == 0 and first.groups and not entity.type.startswith("character")
    return not is_function and context.scope.find_function(first.name) is None


def put(context: Surroundings, reference: Reference, value: str, rank: int) -> list[str]:
    """
    Parameters
    ----------
    rank
        of the value
    """
    pure = "pure_" if context.is_pure else ""
    if has_vectors(context, value) or is_misplaced(context, value):
        value = f"({value})"  # gfortran cannot pass such a variable to type(*)
    value = uncut_value(context, value, rank)
    if rank == 1 and is_text(reference) and "arauto_value" in value:
        value = f"[{value}]"  # nor the texts that a function gives
    if reference.elements:
        return put_parts(context, reference, value, rank)
    if not is_any(context, reference.entity) and not is_polymorphic(context, value):
        suffix = "_at" if reference.vectors else ""
        start = f"call arauto_{pure}put{suffix}({reference.base}, {reference.image}, "
        return named(
            context, (start, f"{tail_of(reference)})"), value, may_be_number(reference, rank)
        )
    refuse(context, reference)
    return [
        f"call arauto_put_any(arauto_any({reference.base}), {reference.image}, "
        f"arauto_any_in({value}){tail_of(reference)})"
    ]


def put_parts(context: Surroundings, reference: Reference, value: str, rank: int) -> list[str]:
    """To parts that gfortran misplaces."""
    if reference.vectors or context.is_pure:
        raise RuleError(
            f"'{reference.base}' is a section of a pointer, or a part of polymorphic elements or "
            "of texts; a vector subscript, a pure procedure or DO CONCURRENT cannot define it: "
            "name one element"
        )
    if is_any(context, reference.entity):
        return [
            f"call arauto_put_any({describe(context, reference)}, {reference.image}, "
            f"arauto_any_in({value}){tail_of(reference)})"
        ]
    start = f"call arauto_put_parts({reference.described_elements}, {reference.element}, "
    call = (f"{start}{reference.image}, ", f"{tail_of(reference)})")
    return named(context, call, value, may_be_number(reference, rank))


def is_text(reference: Reference) -> bool:
    return reference.entity is not None and reference.entity.type.startswith("character")


def is_polymorphic(context: Surroundings, value: str) -> bool:
    """Whether the value is a polymorphic variable, of which type(*) is given something else."""
    found = designators(mask(value))
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(value):
        return False
    entity = context.entity_of(found[0], len(found[0].parts) - 1)
    return entity is not None and entity.is_polymorphic


def has_vectors(context: Surroundings, value: str) -> bool:
    """Whether the value is a variable with a vector subscript."""
    found = designators(mask(value))
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(value):
        return False
    if context.scope.find(found[0].parts[0].name) is None:
        return False
    groups = [group for part in found[0].parts for group in part.groups]
    return any(context.is_vector(item) for group in groups for item in split(value[slice(*group)]))


def get(context: Surroundings, target: str, reference: Reference) -> str:
    """Into a variable that has the shape already."""
    pure = "pure_" if context.is_pure else ""
    if reference.elements:
        return get_parts(context, target, reference)
    if not is_any(context, reference.entity):
        name = "get_at" if reference.vectors else f"{pure}get"
        tail = tail_of(reference)
        return f"call arauto_{name}({target}, {reference.image}, {reference.base}{tail})"
    refuse(context, reference)
    return (
        f"call arauto_get_any(arauto_any({target}), {reference.image}, "
        f"arauto_any_in({reference.base}){tail_of(reference)})"
    )


def get_parts(context: Surroundings, target: str, reference: Reference) -> str:
    """From parts that gfortran misplaces; with vector subscripts these are no single variable."""
    if reference.vectors:
        refuse(context, reference)
    if is_any(context, reference.entity):
        refuse(context, reference)
        return (
            f"call arauto_get_any(arauto_any({target}), {reference.image}, "
            f"{describe(context, reference)}{tail_of(reference)})"
        )
    return (
        f"call arauto_get_parts({target}, {reference.image}, "
        f"{reference.described_elements}, {reference.element}{tail_of(reference)})"
    )


def refuse(context: Surroundings, reference: Reference) -> None:
    entity = reference.entity
    assert entity is not None
    if reference.vectors or context.is_pure:
        what = "a vector subscript" if reference.vectors else "a pure procedure or DO CONCURRENT"
        raise RuleError(
            f"'{reference.base}' is of type '{entity.derived}', which is polymorphic, unknown here "
            f"or has bound procedures; {what} cannot have whole objects of it"
        )
