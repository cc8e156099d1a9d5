# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto fc --debug`: a subscript of an object of another image passes through a function of the
runtime, which ends the program where it is outside the bounds. As part of the expression it is
checked exactly when it is evaluated, also in heads of loops and in pure procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .blocks import is_scalar_expression
from .reference import bounds_text
from .runtime_checks import LIMITS
from .text import split

if TYPE_CHECKING:
    from .designators import Designator
    from .scopes import Entity
    from .surroundings import Surroundings

INDEX, IMAGE = "{i}", "{k}"  # braces are no characters of Fortran


def checked_subscripts(
    context: Surroundings, text: str, designator: Designator, part: int, whole: str
) -> list[str]:
    """
    The subscripts of a part, each within a check where there is a bound to compare it with.

    Parameters
    ----------
    whole
        the array of which they are subscripts, as the translated program names it
    """
    items = split(text[slice(*designator.parts[part].groups[0])])
    entity = context.entity_of(designator, part)
    assert entity is not None
    if not context.options.has_checks or len(items) != entity.rank:
        return items
    checked = list(items)
    for n, item in enumerate(items):
        if entity.is_assumed_size and n == len(items) - 1:
            continue  # it has no upper bound
        bounds = f"lbound({whole}, {n + 1}, 8), ubound({whole}, {n + 1}, 8)"
        dimension = n + 1 if len(items) > 1 else 0
        name, image = named(context, text, designator, part, n)
        rest = f"{bounds}, {is_there(entity, whole)}, {dimension}, {name}, {image})"
        checked[n] = check(context, item, f"{whole}, {n + 1}, 8", rest)
    return checked


def check(context: Surroundings, item: str, dimension: str, rest: str) -> str:
    limits = split(item, ":")
    if len(limits) == 1:
        return f"arauto_checked({item}, {rest}"
    # The check replaces one limit, whose value it gives, and the other two are evaluated twice. So
    # a function may be called in one of them. No statement can come before an expression that may
    # be the head of a loop, or not be evaluated at all, to keep the results of two.
    calls = [
        n for n, limit in enumerate(limits) if limit and not is_scalar_expression(limit, context)
    ]
    if not any(limits[:2]) or len(calls) > 1:
        return item
    first = limits[0] or f"lbound({dimension})"
    last = limits[1] or f"ubound({dimension})"
    step = limits[2] if len(limits) > 2 else "1"
    at = calls[0] if calls else 0
    values = f"int({first}, 8), int({last}, 8), int({step}, 8)"
    limits[at] = f"arauto_checked_{LIMITS[at]}({values}, {rest}"
    return ":".join(limits)


def is_there(entity: Entity, whole: str) -> str:
    if entity.is_allocatable:
        return f"allocated({whole})"
    return f"associated({whole})" if entity.is_pointer else ".true."


def named(
    context: Surroundings, text: str, designator: Designator, part: int, subscript: int
) -> tuple[str, str]:
    """The object as a literal, with signs in place of the subscript and the cosubscript; and the
    value of that cosubscript. Several, and those that a function gives, are shown as written."""
    changes = [with_sign(text, designator.parts[part].groups[0], subscript)]
    selector = selector_of(designator)
    cosubscripts = split(text[slice(*selector)])
    if len(cosubscripts) != 1 or not is_scalar_expression(cosubscripts[0], context):
        return literal(text, designator, changes), "0"
    changes.append((selector, IMAGE))
    return literal(text, designator, changes), f"int({cosubscripts[0]}, 4)"


def selector_of(designator: Designator) -> tuple[int, int]:
    selector = designator.parts[designator.selected].selector
    assert selector is not None
    return selector


def with_sign(text: str, span: tuple[int, int], at: int) -> tuple[tuple[int, int], str]:
    """The list in brackets, with the sign in place of one of its items."""
    items = split(text[slice(*span)])
    items[at] = INDEX
    return span, ", ".join(items)


def literal(text: str, designator: Designator, changes: list[tuple[tuple[int, int], str]]) -> str:
    out, at = "", designator.start
    for (start, end), change in sorted(changes):
        out += text[at:start] + change
        at = end
    out += text[at : designator.end]
    return "'" + out.replace("'", "''") + "'"


def checked_cosubscripts(
    context: Surroundings, text: str, designator: Designator, items: list[str], base: str
) -> list[str]:
    """
    Several cosubscripts, each within a check. One alone is an image number, which every access
    checks.

    Parameters
    ----------
    base
        the coarray as the translated program names it
    """
    entity = context.entity_of(designator, designator.selected)
    if not context.options.has_checks or len(items) < 2 or entity is None:
        return items
    cobounds = entity.cobounds
    if cobounds is None or (len(cobounds) != len(items) and not entity.is_deferred):
        return items
    lower = f"arauto_lower_in({base}, {len(items)})"
    upper = f"arauto_upper_in({base}, {len(items)})"
    if not entity.is_deferred:
        lower, upper = bounds_text(cobounds)
        upper = f"arauto_upper({lower}, {upper})"
    checked = []
    for n, item in enumerate(items):
        limits = [f"int(arauto_element({side}, {n + 1}), 8)" for side in (lower, upper)]
        name = literal(text, designator, [with_sign(text, selector_of(designator), n)])
        rest = f"{', '.join(limits)}, .true., {-n - 1}, {name}, 0)"
        checked.append(f"arauto_checked({item}, {rest}")
    return checked
