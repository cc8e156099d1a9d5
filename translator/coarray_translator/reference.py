# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""A coindexed object as the translated program names it, and the text of image numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .scopes import Entity

NUMBER = re.compile(r"\d+$")


@dataclass
class Vector:
    """A vector subscript: the base spans the whole of its dimension."""

    dimension: int  # of the base, from 1
    text: str
    from_first: str  # the subscripts counted from the dimension's first element

    @property
    def argument(self) -> str:
        return f"at{self.dimension}={self.from_first}"


@dataclass
class Reference:
    """A coindexed object: the name of the local object, and the image."""

    base: str
    image: str
    keywords: dict[str, str]
    entity: Entity | None
    is_shadowed: bool = False
    may_fail: bool = False  # the access itself reports it: see translated_shadow
    rank: int = 0
    vectors: list[Vector] = field(default_factory=list)
    element: str = ""  # the first element of the base
    is_split: bool = False  # a part of each element: gfortran would pass a copy to typed arguments
    elements: str = ""  # of which the base is a part that gfortran misplaces: see misplaced.py
    is_pointed: bool = False  # they are a pointer's, or texts: type(*) can describe them

    @property
    def described_elements(self) -> str:
        return f"arauto_{'describe' if self.is_pointed else 'any_in'}({self.elements})"


def sizes_of(reference: Reference) -> list[str]:
    """The extent of each dimension of a coindexed object."""
    vectors = {vector.dimension: f"size({vector.text})" for vector in reference.vectors}
    dimensions = range(1, reference.rank + 1)
    of = reference.elements or reference.base
    return [vectors.get(i, f"size({of}, {i})") for i in dimensions]


def image_among(subscripts: list[str], entity: Entity | None, base: str) -> str:
    """The image number in a team whose size is not looked at."""
    if entity is None or entity.is_deferred or entity.cobounds is None:
        return f"arauto_image_among_in({base}, {integers(subscripts)}, huge(1))"
    if len(subscripts) == 1 and entity.cobounds[0][0] == "1":
        return as_integer(subscripts[0])
    lower, upper = bounds_text(entity.cobounds)
    return f"arauto_image_among({integers(subscripts)}, {lower}, {upper}, huge(1))"


def as_integer(text: str) -> str:
    return text.strip() if NUMBER.match(text.strip()) else f"int({text.strip()}, 4)"


def integers(items: list[str]) -> str:
    return f"[integer(4) :: {', '.join(items)}]"


def bounds_text(cobounds: list[tuple[str, str]]) -> tuple[str, str]:
    lower = [low for low, _ in cobounds]
    upper = [high if high not in ("*", "") else low for low, high in cobounds]
    return integers(lower), integers(upper)
