# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Types, variables and parts of variables of the random programs, with a model in Python of what
each image's variables hold, so that the results of a statement are known without any compiler.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

# Every value is small, and every real number a multiple of 1/4, so that nothing is rounded.
BASES = {
    "i1": "integer(1)",
    "i2": "integer(2)",
    "i4": "integer",
    "i8": "integer(8)",
    "r4": "real",
    "r8": "real(8)",
    "c4": "complex",
    "c8": "complex(8)",
    "l4": "logical",
    "l1": "logical(1)",
    "s3": "character(3)",
    "s6": "character(6)",
}
MODULUS = 31
Value = int | float | complex | bool | str | dict
Bounds = tuple[tuple[int, int], ...]
Position = tuple[list, int]  # a list of values, and the index of one of them


@dataclass(frozen=True)
class Component:
    name: str
    type: Type
    bounds: Bounds = ()
    attribute: str = ""  # "allocatable" or "pointer"


@dataclass(frozen=True)
class Type:
    """An intrinsic type, named as in BASES, or a derived one with components."""

    name: str
    components: tuple[Component, ...] = ()

    @property
    def text(self) -> str:
        return f"type({self.name})" if self.components else BASES[self.name]

    @property
    def group(self) -> str:
        """Types of one group can be assigned to each other."""
        if self.components:
            return self.name
        return {"i": "number", "r": "number", "c": "number"}.get(self.name[0], self.name[0])

    @property
    def has_pointers(self) -> bool:
        return any(c.attribute or c.type.has_pointers for c in self.components)


def intrinsic(name: str) -> Type:
    return Type(name)


def count(bounds: Bounds) -> int:
    product = 1
    for low, high in bounds:
        product *= high - low + 1
    return product


def make_value(kind: Type, leaves: Iterator[int], seed: int) -> Value:
    """The value that the program's `set_...` gives an element, its leaves numbered on."""
    if kind.components:
        return {
            c.name: [make_value(c.type, leaves, seed) for _ in range(count(c.bounds))]
            for c in kind.components
        }
    base = (7 * next(leaves) + seed) % MODULUS
    letter = kind.name[0]
    if letter == "s":
        return "".join(chr(97 + (base + i) % 26) for i in range(int(kind.name[1:])))
    return {"i": base, "r": base * 0.25, "c": complex(base * 0.25, -base * 0.5)}.get(
        letter, base % 2 == 0
    )


def convert(value: Value, kind: Type) -> Value:
    """The value that an assignment to a variable of the type stores."""
    letter = kind.name[0]
    if kind.components or letter == "l":
        return copy.deepcopy(value)
    if letter == "s":
        length = int(kind.name[1:])
        return value[:length].ljust(length)
    if letter == "c":
        return complex(value)
    part = value.real
    return int(part) if letter == "i" else float(part)


def show(value: Value) -> str:
    """The value as the program's `show_...` prints it."""
    if isinstance(value, dict):
        return "".join(show(v) for values in value.values() for v in values)
    if isinstance(value, bool):
        return " T" if value else " F"
    if isinstance(value, str):
        return f" [{value}]"
    if isinstance(value, complex):
        return f" {round(value.real * 4)} {round(value.imag * 4)}"
    return f" {value}" if isinstance(value, int) else f" {round(value * 4)}"


def count_leaves(kind: Type) -> int:
    """How many values of intrinsic types an element has."""
    if not kind.components:
        return 1
    return sum(count(c.bounds) * count_leaves(c.type) for c in kind.components)


@dataclass
class Variable:
    name: str
    type: Type
    bounds: Bounds
    number: int  # distinguishes its contents from those of others
    cobounds: str = ""  # "*", "0:*", "2, *"; empty: not a coarray
    storage: str = "local"
    backing: tuple[str, Bounds, str] | None = None  # of a dummy argument: name, bounds, the actual
    positions: list[int] = field(default_factory=list)  # of its elements, in the backing's
    is_target: bool = False

    @property
    def store(self) -> str:
        return self.backing[0] if self.backing else self.name

    @property
    def store_size(self) -> int:
        return count(self.backing[1]) if self.backing else count(self.bounds)


State = list[dict[str, list]]  # of image 1, 2, ...: the elements of each variable


def make_state(variables: list[Variable], images: int) -> State:
    return [
        {
            v.store: [
                make_value(v.type, leaves, 5 * v.number + 11 * image) for _ in range(v.store_size)
            ]
            for v in variables
            for leaves in [itertools.count()]
        }
        for image in range(1, images + 1)
    ]


@dataclass(frozen=True)
class Selector:
    """Which image: the expression, and what it gives."""

    text: str
    find: Callable[[int, int], int]  # (me, np)
    is_same_on_all: bool = False

    def brackets(self, cobounds: str) -> str:
        e = self.text
        if cobounds == "0:*":
            return f"[{e} - 1]"
        if cobounds == "2, *":
            return f"[mod({e} - 1, 2) + 1, ({e} - 1)/2 + 1]"
        return f"[{e}]"


@dataclass
class Part:
    """One step of a designator: a component, which elements of it, and a text."""

    component: str  # empty: the variable
    indices: list[int]


@dataclass
class Designator:
    text: str
    variable: Variable
    type: Type
    extents: tuple[int, ...]
    parts: list[Part]
    selector: Selector | None
    has_vector: bool
    crosses_pointer: bool
    can_be_cut: bool = True  # brackets behind it select a substring
    substring: tuple[int, int] | None = None

    def positions(self, state: State, me: int) -> list[Position]:
        images = len(state)
        image = self.selector.find(me, images) if self.selector else me
        values = state[image - 1][self.variable.store]
        positions = [(values, self.variable.positions[i]) for i in self.parts[0].indices]
        for part in self.parts[1:]:
            positions = [(v[k][part.component], i) for v, k in positions for i in part.indices]
        return positions

    def read(self, state: State, me: int) -> list[Value]:
        values = [copy.deepcopy(values[i]) for values, i in self.positions(state, me)]
        if self.substring:
            first, last = self.substring
            values = [value[first - 1 : last] for value in values]
        return values

    def write(self, position: Position, value: Value) -> None:
        values, i = position
        if self.substring:
            first, last = self.substring
            part = value[: last - first + 1].ljust(last - first + 1)
            values[i] = values[i][: first - 1] + part + values[i][last:]
        else:
            values[i] = convert(value, self.type)


def make_subscript(
    rng: random.Random, low: int, high: int, extent: int, vectors: bool
) -> tuple[str, list[int], bool] | None:
    """One subscript of `extent` elements: its text, the offsets from `low`, whether a vector."""
    room = high - low + 1
    if extent > room:
        return None
    if vectors and rng.random() < 0.2:
        chosen = rng.sample(range(low, high + 1), extent)
        return "[" + ", ".join(map(str, chosen)) + "]", [i - low for i in chosen], True
    if extent == room and rng.random() < 0.6:
        return ":", list(range(room)), False
    stride = rng.randint(1, (room - 1) // (extent - 1)) if extent > 1 else 1
    first = rng.randint(low, high - (extent - 1) * stride)
    chosen = [first + i * stride for i in range(extent)]
    if extent > 1 and rng.random() < 0.2:
        chosen.reverse()
        return f"{chosen[0]}:{chosen[-1]}:{-stride}", [i - low for i in chosen], False
    text = f"{chosen[0]}:{chosen[-1]}" + (f":{stride}" if stride > 1 else "")
    return text, [i - low for i in chosen], False


def make_subscripts(
    rng: random.Random, bounds: Bounds, extents: tuple[int, ...], vectors: bool, can_omit: bool
) -> tuple[str, list[int], bool] | None:
    """Subscripts of a whole array that select `extents`: text, flat offsets, whether a vector."""
    if can_omit and len(extents) == len(bounds) and rng.random() < 0.3:
        sizes = tuple(high - low + 1 for low, high in bounds)
        if sizes == extents:
            return "", list(range(count(bounds))), False
    if len(extents) > len(bounds):
        return None
    kept = sorted(rng.sample(range(len(bounds)), len(extents)))
    texts, offsets, has_vector = [], [], False
    for dim, (low, high) in enumerate(bounds):
        if dim in kept:
            made = make_subscript(rng, low, high, extents[kept.index(dim)], vectors)
            if made is None:
                return None
            texts.append(made[0])
            offsets.append(made[1])
            has_vector |= made[2]
        else:
            chosen = rng.randint(low, high)
            texts.append(str(chosen) if rng.random() < 0.7 else f"{chosen - 2} + two")
            offsets.append([chosen - low])
    flat = []
    for index in itertools.product(*reversed(offsets)):
        position = 0
        for (low, high), i in zip(reversed(bounds), index, strict=True):
            position = position * (high - low + 1) + i
        flat.append(position)
    return "(" + ", ".join(texts) + ")", flat, has_vector


def try_designator(
    rng: random.Random,
    variable: Variable,
    extents: tuple[int, ...],
    selector: Selector | None,
    vectors: bool,
) -> Designator | None:
    text, parts, kind = "", [], variable.type
    left, has_vector, crosses, done = extents, False, False, False
    step: Variable | Component = variable
    while True:
        takes = bool(left) and (not isinstance(step, Component) or rng.random() < 0.7)
        takes = takes and bool(step.bounds) and (rng.random() < 0.7 or not kind.components)
        if isinstance(step, Component) and step.attribute:
            if done:
                return None
            crosses = True
        made = (
            make_subscripts(
                rng, step.bounds, left if takes else (), vectors, bool(parts) or not selector
            )
            if step.bounds
            else ("", [0], False)
        )
        if made is None:
            return None
        text += ("%" if parts else "") + step.name + made[0]
        if not parts and selector:
            text += selector.brackets(variable.cobounds)
        parts.append(Part(step.name if parts else "", made[1]))
        has_vector |= made[2]
        if takes:
            left, done = (), True
        kind = step.type
        if not kind.components or (not left and rng.random() < 0.25):
            break
        step = rng.choice(kind.components)
    if left:
        return None
    can_be_cut = not step.bounds or bool(made[0])
    return Designator(
        text, variable, kind, extents, parts, selector, has_vector, crosses, can_be_cut
    )


def make_designator(
    rng: random.Random,
    variable: Variable,
    extents: tuple[int, ...],
    selector: Selector | None = None,
    *,
    vectors: bool = True,
    group: str = "",
) -> Designator | None:
    """A random part of the variable with these extents, of types of a group where one is given."""
    for _ in range(30):
        made = try_designator(rng, variable, extents, selector, vectors)
        if made is None or (group and made.type.group != group):
            continue
        if made.type.name in ("s3", "s6") and rng.random() < 0.2 and made.can_be_cut:
            last = int(made.type.name[1:])
            made.substring = (rng.randint(1, 2), rng.randint(2, last))
            made.text += f"({made.substring[0]}:{made.substring[1]})"
        return made
    return None
