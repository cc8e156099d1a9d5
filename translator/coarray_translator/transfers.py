# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the calls that move data: which one depends on types and subscripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .designators import designators
from .errors import RuleError
from .text import mask, split

if TYPE_CHECKING:
    from .context import Context, Reference
    from .scopes import Entity


def is_any(context: Context, entity: Entity | None) -> bool:
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


def describe(context: Context, reference: Reference) -> str:
    """The base. Of parts of polymorphic elements these tell how far apart they lie."""
    if not reference.elements:
        return f"arauto_describe({reference.base})"
    kind = "any_in" if is_any(context, reference.entity) else "describe"
    one = f"arauto_{kind}({reference.element})"
    return f"arauto_parts(arauto_any_in({reference.elements}), {one})"


def put(context: Context, reference: Reference, value: str, rank: int) -> str:
    """
    Parameters
    ----------
    rank
        of the value
    """
    pure = "pure_" if context.is_pure else ""
    if has_vectors(context, value) or is_misplaced(context, value):
        value = f"({value})"  # gfortran cannot pass such a variable to type(*)
    if rank == 1 and is_text(reference) and "arauto_value" in value:
        value = f"[{value}]"  # nor the texts that a function gives
    if reference.elements:
        return put_parts(context, reference, value)
    if not is_any(context, reference.entity):
        suffix = "_at" if reference.vectors else ""
        return (
            f"call arauto_{pure}put{suffix}({reference.base}, {reference.image}, "
            f"{value}{tail_of(reference)})"
        )
    refuse(context, reference)
    return (
        f"call arauto_put_any(arauto_any({reference.base}), {reference.image}, "
        f"arauto_any_in({value}){tail_of(reference)})"
    )


def put_parts(context: Context, reference: Reference, value: str) -> str:
    """To parts of polymorphic elements."""
    if reference.vectors or context.is_pure:
        raise RuleError(
            f"'{reference.base}' is a part of polymorphic elements; a vector subscript, a pure "
            "procedure or DO CONCURRENT cannot define it: name one element"
        )
    if is_any(context, reference.entity):
        return (
            f"call arauto_put_any({describe(context, reference)}, {reference.image}, "
            f"arauto_any_in({value}){tail_of(reference)})"
        )
    return (
        f"call arauto_put_parts(arauto_any_in({reference.elements}), {reference.element}, "
        f"{reference.image}, {value}{tail_of(reference)})"
    )


def is_text(reference: Reference) -> bool:
    return reference.entity is not None and reference.entity.type.startswith("character")


def has_vectors(context: Context, value: str) -> bool:
    """Whether the value is a variable with a vector subscript."""
    found = designators(mask(value))
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(value):
        return False
    if context.scope.find(found[0].parts[0].name) is None:
        return False
    groups = [group for part in found[0].parts for group in part.groups]
    return any(context.is_vector(item) for group in groups for item in split(value[slice(*group)]))


def is_misplaced(context: Context, value: str) -> bool:
    """Whether the value is a variable of which type(*) would find other elements."""
    found = designators(mask(value))
    if len(found) != 1 or found[0].start > 0 or found[0].end < len(value):
        return False
    return context.is_misplaced(found[0], context.parted(value, found[0]))


def refuse_misplaced(context: Context, statement: str, value: str) -> None:
    if is_misplaced(context, value):
        raise RuleError(
            f"{statement}: '{value}' is a part of polymorphic elements, which gfortran cannot "
            "pass on; assign it to a variable before"
        )


def get(context: Context, target: str, reference: Reference) -> str:
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


def get_parts(context: Context, target: str, reference: Reference) -> str:
    """From parts of polymorphic elements; with vector subscripts these are no single variable."""
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
        f"arauto_any_in({reference.elements}), {reference.element}{tail_of(reference)})"
    )


def refuse(context: Context, reference: Reference) -> None:
    entity = reference.entity
    assert entity is not None
    if reference.vectors or context.is_pure:
        what = "a vector subscript" if reference.vectors else "a pure procedure or DO CONCURRENT"
        raise RuleError(
            f"'{reference.base}' is of type '{entity.derived}', which is polymorphic, unknown here "
            f"or has bound procedures; {what} cannot have whole objects of it"
        )
