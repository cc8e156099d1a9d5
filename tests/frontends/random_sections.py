# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a Fortran program of random coindexed assignments, each compared with a serial copy.

Every image holds the same arrays with contents of its own. A statement puts, gets or transfers
between sections of random shape, stride and subscripts, with or without conversion; the program
does the same to plain arrays with the contents that the images had, and compares.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

TYPES = ("integer(1)", "integer(2)", "integer", "integer(8)", "real", "real(8)", "complex(8)")
STATEMENTS_PER_SUBROUTINE = 20
VECTOR_MAX = 8  # subscripts in a vector: they must fit a line of Fortran
SINGLES_BESIDE_VECTOR_MAX = 1  # with more, GCC 12 now and then ends with a segmentation fault

HEAD = """\
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Written by random_sections.py --seed {seed}: do not change.
module random_sections_m
  implicit none (type, external)
  private
  public :: run
{declarations}
  integer :: me, next, previous

contains

  subroutine run()
    me = this_image()
    next = mod(me, num_images()) + 1
    previous = mod(me + num_images() - 2, num_images()) + 1
{allocations}
{calls}
  end subroutine run
"""

TAIL = """
end module random_sections_m

program random_sections
  use :: random_sections_m, only: run
  implicit none (type, external)
  call run()
end program random_sections
"""


@dataclass(frozen=True)
class Array:
    """A coarray: its name, type, bounds, and whether it is allocatable."""

    name: str
    type_name: str
    bounds: tuple[tuple[int, int], ...]
    is_allocatable: bool

    @property
    def shape_text(self) -> str:
        """The bounds as a declaration has them."""
        return ", ".join(f"{low}:{high}" for low, high in self.bounds)

    def declaration(self) -> str:
        """Declares the coarray."""
        if self.is_allocatable:
            colons = ", ".join(":" for _ in self.bounds)
            return f"  {self.type_name}, allocatable :: {self.name}({colons})[:]"
        return f"  {self.type_name} :: {self.name}({self.shape_text})[*]"


@dataclass(frozen=True)
class Section:
    """Subscripts of one array, and the extents that they select."""

    text: str
    extents: tuple[int, ...]


def make_arrays(rng: random.Random) -> list[Array]:
    """Arrays of rank 1 to 5, of every type."""
    arrays = []
    for number in range(14):
        rank = rng.choice((1, 1, 2, 2, 3, 3, 4, 5))
        largest = {1: 40, 2: 9, 3: 6, 4: 4, 5: 4}[rank]
        bounds = []
        for _ in range(rank):
            low = rng.randint(-3, 3)
            bounds.append((low, low + rng.randint(2, largest) - 1))
        type_name = TYPES[number % len(TYPES)]
        arrays.append(Array(f"a{number}", type_name, tuple(bounds), rng.random() < 0.4))
    return arrays


def subscript(rng: random.Random, low: int, high: int, extent: int, *, vectors: bool) -> str:
    """One subscript that selects `extent` elements of low..high."""
    room = high - low + 1
    if vectors and extent <= VECTOR_MAX and rng.random() < 0.3:
        chosen = rng.sample(range(low, high + 1), extent)
        kind = rng.choice(("", "_1", "_2", "_8"))
        return "[" + ", ".join(f"{value}{kind}" for value in chosen) + "]"
    if extent == room and not vectors and rng.random() < 0.5:
        return ":"  # beside a vector, GCC 12 fails on it
    stride = rng.randint(1, (room - 1) // (extent - 1)) if extent > 1 else rng.randint(1, 3)
    first = rng.randint(low, high - (extent - 1) * stride)
    last = first + (extent - 1) * stride
    if rng.random() < 0.4:
        return f"{last}:{first}:{-stride}"
    return f"{first}:{last}" if stride == 1 else f"{first}:{last}:{stride}"


def make_section(
    rng: random.Random, array: Array, extents: tuple[int, ...], *, vectors: bool
) -> Section | None:
    """A section of `array` with these extents, or None where that is impossible."""
    rank = len(array.bounds)
    if len(extents) > rank:
        return None
    if rank - len(extents) > SINGLES_BESIDE_VECTOR_MAX:
        vectors = False
    kept = sorted(rng.sample(range(rank), len(extents)))
    parts = []
    for dim, (low, high) in enumerate(array.bounds):
        if dim in kept:
            extent = extents[kept.index(dim)]
            if extent > high - low + 1:
                return None
            parts.append(subscript(rng, low, high, extent, vectors=vectors))
        else:
            parts.append(str(rng.randint(low, high)))
    return Section("(" + ", ".join(parts) + ")", extents)


def random_extents(rng: random.Random, array: Array) -> tuple[int, ...]:
    """Extents that some section of `array` can have; now and then of one element."""
    rank = rng.randint(1, len(array.bounds))
    chosen = sorted(rng.sample(range(len(array.bounds)), rank))
    return tuple(rng.randint(1, array.bounds[dim][1] - array.bounds[dim][0] + 1) for dim in chosen)


def statement(rng: random.Random, arrays: list[Array], number: int) -> list[str]:
    """The lines of one put, get or transfer, of the same to the models, and of the comparison."""
    while True:
        target, source = rng.choice(arrays), rng.choice(arrays)
        action = rng.choice(("put", "put", "get", "get", "transfer", "self"))
        if target == source and action != "self":
            continue  # another image would read what this one writes
        extents = random_extents(rng, target)
        to = make_section(rng, target, extents, vectors=action != "get")
        of = make_section(rng, source, extents, vectors=action != "put")
        if to is None or of is None:
            continue
        break
    left, right = f"{target.name}{to.text}", f"{source.name}{of.text}"
    lines = [f"    call fill({number})"]
    if action == "put":
        lines += [f"    {left}[next] = &", f"      {right}", "    sync all"]
        image = "previous"
    elif action == "get":
        lines += [f"    {left} = &", f"      {right}[next]"]
        image = "next"
    elif action == "transfer":
        lines += [f"    {left}[previous] = &", f"      {right}[next]", "    sync all"]
        image = "mod(next, num_images()) + 1"
    else:
        lines += [f"    {left}[me] = &", f"      {right}[me]"]
        image = "me"
    lines += compare(target, source, to, of, image, number)
    return lines


def compare(
    target: Array, source: Array, to: Section, of: Section, image: str, number: int
) -> list[str]:
    """Does the same to plain arrays and compares them with this image's coarray."""
    return [
        "    block",
        f"      {target.type_name}, allocatable :: "
        f"expected({', '.join(':' for _ in target.bounds)})",
        f"      {source.type_name}, allocatable :: from({', '.join(':' for _ in source.bounds)})",
        f"      allocate (expected({target.shape_text}), from({source.shape_text}))",
        f"      call model_{target.name}({number}, me, expected)",
        f"      call model_{source.name}({number}, {image}, from)",
        f"      expected{to.text} = &",
        f"        from{of.text}",
        f"      if (any({target.name} /= expected)) error stop 'statement {number}'",
        "    end block",
        "    sync all",
    ]


def model(array: Array) -> list[str]:
    """A procedure that gives the contents of `array` on an image before a statement."""
    lows = ", ".join(f"{low}:" for low, _ in array.bounds)
    return [
        f"  subroutine model_{array.name}(number, image, values)",
        "    integer, intent(in) :: number, image",
        f"    {array.type_name}, intent(out) :: values({lows})",
        "    integer :: k",
        "    values = reshape([(mod(k*7 + number*3 + image*11, 97), k = 1, size(values))], &",
        "                     shape(values))",
        f"  end subroutine model_{array.name}",
        "",
    ]


def program(seed: int, count: int) -> str:
    """The whole program."""
    rng = random.Random(seed)
    arrays = make_arrays(rng)
    allocations = [
        f"    allocate ({array.name}({array.shape_text})[*])"
        for array in arrays
        if array.is_allocatable
    ]
    parts = []
    for first in range(0, count, STATEMENTS_PER_SUBROUTINE):
        last = min(first + STATEMENTS_PER_SUBROUTINE, count)
        lines = [line for n in range(first, last) for line in statement(rng, arrays, n)]
        parts.append((f"part{first}", lines))
    text = [
        HEAD.format(
            seed=seed,
            declarations="\n".join(array.declaration() for array in arrays),
            allocations="\n".join(allocations),
            calls="\n".join(f"    call {name}()" for name, _ in parts),
        )
    ]
    for name, lines in parts:
        text += [f"  subroutine {name}()", *lines, f"  end subroutine {name}", ""]
    text += ["  subroutine fill(number)", "    integer, intent(in) :: number"]
    text += [f"    call model_{array.name}(number, me, {array.name})" for array in arrays]
    text += ["    sync all", "  end subroutine fill", ""]
    for array in arrays:
        text += model(array)
    return "\n".join(text) + TAIL


def main() -> None:
    """Reads the command line and writes the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--statements", type=int, default=400)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.output.write_text(program(arguments.seed, arguments.statements), encoding="ascii")


if __name__ == "__main__":
    main()
