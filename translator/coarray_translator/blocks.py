# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Transfers without descriptors: an address on this image, an image, a number of bytes. Such a
transfer needs three properties of both sides: their types agree, each is contiguous, and both are
scalars or both arrays. In any doubt a descriptor is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .conformity import extents_of
from .designators import Designator, designators
from .text import find, mask, split

if TYPE_CHECKING:
    from .reference import Reference
    from .scopes import Entity
    from .surroundings import Surroundings

INTRINSIC = re.compile(
    r"(integer|real|complex|logical|double\s*precision)\s*(?:\*\s*(\d+)|\((.*)\))?$"
)
LITERAL = re.compile(r"\d+(?:\.\d*)?(?:[ed][-+]?\d+)?|\.\d+(?:[ed][-+]?\d+)?")
ARITHMETIC = re.compile(r"[-+*/() \t]*$")


def type_of(entity: Entity) -> tuple[str, str] | None:
    """Class and kind, "" for the default one; None for other types."""
    match = INTRINSIC.match(entity.type.strip())
    if match is None or entity.derived:
        return None
    name, width, inside = match.groups()
    kind = re.sub(r"^\s*kind\s*=", "", inside or "").strip()
    if width:
        kind = str(int(width) // 2) if name == "complex" else width
    return (
        re.sub(r"\s+", " ", name),
        kind,
    )  # options may change what the default kinds are


def agree(a: Entity, b: Entity) -> bool:
    """The same type. Of names for kinds it must be certain that they mean the same."""
    kinds = type_of(a), type_of(b)
    if kinds[0] is None or kinds[0] != kinds[1]:
        return False
    return kinds[0][1].isdigit() or not kinds[0][1] or a is b or (a.is_local and b.is_local)


ELEMENTAL = {
    "abs",
    "iand",
    "ieor",
    "int",
    "ior",
    "max",
    "merge",
    "min",
    "mod",
    "modulo",
    "nint",
}
ONE_VALUE = {"num_images", "this_image", "size"}


def is_one_value(designator: Designator, text: str, context: Surroundings) -> bool:
    """A scalar variable, or a function of Fortran's own that gives one value here."""
    part = designator.parts[0]
    if len(designator.parts) > 1 or context.scope.find(part.name) is not None:
        return rank_of(designator, text, context) == 0
    if len(part.groups) != 1:
        return False
    arguments = split(text[slice(*part.groups[0])])
    if part.name in ONE_VALUE:
        return len(arguments) == (1 if part.name == "size" else 0)
    return part.name in ELEMENTAL and all(is_scalar_expression(item, context) for item in arguments)


def is_scalar_expression(text: str, context: Surroundings) -> bool:
    """Integers that are certainly one value: literals and scalars, added and multiplied."""
    code = mask(text)
    rest, at = "", 0
    for designator in designators(code):
        if designator.selected >= 0 or not is_one_value(designator, text, context):
            return False
        rest += code[at : designator.start]
        at = designator.end
    rest += code[at:]
    return ARITHMETIC.match(re.sub(r"\d+", "", rest)) is not None and bool(code.strip())


def subscripts_of(designator: Designator, part: int, text: str) -> list[str]:
    groups = designator.parts[part].groups
    return split(text[slice(*groups[0])]) if len(groups) == 1 else []


def rank_of(designator: Designator, text: str, context: Surroundings) -> int | None:
    """0 for what is certainly one value, 1 for an array in one piece, None when in doubt."""
    last = len(designator.parts) - 1
    for i in range(last):
        entity = context.entity_of(designator, i)
        if entity is None or entity.is_pointer or not is_element(designator, i, text, context):
            return None
    entity = context.entity_of(designator, last)
    if entity is None or entity.is_pointer or len(designator.parts[last].groups) > 1:
        return None
    if is_element(designator, last, text, context):
        return 0
    if entity.is_dummy and not entity.is_allocatable:
        return None  # it may have been passed with gaps
    return 1 if is_one_piece(designator, last, text, context) else None


def is_element(designator: Designator, part: int, text: str, context: Surroundings) -> bool:
    entity = context.entity_of(designator, part)
    assert entity is not None
    subscripts = subscripts_of(designator, part, text)
    if entity.rank == 0 or not designator.parts[part].groups:
        return entity.rank == 0 and not designator.parts[part].groups
    return len(subscripts) == entity.rank and all(
        is_scalar_expression(item, context) for item in subscripts
    )


def is_one_piece(designator: Designator, part: int, text: str, context: Surroundings) -> bool:
    """`a`, `a(:, :)`, `a(:, 2:5)`, `a(2:5, 3)`: whole dimensions, a range of one, then elements."""
    entity = context.entity_of(designator, part)
    assert entity is not None
    if not designator.parts[part].groups:
        return entity.rank > 0
    subscripts = subscripts_of(designator, part, text)
    if len(subscripts) != entity.rank:
        return False
    rest = [item.strip() for item in subscripts]
    while rest and rest[0] == ":":
        rest.pop(0)
    if rest and find(mask(rest[0]), ":") >= 0:
        bounds = split(rest.pop(0), ":")
        if len(bounds) != 2 or not all(
            not bound.strip() or is_scalar_expression(bound, context) for bound in bounds
        ):
            return False
    return all(is_scalar_expression(item, context) for item in rest)


def fits(text: str, to: Entity, rank: int, context: Surroundings) -> bool:
    """Whether an expression certainly has the type of `to` and is a scalar or an array as asked."""
    code = mask(text)
    ranks, rest, at = [], "", 0
    for designator in designators(code):
        entity = context.entity_of(designator, len(designator.parts) - 1)
        if entity is None or not agree(entity, to):
            return False
        ranks.append(rank_of(designator, text, context))
        rest += code[at : designator.start]
        at = designator.end
    rest += code[at:]
    if None in ranks or max(ranks, default=0) != rank:
        return False
    is_alone = len(ranks) == 1 and not rest.strip()
    return is_alone or literals_fit(rest, to, bool(ranks))


def literals_fit(rest: str, to: Entity, has_leaf: bool) -> bool:
    """Whether the text between the variables is arithmetic that keeps the type."""
    found = type_of(to)
    assert found is not None
    name, kind = found
    if name not in ("integer", "real", "double precision") or "_" in rest:
        return False
    for literal in LITERAL.findall(rest):
        if not literal_fits(literal, name, kind, has_leaf):
            return False
    return ARITHMETIC.match(LITERAL.sub("", rest)) is not None


def literal_fits(literal: str, name: str, kind: str, has_leaf: bool) -> bool:
    is_wide = name == "double precision" or kind == "8"  # no default literal widens these
    if literal.isdigit():
        return (has_leaf and (is_wide or name != "integer")) or (name, kind) == ("integer", "")
    if "d" in literal:
        return name == "double precision"
    return (name, kind) == ("real", "") or (name != "integer" and is_wide and has_leaf)


def bytes_text(base: str, rank: int, entity: Entity) -> str:
    kind = type_of(entity)
    assert kind is not None
    width = f"storage_size({base}, 8)/8"
    return width if rank == 0 else f"{elements_text(base)}*({width})"


def surely_alike(
    a: tuple[str, Designator], b: tuple[str, Designator], context: Surroundings
) -> bool:
    """Whether both have the same shape, as their texts or constants show."""
    extents = [extents_of(designator, text, context.scope) for text, designator in (a, b)]
    if extents[0] and extents[0] == extents[1] and None not in extents[0]:
        return True
    ranges = [ranges_of(designator, text) for text, designator in (a, b)]
    return ranges[0] is not None and ranges[0] == ranges[1]


def ranges_of(designator: Designator, text: str) -> list[str] | None:
    """The last part's sections, without blanks; None where one has not both bounds."""
    items = subscripts_of(designator, len(designator.parts) - 1, text)
    ranges = [re.sub(r"\s", "", item) for item in items if find(mask(item), ":") >= 0]
    is_written = all(all(split(item, ":")) for item in ranges)
    return ranges if ranges and is_written else None


def elements_text(base: str) -> str:
    return f"size({base}, kind=8)"


def form_and_amount(
    reference: Reference, rank: int, sides: tuple[str, str] | None
) -> tuple[str, str]:
    """
    How the call's name ends, and its arguments that give the length of the transfer.

    Parameters
    ----------
    sides
        left and right of the assignment, where the run must compare their numbers of elements
    """
    if sides is None:
        amount = bytes_text(reference.base, rank, reference.entity)
        return ("block" if rank else "word"), amount
    sizes = ", ".join(elements_text(side) for side in sides)
    return "sized", f"{sizes}, {bytes_text(reference.base, 0, reference.entity)}"


def remote_rank(
    reference: Reference, designator: Designator, text: str, context: Surroundings
) -> int | None:
    entity = reference.entity
    if any(context.scope.find(name) is not None for name in ("size", "storage_size")):
        return None  # the program has its own
    if reference.is_shadowed or reference.keywords or entity is None or type_of(entity) is None:
        return None
    return rank_of(designator, text, context)


def first_array(text: str, context: Surroundings) -> Designator | None:
    """The first variable of an expression that is an array; its shape is the expression's."""
    for designator in designators(mask(text)):
        if rank_of(designator, text, context):
            return designator
    return None


def put_block(
    context: Surroundings,
    text: str,
    designator: Designator,
    reference: Reference,
    start: int,
) -> str | None:
    """The call for `a(..)[k] = value`, whose value begins at `start`; None without certainty."""
    rank = remote_rank(reference, designator, text, context)
    written = text[start:].strip()
    if rank is None or context.is_pure or not fits(written, reference.entity, rank, context):
        return None
    value = context.value(written)
    sides = None
    array = first_array(written, context) if rank else None
    if array is not None and not surely_alike((text, designator), (written, array), context):
        sides = reference.base, context.value(written[array.start : array.end])
    form, amount = form_and_amount(reference, rank, sides)
    return f"call arauto_put_{form}({reference.base}, {reference.image}, {value}, {amount})"


def get_block(
    context: Surroundings,
    target: tuple[str, Designator],
    source: tuple[str, Designator],
    reference: Reference,
) -> str | None:
    """The call for `b(..) = a(..)[k]`."""
    text, to = target
    rank = remote_rank(reference, source[1], source[0], context)
    here = context.entity_of(to, len(to.parts) - 1)
    if rank is None or here is None or context.is_pure or not agree(here, reference.entity):
        return None
    if rank_of(to, text, context) != rank:
        return None
    left = context.value(text[: to.end])
    is_sized = rank and not surely_alike(target, source, context)
    form, amount = form_and_amount(reference, rank, (left, reference.base) if is_sized else None)
    return f"call arauto_get_{form}({left}, {reference.image}, {reference.base}, {amount})"
