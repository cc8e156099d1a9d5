# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""THIS_IMAGE, NUM_IMAGES, IMAGE_INDEX, LCOBOUND, UCOBOUND and COSHAPE in expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .declarations import parse_list
from .designators import designators
from .errors import RuleError
from .text import mask

if TYPE_CHECKING:
    from .context import Context
    from .scopes import Entity

INQUIRIES = {"this_image", "num_images", "image_index", "lcobound", "ucobound", "coshape"}


def coarray_of(context: Context, text: str) -> tuple[str, Entity]:
    found = designators(mask(text))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if found else None
    if entity is None or not entity.is_coarray:
        raise RuleError(f"'{text}' is not known as a coarray here")
    return context.value(text), entity


def bounds(entity: Entity) -> tuple[str, str]:
    from .context import bounds_text

    assert entity.cobounds is not None
    return bounds_text(entity.cobounds)


def rewrite_inquiry(context: Context, name: str, arguments: str) -> str:
    positional, named = parse_list(arguments)
    if not positional and not named:
        return f"arauto_{name}()"
    if "team" in named or "distance" in named or name == "num_images":
        raise RuleError(f"{name.upper()} with an argument about teams is not translated yet")
    text = named.get("coarray") or positional.pop(0)
    base, entity = coarray_of(context, text)
    assert entity.cobounds is not None
    corank = len(entity.cobounds)
    lower, upper = bounds(entity)
    if name == "image_index":
        sub = context.value(named.get("sub") or positional[0])
        at = f"int({sub}, 4)"
        return (
            f"arauto_image_in({base}, {at})"
            if entity.is_deferred
            else f"arauto_image({at}, {lower}, {upper})"
        )
    known = (base, str(corank)) if entity.is_deferred else (lower, upper)
    dim = named.get("dim") or (positional[0] if positional else "")
    values = values_of(name, entity.is_deferred, known)
    return f"arauto_element({values}, int({context.value(dim)}, 4))" if dim else values


def values_of(name: str, is_deferred: bool, known: tuple[str, str]) -> str:
    arguments = ", ".join(known)
    suffix = "_in" if is_deferred else ""
    if name == "this_image":
        return f"arauto_cosubscripts{suffix}({arguments})"
    lower = f"arauto_lower_in({arguments})" if is_deferred else known[0]
    upper = f"arauto_upper{suffix}({arguments})"
    if name == "lcobound":
        return lower
    return upper if name == "ucobound" else f"({upper} - {lower} + 1)"
