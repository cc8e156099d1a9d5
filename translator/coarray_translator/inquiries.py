# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""THIS_IMAGE, NUM_IMAGES, IMAGE_INDEX, LCOBOUND, UCOBOUND and COSHAPE in expressions."""

from __future__ import annotations

from .declarations import parse_list
from .designators import designators
from .errors import RuleError
from .intrinsics import INQUIRIES
from .reference import bounds_text
from .scopes import Entity
from .surroundings import Surroundings
from .text import mask


def coarray_of(context: Surroundings, text: str) -> tuple[str, Entity]:
    found = designators(mask(text))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if found else None
    if entity is None or not entity.is_coarray:
        raise RuleError(f"'{text}' is not known as a coarray here")
    return context.value(text), entity


def bounds(entity: Entity) -> tuple[str, str]:
    assert entity.cobounds is not None
    return bounds_text(entity.cobounds)


def is_team(context: Surroundings, text: str) -> bool:
    """Whether an argument is a team, not a coarray and not a number."""
    found = designators(mask(text))
    if len(found) != 1 or found[0].end != len(text):
        return False
    entity = context.entity_of(found[0], len(found[0].parts) - 1)
    if entity is None:
        return found[0].parts[-1].name == "get_team" or gives_team(context, found[0].parts[-1].name)
    return entity.derived == "team_type"


def gives_team(context: Surroundings, name: str) -> bool:
    """Whether it is a function of the program whose value is a team."""
    function = context.scope.find_function(name)
    return function is not None and function.result_type == "team_type"


def take_team(context: Surroundings, positional: list[str], named: dict[str, str], at: int) -> str:
    """The value of an argument TEAM or TEAM_NUMBER, which may be given by position; else ""."""
    number = named.pop("team_number", "")
    text = named.pop("team", "")
    if not (text or number) and at < len(positional):
        text = positional.pop(at)
        if not is_team(context, text):
            number = text
    return f"int({context.value(number)}, 8)" if number else context.value(text)


def rewrite_number(
    context: Surroundings, name: str, positional: list[str], named: dict[str, str]
) -> str:
    """NUM_IMAGES, and THIS_IMAGE without a coarray."""
    allowed = {"team", "team_number"} if name == "num_images" else {"team"}
    if named.keys() - allowed or len(positional) + len(named) > 1:
        raise RuleError(f"{name.upper()} takes no argument but {' or '.join(sorted(allowed))}")
    return f"arauto_{name}({take_team(context, positional, named, 0)})"


def rewrite_inquiry(context: Surroundings, name: str, arguments: str) -> str:
    positional, named = parse_list(arguments)
    has_coarray = "coarray" in named or (positional and not is_team(context, positional[0]))
    if name == "num_images" or (name == "this_image" and not has_coarray):
        return rewrite_number(context, name, positional, named)
    words = INQUIRIES[name]
    if named.keys() - set(words) or len(positional) + len(named) > len(words):
        raise RuleError(f"{name.upper()} takes {', '.join(words)}, not '({arguments})'")
    text = named.get("coarray") or positional.pop(0)
    base, entity = coarray_of(context, text)
    assert entity.cobounds is not None
    lower, upper = bounds(entity)
    if name == "image_index":
        return rewrite_index(context, (base, entity), positional, named)
    known = (base, str(len(entity.cobounds))) if entity.is_deferred else (lower, upper)
    if name == "this_image":
        has_team = bool(positional) and is_team(context, positional[-1])
        team = take_team(context, positional, named, len(positional) - 1 if has_team else 9)
        known = (*known, f"arauto_this_image({team})") if team else known
    if name == "coshape":
        positional.insert(0, "")  # it has no DIM
    dim = named.get("dim") or "".join(positional[:1])
    kind = named.get("kind") or "".join(positional[1:2])
    values = values_of(name, entity.is_deferred, known)
    if dim:
        values = f"arauto_element({values}, int({context.value(dim)}, 4))"
    return f"int({values}, {kind})" if kind and name != "this_image" else values


def rewrite_index(
    context: Surroundings, coarray: tuple[str, Entity], positional: list[str], named: dict[str, str]
) -> str:
    base, entity = coarray
    sub = named.get("sub") or (positional.pop(0) if positional else "")
    if not sub:
        raise RuleError("IMAGE_INDEX names no cosubscripts")
    team = take_team(context, positional, named, 0)
    at = f"int({context.value(sub)}, 4)"
    place = (base, at) if entity.is_deferred else (at, *bounds(entity))
    among, count = ("_among", (f"arauto_num_images({team})",)) if team else ("", ())
    suffix = "_in" if entity.is_deferred else ""
    return f"arauto_image{among}{suffix}({', '.join([*place, *count])})"


def values_of(name: str, is_deferred: bool, known: tuple[str, ...]) -> str:
    arguments = ", ".join(known)
    suffix = "_in" if is_deferred else ""
    if name == "this_image":
        return f"arauto_cosubscripts{suffix}({arguments})"
    lower = f"arauto_lower_in({arguments})" if is_deferred else known[0]
    upper = f"arauto_upper{suffix}({arguments})"
    if name == "lcobound":
        return lower
    return upper if name == "ucobound" else f"({upper} - {lower} + 1)"
