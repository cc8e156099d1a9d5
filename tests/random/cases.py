# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Random statements with coarrays: variables of random types and storage, one statement between
parts of them, and what the statement makes of a model of all images.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from values import (
    BASES,
    Bounds,
    Component,
    Designator,
    Selector,
    State,
    Type,
    Value,
    Variable,
    convert,
    count,
    count_leaves,
    intrinsic,
    make_designator,
    show,
)

ME = Selector("me", lambda me, _np: me)
SELECTORS = (
    Selector("next", lambda me, np: me % np + 1),
    Selector("next", lambda me, np: me % np + 1),
    Selector("prev", lambda me, np: (me - 2) % np + 1),
    Selector("mod(me, np) + 1", lambda me, np: me % np + 1),
    Selector("turn(me, 1)", lambda me, np: me % np + 1),
    Selector("ring(2)", lambda me, np: (me - 2) % np + 1),
    Selector("1", lambda _me, _np: 1, is_same_on_all=True),
    Selector("np", lambda _me, np: np, is_same_on_all=True),
    ME,
)
STORAGES = ("module", "saved", "allocatable", "explicit", "assumed", "dummy", "section") * 5 + (
    "recursive",
)
LOCAL_STORAGES = (
    "local", "local", "allocatable", "pointer", "assumed", "explicit", "section", "class",
)  # fmt: skip
CONTEXTS = ("plain",) * 6 + ("block", "associate", "internal", "if", "do", "where", "result")
NUMBERS = tuple(name for name in BASES if name[0] in "irc")
Read = Callable[[State, int], list[Value]]


@dataclass
class Expression:
    text: str
    extents: tuple[int, ...]
    read: Read
    group: str
    is_remote: bool = False


@dataclass
class Case:
    """One statement with its variables."""

    number: int
    types: list[Type]
    variables: list[Variable]
    statement: str = ""
    context: str = "plain"
    guard: str = ""  # which images execute it
    apply: Callable[[State], None] = lambda _state: None
    left: Designator | None = None
    right: str = ""
    shown_on: str = ""  # which images have defined values afterwards
    shows: Callable[[int, int], bool] = lambda _me, _np: True
    lines: Callable[[State, int], str] | None = None  # what the statement itself prints
    notes: list[str] = field(default_factory=list)

    @property
    def is_recursive(self) -> bool:
        return any(v.storage == "recursive" for v in self.variables)


def make_types(rng: random.Random) -> list[Type]:
    """Derived types: plain ones, one with another inside, and sometimes one with allocatables."""
    types: list[Type] = []
    for number in range(rng.randint(1, 3)):
        components = []
        for letter in "abcd"[: rng.randint(1, 4)]:
            kind = intrinsic(rng.choice(list(BASES)))
            if types and rng.random() < 0.25:
                kind = rng.choice(types)
            bounds: Bounds = ((1, rng.randint(2, 4)),) if rng.random() < 0.35 else ()
            attribute = ""
            if number == 2 and rng.random() < 0.5 and not kind.has_pointers:
                attribute = rng.choice(("allocatable", "allocatable", "pointer"))
            components.append(Component(letter, kind, bounds, attribute))
        types.append(Type(f"t{number + 1}", tuple(components)))
    return types


def make_bounds(rng: random.Random, rank: int) -> Bounds:
    return tuple(
        (low, low + rng.randint(2, 5)) for low in (rng.randint(-2, 2) for _ in range(rank))
    )


def back(variable: Variable, rng: random.Random) -> None:
    """Gives a dummy argument what it is associated with: more than it, so that offsets matter."""
    bounds, name = variable.bounds, f"{variable.name}_all"
    size = count(bounds)
    variable.positions = list(range(size))
    is_whole = variable.storage in ("assumed", "class", "explicit") and rng.random() < 0.5
    if is_whole or not bounds:
        if variable.storage == "explicit" and not bounds:
            shift = rng.randint(1, 3)  # a scalar dummy argument with an element
            variable.backing = (name, ((1, 4),), f"{name}({shift})")
            variable.positions = [shift - 1]
        else:
            variable.backing = (name, bounds, name)
    elif variable.storage == "explicit":  # sequence association
        shift = rng.randint(1, 3)
        variable.backing = (name, ((1, size + 4),), f"{name}({shift + 1})")
        variable.positions = [i + shift for i in range(size)]
    elif variable.storage == "section" and len(bounds) == 1:
        stride, shift = rng.randint(1, 2), rng.randint(1, 2)
        last = shift + (size - 1) * stride
        variable.backing = (name, ((0, last + 1),), f"{name}({shift}:{last}:{stride})")
        variable.positions = [shift + i * stride for i in range(size)]
    elif variable.storage == "section":
        low, high = bounds[-1]
        widened = (*bounds[:-1], (low, high + 2))
        colons = ":, " * (len(bounds) - 1)
        variable.backing = (name, widened, f"{name}({colons}{low + 1}:{high + 1})")
        inner = size // (high - low + 1)
        variable.positions = [i + inner for i in range(size)]
    else:
        variable.backing = (name, bounds, name)


def make_variable(
    rng: random.Random, name: str, number: int, kind: Type, rank: int, *, is_coarray: bool
) -> Variable:
    storage = rng.choice(STORAGES if is_coarray else LOCAL_STORAGES)
    if storage == "class" and (rank > 0 or not kind.components):  # gfortran loses x(:)%b(2)
        storage = "local"
    if rank == 0 and storage in ("assumed", "section"):
        storage = "explicit"
    variable = Variable(name, kind, make_bounds(rng, rank), number, storage=storage)
    if is_coarray:
        variable.cobounds = rng.choice(("*", "*", "*", "0:*", "2, *"))
    variable.positions = list(range(count(variable.bounds)))
    if storage in ("explicit", "assumed", "dummy", "section", "class"):
        back(variable, rng)
    return variable


def make_own(variable: Variable) -> None:
    """In a recursive procedure no variable is a dummy argument: each call has or fills its own."""
    if variable.backing:
        variable.storage, variable.backing = ("module" if variable.cobounds else "local"), None
        variable.positions = list(range(count(variable.bounds)))


def make_case(rng: random.Random, number: int) -> Case:
    types = make_types(rng)
    case = Case(number, types, [])
    kinds = [intrinsic(name) for name in BASES]
    for i in range(4):
        is_coarray = i < 2 or (i == 3 and rng.random() < 0.5)
        kind = rng.choice(types) if rng.random() < 0.5 else rng.choice(kinds)
        if i == 1 and rng.random() < 0.5 and case.variables[0].type.components:
            kind = case.variables[0].type
        rank = rng.choice((0, 1, 1, 1, 2, 2, 3) if count_leaves(kind) < 10 else (0, 1, 1))
        case.variables.append(
            make_variable(rng, "abxy"[i], i + 1, kind, rank, is_coarray=is_coarray)
        )
    if any(v.storage == "recursive" for v in case.variables):
        for v in case.variables:
            make_own(v)
        if any(v.type.has_pointers for v in case.variables):
            return make_case(rng, number)  # gfortran initialises no local variable of such a type
    makers = (make_get, make_get, make_get, make_put, make_put, make_put, make_sendget,
              make_collective, make_use)  # fmt: skip
    maker = rng.choice(makers)
    return case if maker(rng, case) else make_case(rng, number)


def coarrays(case: Case) -> list[Variable]:
    return [v for v in case.variables if v.cobounds]


def expression(rng: random.Random, part: Designator) -> Expression:
    """The designator, or something computed with it."""
    plain = Expression(part.text, part.extents, part.read, part.type.group, bool(part.selector))
    letter, chance = part.type.name[0], rng.random()
    if part.type.components or chance < 0.6:
        return plain

    def mapped(text: str, of: Callable[[Value], Value]) -> Expression:
        def read(state: State, me: int) -> list[Value]:
            return [of(v) for v in part.read(state, me)]

        return Expression(text, part.extents, read, plain.group, plain.is_remote)

    if letter == "s":
        return mapped(f"{part.text} // 'z'", lambda v: v + "z") if chance < 0.8 else plain
    if letter == "l":
        return mapped(f".not. {part.text}", lambda v: not v)
    if chance < 0.7:
        return mapped(f"({part.text})", lambda v: v)
    if chance < 0.8:
        return mapped(f"{part.text} + 1", lambda v: v + 1)
    if chance < 0.85:
        return mapped(f"-{part.text}", lambda v: -v)
    if part.extents and part.type.name in ("i4", "i8", "r8", "r4"):
        if chance < 0.92:
            return Expression(f"sum({part.text})", (), lambda s, m: [sum(part.read(s, m))],
                              plain.group, plain.is_remote)  # fmt: skip
        return Expression(f"maxval({part.text})", (), lambda s, m: [max(part.read(s, m))],
                          plain.group, plain.is_remote)  # fmt: skip
    if part.type.name == "i4":
        return mapped(f"twice({part.text})", lambda v: 2 * v)
    return plain


def constant(rng: random.Random, group: str) -> Expression | None:
    chosen: tuple[str, Value] | None = {
        "number": rng.choice((("7", 7), ("2.5", 2.5), ("(1.5, -2.0)", complex(1.5, -2)))),
        "s": rng.choice((("'pq'", "pq"), ("'stuvwxyz'", "stuvwxyz"), ("''", ""))),
        "l": (".true.", True),
    }.get(group)
    if chosen is None:
        return None
    text, value = chosen
    return Expression(text, (), lambda _s, _m: [value], group)


def pick_extents(rng: random.Random, variable: Variable) -> tuple[int, ...]:
    rank = rng.randint(0, len(variable.bounds))
    if rank == 0 and rng.random() < 0.3:
        return (rng.randint(2, 3),)  # a component's, perhaps
    return tuple(rng.randint(2, 4) for _ in range(rank))


def assign(case: Case, left: Designator, right: Expression, only: Selector | None) -> None:
    """Has all images evaluate first and store then: no image reads what another writes."""
    where = case.context == "where"

    def apply(state: State) -> None:
        writes = []
        for me in range(1, len(state) + 1):
            if only and me != (len(state) if only.text == "1" else 1):
                continue
            values = right.read(state, me)
            positions = left.positions(state, me)
            if len(values) == 1 and not right.extents:
                values = values * len(positions)
            writes += [
                (position, value)
                for i, (position, value) in enumerate(zip(positions, values, strict=True))
                if not where or i % 2 == 0
            ]
        for position, value in writes:
            left.write(position, value)

    case.apply = apply
    case.left, case.right = left, right.text
    case.statement = f"{left.text} = {right.text}"
    if only:
        case.guard = "me == np" if only.text == "1" else "me == 1"


def choose_context(rng: random.Random, case: Case, left: Designator) -> None:
    """The form of the statement in the program, where that form is allowed."""
    context = rng.choice(CONTEXTS)
    is_local = left.selector is None
    if context in ("associate", "where", "result"):
        if not is_local or left.has_vector or left.substring:
            context = "plain"
        elif context == "where" and (len(left.extents) != 1 or left.type.components):
            context = "plain"
    case.context = context
    if context == "result" and left.type.has_pointers:
        case.context = "internal"


def find_right(
    rng: random.Random,
    group: str,
    extents: tuple[int, ...],
    sources: list[Variable],
    selector: Selector | None,
) -> Expression | None:
    for _ in range(6):
        source = rng.choice(sources)
        wanted = extents if rng.random() < 0.85 else ()
        part = make_designator(rng, source, wanted, selector, group=group)
        if part is None or (selector and part.type.has_pointers):
            continue
        made = expression(rng, part)
        if made.extents in ((), extents):
            return made
    return None


def make_get(rng: random.Random, case: Case) -> bool:
    """local = remote"""
    target = rng.choice([v for v in case.variables if not v.cobounds] + case.variables[3:])
    sources = [v for v in coarrays(case) if v is not target]
    extents = pick_extents(rng, target)
    left = make_designator(rng, target, extents)
    if left is None or left.type.has_pointers:
        return False
    right = find_right(rng, left.type.group, extents, sources, rng.choice(SELECTORS))
    if right is None:
        return False
    if rng.random() < 0.15 and left.type.name in NUMBERS:
        right = with_local(rng, case, right, left)
    choose_context(rng, case, left)
    if case.context == "where" and not right.extents:
        case.context = "plain"
    assign(case, left, right, None)
    return True


def with_local(rng: random.Random, case: Case, right: Expression, left: Designator) -> Expression:
    """remote + local"""
    locals_ = [v for v in case.variables if v is not left.variable]
    part = make_designator(rng, rng.choice(locals_), right.extents, group="number")
    if part is None or right.group != "number":
        return right

    def read(state: State, me: int) -> list[Value]:
        pairs = zip(right.read(state, me), part.read(state, me), strict=True)
        return [one + two for one, two in pairs]

    text = f"{right.text} + {part.text}"
    if part.text.startswith("-"):
        return right
    return Expression(text, right.extents, read, "number", is_remote=True)


def make_put(rng: random.Random, case: Case) -> bool:
    """remote = local"""
    target = rng.choice(coarrays(case))
    selector = rng.choice(SELECTORS)
    extents = pick_extents(rng, target)
    left = make_designator(rng, target, extents, selector)
    if left is None or left.type.has_pointers:
        return False
    group = left.type.group
    sources = [v for v in case.variables if v is not target]
    right = constant(rng, group) if rng.random() < 0.15 else None
    right = right or find_right(rng, group, extents, sources, None)
    if right is None:
        return False
    choose_context(rng, case, left)
    assign(case, left, right, selector if selector.is_same_on_all else None)
    return True


def make_sendget(rng: random.Random, case: Case) -> bool:
    """remote = remote"""
    target = rng.choice(coarrays(case))
    selector = rng.choice(SELECTORS)
    extents = pick_extents(rng, target)
    left = make_designator(rng, target, extents, selector)
    if left is None or left.type.has_pointers:
        return False
    sources = [v for v in coarrays(case) if v is not target]
    if selector is ME and rng.random() < 0.5:
        sources, source_selector = [target], ME  # perhaps overlapping
    else:
        source_selector = rng.choice(SELECTORS)
    right = find_right(rng, left.type.group, extents, sources, source_selector)
    if right is None:
        return False
    assign(case, left, right, selector if selector.is_same_on_all else None)
    return True


def reduce_values(name: str, columns: list[list[Value]]) -> list[Value]:
    if name in ("co_sum", "co_reduce"):
        return [sum(values) for values in zip(*columns, strict=True)]
    chosen = min if name == "co_min" else max
    return [chosen(values) for values in zip(*columns, strict=True)]


def make_collective(rng: random.Random, case: Case) -> bool:
    """call co_...(part of a variable of this image)"""
    name = rng.choice(("co_sum", "co_min", "co_max", "co_broadcast", "co_reduce"))
    part = make_designator(
        rng, rng.choice(case.variables), pick_extents(rng, case.variables[0]), vectors=False
    )
    if part is None or part.substring or part.type.has_pointers or part.crosses_pointer:
        return False
    kind = part.type.name
    allowed = {
        "co_sum": NUMBERS,
        "co_min": tuple(n for n in BASES if n[0] in "irs"),
        "co_max": tuple(n for n in BASES if n[0] in "irs"),
        "co_broadcast": (*BASES, *(t.name for t in case.types)),
        "co_reduce": ("i4", "r8", "c8", "i2"),
    }[name]
    if kind not in allowed:
        return False
    image = rng.choice(("1", "np")) if rng.random() < 0.4 or name == "co_broadcast" else ""
    argument = "source_image" if name == "co_broadcast" else "result_image"
    function = f", add_{kind}" if name == "co_reduce" else ""
    case.statement = f"call {name}({part.text}{function}"
    case.statement += f", {argument}={image})" if image else ")"
    case.context = rng.choice(("plain", "plain", "block", "internal", "if", "do"))

    def apply(state: State) -> None:
        images = range(1, len(state) + 1)
        columns = [part.read(state, me) for me in images]
        root = {"1": 1, "np": len(state)}.get(image, 0)
        values = columns[root - 1] if name == "co_broadcast" else reduce_values(name, columns)
        for me in images:
            for position, value in zip(part.positions(state, me), values, strict=True):
                part.write(position, convert(value, part.type))

    case.apply = apply
    if image and name != "co_broadcast":
        case.shown_on = f"me == {image}"
        case.shows = lambda me, np: me == (1 if image == "1" else np)
    return True


# A statement with the value of an integer of another image, and what it prints.
USES: dict[str, tuple[str, Callable[[list[Value]], str]]] = {
    "condition": ("if ({} > 12) call tell('above', {})", lambda v: " above" if v[0] > 12 else ""),
    "argument": ("call tell(repeat('u', {}), {})", lambda v: " " + "u" * v[0]),
    "constructor": ("call tell(spell([{0}, 5, {0} + 1]), {1})", lambda v: f" {v[0]} 5 {v[0] + 1}"),
    "implied do": (
        "call tell(spell([(i, i = 1, {})]), {})",
        lambda v: "".join(f" {i}" for i in range(1, v[0] + 1)) or " ",
    ),
}


def make_use(rng: random.Random, case: Case) -> bool:
    """Values of other images outside assignments: arguments, conditions, constructors."""
    source = rng.choice(coarrays(case))
    extents = rng.choice(((), (), (3,), (2, 2)))
    part = make_designator(rng, source, extents, rng.choice(SELECTORS))
    if part is None or part.type.has_pointers:
        return False
    kind = part.type
    tell: Callable[[list[Value]], str] = lambda values: "".join(map(show, values))  # noqa: E731
    if part.extents:
        case.statement = f"call take_{kind.name}_{len(extents)}({part.text}, {case.number})"
        case.notes.append(f"take {kind.name} {len(extents)}")
    elif kind.name == "i4" and rng.random() < 0.7:
        form = rng.choice(sorted(USES))
        case.statement = USES[form][0].format(part.text, case.number)
        tell = USES[form][1]
    else:
        case.statement = f"call take_{kind.name}_0({part.text}, {case.number})"
        case.notes.append(f"take {kind.name} 0")
    case.context = rng.choice(("plain", "plain", "block", "internal", "if", "do"))
    case.lines = lambda state, me: tell(part.read(state, me))
    return True
