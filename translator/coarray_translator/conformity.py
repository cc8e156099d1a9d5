# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the two sides of an assignment to or from another image conform. The compiler checks
a plain assignment, but not a call with type(*)."""

from __future__ import annotations

from .designators import Designator, parse_designator
from .errors import RuleError
from .expressions import NUMBERS, constant, is_literal, type_of, type_of_expression
from .scopes import Scope
from .surroundings import Surroundings
from .text import find, mask, split

Extent = int | None


def check_assignment(context: Surroundings, text: str, target: Designator, value: str) -> None:
    """
    Raises
    ------
    RuleError
        when types or shapes certainly do not fit
    """
    scope = context.scope
    left = text[target.start : target.end]
    entity = scope.entity_of(target, len(target.parts) - 1)
    if entity is None:
        return
    check_types(scope, (left, type_of(entity)), type_of_expression(value, scope))
    check_shapes(left, extents_of(target, text, scope), extents_of_value(value, scope))


def extents_of_value(value: str, scope: Scope) -> list[Extent] | None:
    """The extents of a variable, or of an array constructor of literals; None for other values."""
    source = parse_designator(mask(value), 0)
    if source is not None and source.end == len(value.rstrip()) and not is_call(source, scope):
        return extents_of(source, value, scope)
    inside = value.strip()[1:-1] if value.strip()[:1] == "[" and value.strip()[-1:] == "]" else ""
    items = split(inside)
    return [len(items)] if items and all(is_literal(item) for item in items) else None


def is_call(designator: Designator, scope: Scope) -> bool:
    first = designator.parts[0]
    entity = scope.find(first.name)
    return entity is None or (bool(first.groups) and scope.find_function(first.name) is not None)


def check_types(scope: Scope, target: tuple[str, str], given: str) -> None:
    """
    Parameters
    ----------
    target
        as it is written, and its type
    """
    left, wanted = target
    if not wanted or not given or wanted == given or {wanted, given} <= set(NUMBERS):
        return
    names = [name[5:] for name in (wanted, given) if name.startswith("type ")]
    types = [scope.find_type(name) for name in names]
    is_same = len(types) == 2 and len({known.name for known in types if known}) == 1
    if None in types or is_same or any(scope.may_assign(name) for name in names):
        return
    raise RuleError(f"'{left}' is of type {shown(wanted)}, and the value is of type {shown(given)}")


def shown(name: str) -> str:
    return f"'{name[5:]}'" if name.startswith("type ") else name.upper()


def check_shapes(left: str, to: list[Extent] | None, of: list[Extent] | None) -> None:
    if to is None or not of:
        return
    if len(to) != len(of):
        has = f"has rank {len(to)}" if to else "is one element"
        raise RuleError(f"'{left}' {has}, and the value has rank {len(of)}")
    for i, (wanted, given) in enumerate(zip(to, of)):
        if wanted is not None and given is not None and wanted != given:
            raise RuleError(
                f"'{left}' has {wanted} elements in dimension {i + 1}, and the value has {given}"
            )


def extents_of(designator: Designator, text: str, scope: Scope) -> list[Extent] | None:
    """The extent of each dimension, as far as constants give it; None when not even the rank is
    certain."""
    found: list[Extent] = []
    for i, part in enumerate(designator.parts):
        entity = scope.entity_of(designator, i)
        if entity is None:
            return None
        if entity.rank == 0:
            continue
        if found:
            return None  # two parts with a rank, which compilers refuse
        is_declared = not (entity.is_allocatable or entity.is_pointer)
        is_certain = is_declared and len(entity.bounds) == entity.rank
        bounds = entity.bounds if is_certain else [(None, None)] * entity.rank
        items = split(text[slice(*part.groups[0])]) if part.groups else [":"] * entity.rank
        if len(items) != entity.rank:
            return None
        for item, known in zip(items, bounds):
            found += extent_of(item, known, scope)
    return found


def extent_of(item: str, known: tuple[Extent, Extent], scope: Scope) -> list[Extent]:
    """None at all of a subscript that names one element."""
    from .ranks import rank_of

    if find(mask(item), ":") < 0:
        return [None] if rank_of(item, scope) > 0 else []
    parts = split(item, ":")
    low, high = (
        constant(part, scope) if part.strip() else bound for part, bound in zip(parts, known)
    )
    step = constant(parts[2], scope) if len(parts) > 2 and parts[2].strip() else 1
    if low is None or high is None or not step:
        return [None]
    return [max(0, (high - low + step) // step)]


def check_integer(text: str, what: str, scope: Scope) -> None:
    """Refuses a value that would be converted: a real number must not become an image's."""
    given = type_of_expression(text, scope)
    if given and given != "integer":
        raise RuleError(f"{what} '{text}' is of type {shown(given)}, not INTEGER")
