# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes cases as one Fortran program, each in a module of its own, with its expected output.

programs.py --seed 3 --cases 20 > program.f90
"""

from __future__ import annotations

import argparse
import random

from cases import Case, make_case
from values import BASES, Bounds, Component, Type, Variable, make_state, show

WIDTH = 100
DUMMIES = ("explicit", "assumed", "dummy", "section", "class")

SUPPORT_HEAD = """\
module support
  implicit none
  integer :: me, np, next, prev, ring(3), two = 2
  character(20000) :: line
  integer :: used
contains
  subroutine start()
    me = this_image()
    np = num_images()
    next = mod(me, np) + 1
    prev = mod(me + np - 2, np) + 1
    ring = [next, prev, me]
    used = 0
  end subroutine
  integer function turn(from, by)
    integer, intent(in) :: from, by
    turn = mod(from - 1 + by, np) + 1
  end function
  elemental integer function twice(x)
    integer, intent(in) :: x
    twice = 2*x
  end function
  subroutine add(text)
    character(*), intent(in) :: text
    line(used + 1:used + len(text) + 1) = ' '//text
    used = used + len(text) + 1
  end subroutine
  subroutine add_integer(x)
    integer(8), intent(in) :: x
    character(20) :: text
    write (text, '(i0)') x
    call add(trim(text))
  end subroutine
  subroutine finish(number, name)
    integer, intent(in) :: number
    character(*), intent(in) :: name
    write (*, '(i0,1x,a,1x,i0,a)') number, name, me, line(1:used)
    flush (6)
    used = 0
  end subroutine
  subroutine tell(text, number)
    character(*), intent(in) :: text
    integer, intent(in) :: number
    used = 0
    call add(text)
    call finish(number, 'use')
  end subroutine
  function spell(values) result(text)
    integer, intent(in) :: values(:)
    character(:), allocatable :: text
    integer :: i
    used = 0
    do i = 1, size(values)
      call add_integer(int(values(i), 8))
    end do
    text = line(2:used)
    used = 0
  end function
  integer function base(k, seed)
    integer, intent(inout) :: k
    integer, intent(in) :: seed
    base = mod(7*k + seed, 31)
    k = k + 1
  end function
"""


def support() -> str:
    """Procedures that fill and print one element of each intrinsic type."""
    text = SUPPORT_HEAD
    for name, kind in BASES.items():
        letter = name[0]
        fill = {
            "i": ["x = base(k, seed)"],
            "r": ["x = base(k, seed)*0.25"],
            "c": ["b = base(k, seed)", "x = cmplx(b*0.25, -b*0.5)"],
            "l": ["x = mod(base(k, seed), 2) == 0"],
            "s": ["b = base(k, seed)", "do i = 1, len(x)",
                  "  x(i:i) = achar(97 + mod(b + i - 1, 26))",
                  "end do"],
        }[letter]  # fmt: skip
        tell = {
            "i": ["call add_integer(int(x, 8))"],
            "r": ["call add_integer(nint(x*4, 8))"],
            "c": ["call add_integer(nint(real(x)*4, 8))", "call add_integer(nint(aimag(x)*4, 8))"],
            "l": ["call add(merge('T', 'F', x))"],
            "s": ["call add('['//x//']')"],
        }[letter]
        text += procedure(f"set_{name}(x, k, seed)",
                          [f"{kind}, intent(out) :: x", "integer, intent(inout) :: k",
                           "integer, intent(in) :: seed", "integer :: b, i", *fill])  # fmt: skip
        text += procedure(f"show_{name}(x)", [f"{kind}, intent(in) :: x", *tell])
        if letter in "irc":
            text += (
                f"  pure function add_{name}(x, y) result(z)\n    {kind}, intent(in) :: x, y\n"
                f"    {kind} :: z\n    z = x + y\n  end function\n"
            )
    return text + "end module support\n"


def procedure(heading: str, lines: list[str], prefix: str = "subroutine") -> str:
    body = "".join(f"    {wrap(line, 4)}\n" for line in lines)
    return f"  {prefix} {heading}\n{body}  end subroutine\n"


def wrap(statement: str, indent: int) -> str:
    """The statement on as many lines as it needs."""
    lines, rest = [], statement
    while len(rest) > WIDTH:
        at = rest.rfind(" ", 0, WIDTH)
        lines.append(rest[: at + 1] + "&")
        rest = rest[at + 1 :]
    return ("\n" + " " * (indent + 2)).join([*lines, rest])


def bounds_text(bounds: Bounds) -> str:
    return ", ".join(str(high) if low == 1 else f"{low}:{high}" for low, high in bounds)


def loops(bounds: Bounds, name: str, call: str) -> list[str]:
    """`call` with each element in turn, in the order of storage; `@` stands for the element."""
    variables = [f"j{dim + 1}" for dim in range(len(bounds))]
    heads = [f"do {v} = {low}, {high}" for v, (low, high) in zip(variables, bounds, strict=True)]
    element = f"{name}({', '.join(variables)})" if bounds else name
    return [*reversed(heads), call.replace("@", element), *["end do"] * len(bounds)]


def component_text(c: Component) -> str:
    if c.attribute:
        colons = f"({', '.join(':' for _ in c.bounds)})" if c.bounds else ""
        null = " => null()" if c.attribute == "pointer" else ""
        return f"{c.type.text}, {c.attribute} :: {c.name}{colons}{null}"
    return f"{c.type.text} :: {c.name}" + (f"({bounds_text(c.bounds)})" if c.bounds else "")


def type_text(kind: Type) -> str:
    lines = [f"    {component_text(c)}\n" for c in kind.components]
    return f"  type :: {kind.name}\n{''.join(lines)}  end type\n"


def type_procedures(kind: Type) -> str:
    fill: list[str] = ["integer :: j1"]
    tell: list[str] = ["integer :: j1"]
    for c in kind.components:
        if c.attribute:
            asked = "allocated" if c.attribute == "allocatable" else "associated"
            size = f"({bounds_text(c.bounds)})" if c.bounds else ""
            fill.append(f"if (.not. {asked}(x%{c.name})) allocate (x%{c.name}{size})")
        fill += loops(c.bounds, f"x%{c.name}", f"call set_{c.type.name}(@, k, seed)")
        tell += loops(c.bounds, f"x%{c.name}", f"call show_{c.type.name}(@)")
    arguments = [f"{kind.text}, intent(inout) :: x", "integer, intent(inout) :: k",
                 "integer, intent(in) :: seed"]  # fmt: skip
    return procedure(f"set_{kind.name}(x, k, seed)", arguments + fill) + procedure(
        f"show_{kind.name}(x)", [f"{kind.text}, intent(in) :: x", *tell]
    )


def declare(v: Variable, scope: str) -> str:
    """Its declaration in the module, in the procedure of the statement, or in that one's caller."""
    name, bounds, storage = v.name, v.bounds, v.storage
    if scope == "caller":
        assert v.backing
        name, bounds, _ = v.backing
        storage = "allocatable" if v.storage == "dummy" else "saved"
    brackets = f"[{v.cobounds}]" if v.cobounds else ""
    shape = f"({bounds_text(bounds)})" if bounds else ""
    words = [v.type.text]
    if storage in ("allocatable", "recursive", "dummy", "pointer"):
        words.append("pointer" if storage == "pointer" else "allocatable")
        shape = f"({', '.join(':' for _ in bounds)})" if bounds else ""
        if v.cobounds:
            brackets = f"[{', '.join(':' for _ in v.cobounds.split(','))}]"
    elif storage in ("saved", "module"):
        words.append("save")
    elif storage in ("assumed", "section", "class"):
        shape = f"({', '.join(f'{low}:' for low, _ in bounds)})" if bounds else ""
    if storage == "class":
        words[0] = f"class({v.type.name})"
    if scope == "body" and v.storage in DUMMIES:
        words.append("intent(inout)")
    return f"{', '.join(words)} :: {name}{shape}{brackets}"


def allocation(v: Variable, name: str, bounds: Bounds) -> str:
    shape = f"({bounds_text(bounds)})" if bounds else ""
    return f"allocate ({name}{shape}" + (f"[{v.cobounds}])" if v.cobounds else ")")


def fill(v: Variable, name: str, bounds: Bounds) -> list[str]:
    seed = f"{5 * v.number} + 11*me"
    return ["k = 0", *loops(bounds, name, f"call set_{v.type.name}(@, k, {seed})")]


def tell(case: Case, v: Variable, name: str, bounds: Bounds) -> list[str]:
    lines = loops(bounds, name, f"call show_{v.type.name}(@)")
    lines.append(f"call finish({case.number}, '{v.store}')")
    return [f"if ({case.shown_on}) then", *lines, "end if"] if case.shown_on else lines


def in_context(case: Case) -> tuple[list[str], list[str]]:
    """The statement in the body, and the text after CONTAINS there."""
    lines, internal = [case.statement], []
    left = case.left
    if case.context == "associate" and left:
        lines = [f"associate (part => {left.text})", f"  part = {case.right}", "end associate"]
    elif case.context == "where" and left:
        mask = f"[(mod(i, 2) == 1, i = 1, {left.extents[0]})]"
        lines = [f"where ({mask})", f"  {case.statement}", "end where"]
    elif case.context == "result" and left:
        shape = f"({bounds_text(tuple((1, n) for n in left.extents))})" if left.extents else ""
        lines = [f"{left.text} = fetch()"]
        internal = ["function fetch() result(values)", f"  {left.type.text} :: values{shape}",
                    f"  values = {case.right}", "end function"]  # fmt: skip
    elif case.context == "internal":
        lines, internal = ["call inner()"], ["subroutine inner()", *lines, "end subroutine"]
    elif case.context == "block":
        lines = ["block", "  integer :: unused", "  unused = 1", *lines, "end block"]
    elif case.context == "if":
        lines = ["if (np > 0) then", *lines, "end if"]
    elif case.context == "do":
        lines = ["do turns = 1, 1", *lines, "end do"]
    if case.guard:
        lines = [f"if ({case.guard}) then", *lines, "end if"]
    return lines, internal


def body(case: Case) -> str:
    dummies = [v for v in case.variables if v.storage in DUMMIES]
    own = [v for v in case.variables if v.storage not in DUMMIES]
    names = [v.name for v in dummies]
    lines = ["integer, intent(in) :: depth"] if case.is_recursive else []
    lines += [declare(v, "body") for v in case.variables if v.storage != "module"]
    lines += ["integer :: i, j1, j2, j3, k, turns"]
    allocated = [v for v in own if v.storage in ("allocatable", "recursive", "pointer")]
    lines += [allocation(v, v.name, v.bounds) for v in allocated]
    again = own
    if case.is_recursive:
        for v in allocated:
            lines += fill(v, v.name, v.bounds)
        lines += ["if (depth == 1) call body(0)"]
        again = [v for v in own if v not in allocated]
    for v in again:
        lines += fill(v, v.name, v.bounds)
    stands, internal = in_context(case)
    lines += ["sync all", *stands, "sync all"]
    for v in own:
        lines += tell(case, v, v.name, v.bounds)
    lines += ["contains", *internal] if internal else []
    arguments = ["depth"] if case.is_recursive else names
    prefix = "recursive subroutine" if case.is_recursive else "subroutine"
    return procedure(f"body({', '.join(arguments)})", lines, prefix)


def caller(case: Case) -> str:
    dummies = [v for v in case.variables if v.storage in DUMMIES]
    lines = [declare(v, "caller") for v in dummies] + ["integer :: i, j1, j2, j3, k"]
    for v in dummies:
        assert v.backing
        if v.storage == "dummy":
            lines.append(allocation(v, v.backing[0], v.backing[1]))
        lines += fill(v, v.backing[0], v.backing[1])
    actuals = [v.backing[2] for v in dummies if v.backing]
    lines.append(f"call body({'1' if case.is_recursive else ', '.join(actuals)})")
    for v in dummies:
        assert v.backing
        lines += tell(case, v, v.backing[0], v.backing[1])
    return procedure(f"run_{case.number}()", lines)


def takers(case: Case) -> str:
    """Procedures that print an argument."""
    text = ""
    for note in case.notes:
        if note.startswith("take "):
            _, name, rank = note.split()
            kinds = {t.name: t.text for t in case.types} | BASES
            colons = f"({', '.join(':' * int(rank))})" if rank != "0" else ""
            ends = [f"ubound(x, {dim + 1})" for dim in range(int(rank))]
            bounds = tuple((1, end) for end in ends)
            kind = "character(*)" if name[0] == "s" else kinds[name]
            show_one = "call add('['//@//']')" if name[0] == "s" else f"call show_{name}(@)"
            lines = [f"{kind}, intent(in) :: x{colons}", "integer, intent(in) :: number",
                     "integer :: j1, j2", "used = 0",
                     *loops(bounds, "x", show_one), "call finish(number, 'use')"]  # fmt: skip
            text += procedure(f"take_{name}_{rank}(x, number)", lines)
    return text


def module(case: Case) -> str:
    text = f"module case_{case.number}\n  use support\n  implicit none\n  private\n"
    text += f"  public :: run_{case.number}\n"
    text += "".join(type_text(kind) for kind in case.types)
    for v in case.variables:
        if v.storage == "module":
            text += f"  {declare(v, 'module')}\n"
    text += "contains\n" + "".join(type_procedures(kind) for kind in case.types)
    return text + takers(case) + body(case) + caller(case) + f"end module case_{case.number}\n"


def program(cases: list[Case]) -> str:
    """All cases; the program runs those whose numbers are its arguments, without any all."""
    text = support() + "".join(module(case) for case in cases)
    text += "program random_cases\n  use support\n"
    text += "".join(f"  use case_{case.number}\n" for case in cases)
    text += "  implicit none\n  call start()\n"
    for case in cases:
        text += f"  if (wanted({case.number})) call run_{case.number}()\n"
    text += """contains
  logical function wanted(number)
    integer, intent(in) :: number
    character(10) :: word
    integer :: i, asked
    wanted = command_argument_count() == 0
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      read (word, *) asked
      wanted = wanted .or. asked == number
    end do
  end function
end program
"""
    return text


def expected(case: Case, images: int) -> list[str]:
    """The lines that the images must print, sorted."""
    state = make_state(case.variables, images)
    before = [case.lines(state, me) for me in range(1, images + 1)] if case.lines else []
    case.apply(state)
    lines = []
    for me in range(1, images + 1):
        if before and before[me - 1]:
            lines.append(f"{case.number} use {me}{before[me - 1]}")
        for v in case.variables if case.shows(me, images) else []:
            values = "".join(show(value) for value in state[me - 1][v.store])
            lines.append(f"{case.number} {v.store} {me}{values}")
    return sorted(lines * 2 if case.is_recursive else lines)


def make_cases(seed: int, number: int) -> list[Case]:
    return [make_case(random.Random(f"{seed}.{i}"), i) for i in range(number)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--cases", type=int, default=20)
    arguments = parser.parse_args()
    print(program(make_cases(arguments.seed, arguments.cases)), end="")


if __name__ == "__main__":
    main()
