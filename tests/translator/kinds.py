# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every intrinsic and statement that the translator rewrites, with arguments of every kind that
Fortran allows there: one program is written for each kind of INTEGER from a table, translated,
compiled, and run on 1 to 4 images and over several nodes. The table must have all procedures and
statements of `coarray_translator/intrinsics.py`, each argument by its name and by its position, and
something for each rule.

    kinds.py ARAUTO COMPILER
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "translator"))

from coarray_translator import rules  # noqa: E402
from coarray_translator.declarations import parse_list  # noqa: E402
from coarray_translator.intrinsics import (  # noqa: E402
    INQUIRIES,
    SELECTOR,
    STATEMENTS,
    SUBROUTINES,
    TEAM_FUNCTIONS,
)
from coarray_translator.source import read_source  # noqa: E402
from coarray_translator.text import closing  # noqa: E402
from coarray_translator.translate import translate  # noqa: E402

KINDS = (1, 2, 4, 8, 16)
LOGICALS = (1, 2, 4, 8)
RUNS = ((1, 0), (2, 0), (3, 0), (4, 0), (3, 1))  # images, and how many a pretended node has

# Arguments that are no numbers or logical values, and those that must have the kind of ATOM.
WITHOUT_KIND = {
    *("a", "operation", "event", "coarray", "notify", "from", "to", "atom", "team"),
    *("access", "errmsg", "old", "compare", "new"),
}
# Rules that rewrite no arguments.
OTHER_RULES = {
    *("imports", "team_function", "scope_end", "team_jump", "internal_label"),
    *("where", "forall", "near_loop", "call"),
}

# Statements, then what must hold after them. {k}: the kind; {s}: a kind that STAT= may have; {l}: a
# kind of LOGICAL. `one`, `me`, `n`, `count` and `v` are of kind {k}, `st` of kind {s}, `yes`, `no`
# and `is` of kind {l}.
TABLE = {
    "event": (
        "event post (e[me], stat=st)\ncall event_query(e, count, st)",
        "count == 1 .and. st == 0",
    ),
    "event_wait": (
        "event wait (e, until_count=one, stat=st)\ncall event_query(stat=st, count=count, event=e)",
        "count == 0 .and. st == 0",
    ),
    "event_of_literal_image": (
        "sync all\nevent post (e[1_{k}])\nif (me == 1) event wait (e, until_count=n)\n"
        "call event_query(e, count)",
        "me > 1 .or. count == 0",
    ),
    "notify": (
        "x(1)[me, notify=came] = 4\ncall notify_query(came, count, st)\n"
        "notify wait (came, until_count=1_{k}, stat=st)",
        "count == 1 .and. st == 0",
    ),
    "notify_by_name": (
        "x(1)[me, notify=came] = 4\ncall notify_query(stat=st, count=count, notify=came)\n"
        "notify wait (came)",
        "count == 1 .and. st == 0",
    ),
    "attached": (
        "call event_attach(e, y, st)\ny[me] = 4\ncall event_query(e, count)\n"
        "event wait (e)\ncall event_detach(e, y, st)",
        "count == 1 .and. st == 0",
    ),
    "attached_by_name": (
        "call event_attach(coarray=y, event=e, stat=st)\ny[me] = 4\nevent wait (e)\n"
        "call event_detach(stat=st, event=e, coarray=y)",
        "st == 0",
    ),
    "co_sum": (
        "v = 1\ncall co_sum(v, 1_{k})\n"
        "d = 1\ncall co_sum(d, one, st, message)\nf = 1\ncall co_sum(f, stat=st, result_image=one)",
        "(me > 1 .or. (v == n .and. d == n .and. nint(f) == n)) .and. st == 0",
    ),
    "co_sum_of_all": ("v = 2\ncall co_sum(v, stat=st)", "v == 2*n .and. st == 0"),
    "co_min": (
        "v = me\ncall co_min(v, n, st)\nd = int(me)\nf = d\ncall co_min(d, n)\n"
        "call co_min(a=f, stat=st, result_image=n)",
        "(me < n .or. (v == 1 .and. d == 1 .and. nint(f) == 1)) .and. st == 0",
    ),
    "co_max": (
        "v = me\ncall co_max(v, result_image=one, stat=st)\nd = int(me)\ncall co_max(d, 1_{k}, st)",
        "(me > 1 .or. (v == n .and. d == n)) .and. st == 0",
    ),
    "co_product": (
        "v = 2\ncall co_product(v, int(n, 8), st)\n"
        "d = 2\ncall co_product(d, stat=st, result_image=n)",
        "(me < n .or. (v == 2_8**n .and. d == 2**n)) .and. st == 0",
    ),
    "co_broadcast": (
        "v = me\ncall co_broadcast(v, n, st)\nis = me == 1\n"
        "call co_broadcast(is, source_image=one, stat=st)",
        "v == n .and. is .and. st == 0",
    ),
    "co_broadcast_of_components": (
        "if (allocated(box%list)) deallocate (box%list)\nif (me == 1) box%list = [me, me]\n"
        "call co_broadcast(box, one, st)",
        "size(box%list) == 2 .and. st == 0",
    ),
    "co_reduce": (
        "v = me\ncall co_reduce(v, higher, one, st)\nis = .true.\n"
        "call co_reduce(is, both, stat=st)\nlow = me\n"
        "call co_reduce(low, operation=higher, stat=st, result_image=n)",
        "(me > 1 .or. v == n) .and. (me < n .or. low == n) .and. is .and. st == 0",
    ),
    "random_init": (
        "call random_init(.true._{l}, .false._{l})\ncall random_number(r)\n"
        "call random_init(image_distinct=no, repeatable=yes)\ncall random_number(q)",
        "abs(r - q) < tiny(q)",
    ),
    "cobounds": (
        "low = lcobound(z, 1_{k}, {k})\nhigh = ucobound(z, dim=one, kind={k})",
        "low == 0 .and. high == 0 .and. lcobound(kind={k}, dim=2_{k}, coarray=z) == 1_{k} .and. "
        "kind(lcobound(z, kind={k})) == {k} .and. "
        "kind(ucobound(a, one, {k})) == {k} .and. all(lcobound(a, kind={k}) == 1_{k}) .and. "
        "all(coshape(a, {k}) == [n]) .and. kind(coshape(z, kind={k})) == {k}",
    ),
    "images": (
        "z = 0",
        "this_image(a, one) == me .and. this_image(z, dim=2_{k}) == me .and. "
        "image_index(z, [0_{k}, me]) == me .and. image_index(a, sub=[me]) == me .and. "
        "image_status(one) == 0 .and. all(image_status([one, n]) == 0) .and. "
        "image_status(team=get_team(), image=me) == 0",
    ),
    "states": (
        "z = 0",
        "size(failed_images(kind={k})) == 0 .and. kind(failed_images(kind={k})) == {k} .and. "
        "kind(failed_images(get_team(), {k})) == {k} .and. "
        "size(stopped_images(kind={k})) == 0 .and. kind(stopped_images(kind={k})) == {k} .and. "
        "kind(stopped_images(get_team(), {k})) == {k} .and. all(stopped_images(kind={k}) == one)",
    ),
    "teams": (
        "form team (1_{k}, whole, new_index=me, stat=st)\nsync team (whole, stat=st)\nx = int(me)\n"
        "sync all\nchange team (whole, stat=st)\n"
        "call check('siblings', num_images(team_number=1_{k}) == n .and. "
        "num_images(one) == n .and. "
        "x(1)[n, team_number=1_{k}] == n .and. x(2)[me, team_number=one] == me .and. "
        "image_index(a, [n], 1_{k}) == n .and. image_index(a, [n], team_number=one) == n .and. "
        "this_image(get_team(int(initial_team, {k}))) == me .and. "
        "team_number(get_team(level=int(parent_team, {k}))) == -one .and. "
        "team_number() == one .and. team_number(team=get_team()) == 1_{k})\n"
        "end team (stat=st)",
        "team_number(whole) == 1_{k} .and. st == 0",
    ),
    "task": (
        "d = 0\n!$xmp nodes p(*)\n!$xmp task on p(one:n)\nd = num_images()\n!$xmp end task",
        "d == n",
    ),
    "sync": (
        "each = [(int(i, {k}), i=1, num_images())]\nsync images (each, stat=st)\n"
        "sync images (me)\nsync images ([me])\nsync images (*, stat=st)\nsync images (me + 0_{k})\n"
        "sync all (stat=st)\nsync memory (stat=st)",
        "st == 0",
    ),
    "atomics": (
        "call atomic_define(atom[me], 5_{k}, st)\ncall atomic_add(atom, one, st)\n"
        "call atomic_fetch_add(atom[me], 2_{k}, old, st)\ncall atomic_ref(count, atom, st)",
        "count == 8 .and. old == 6 .and. st == 0",
    ),
    "atomics_by_name": (
        "call atomic_define(stat=st, value=5_{k}, atom=atom[me])\n"
        "call atomic_add(value=one, atom=atom, stat=st)\n"
        "call atomic_fetch_add(old=old, value=2_{k}, atom=atom[me], stat=st)\n"
        "call atomic_ref(stat=st, atom=atom, value=count)",
        "count == 8 .and. old == 6 .and. st == 0",
    ),
    "atomic_bits": (
        "call atomic_define(atom, one)\ncall atomic_or(atom, 6_{k}, st)\n"
        "call atomic_and(atom, 14_{k}, st)\ncall atomic_xor(atom, 3_{k}, st)\n"
        "call atomic_fetch_and(atom[me], 12_{k}, old, st)\nd = int(old)\n"
        "call atomic_fetch_or(atom, 3_{k}, old, st)\nd = 10*d + int(old)\n"
        "call atomic_fetch_xor(atom[me], one, old, st)\nd = 10*d + int(old)\n"
        "call atomic_cas(atom, old, 6_atomic_int_kind, 9_atomic_int_kind, st)\n"
        "call atomic_ref(count, atom[me])",
        "count == 9 .and. old == 6 .and. d == 547 .and. st == 0",
    ),
    "atomic_bits_by_name": (
        "call atomic_define(atom, one)\ncall atomic_or(value=6_{k}, stat=st, atom=atom)\n"
        "call atomic_and(stat=st, atom=atom, value=14_{k})\n"
        "call atomic_xor(atom, value=3_{k}, stat=st)\n"
        "call atomic_fetch_and(atom, old=old, value=12_{k}, stat=st)\nd = int(old)\n"
        "call atomic_fetch_or(value=3_{k}, old=old, atom=atom[me], stat=st)\n"
        "d = 10*d + int(old)\n"
        "call atomic_fetch_xor(atom, stat=st, value=one, old=old)\nd = 10*d + int(old)\n"
        "call atomic_cas(new=9_atomic_int_kind, compare=6_atomic_int_kind, atom=atom, old=old, "
        "stat=st)\ncall atomic_ref(value=count, atom=atom[me])",
        "count == 9 .and. old == 6 .and. d == 547 .and. st == 0",
    ),
    "atomic_logical": (
        "call atomic_define(state, .true._{l}, st)\ncall atomic_ref(is, state[me], st)",
        "is .and. st == 0",
    ),
    "lock": (
        "is = .false.\nlock (guard[me], acquired_lock=is, stat=st)\nunlock (guard[me], stat=st)",
        "is .and. st == 0",
    ),
    "critical": ("critical (stat=st)\nd = d + 1\nend critical", "st == 0"),
    "allocation": (
        "allocate (made(2*one)[one:*], stat=st)\nmade = int(me)\nsync all\n"
        "d = made(2_{k})[n, stat=st]\nsync all\ncall move_alloc(made, moved, st)\n"
        "call check('moved', size(moved) == 2)\ncall move_alloc(to=made, stat=st, from=moved)\n"
        "call check('moved back', size(made) == 2)\ndeallocate (made, stat=st)",
        "d == n .and. st == 0",
    ),
    "selectors": (
        "x = [1, 2, 3]*int(me)\nsync all\nd = x(3_{k})[n]\nz[0_{k}, me] = 7\n"
        "x(one)[me, stat=st] = 9",
        "d == 3*n .and. z == 7 .and. x(1) == 9 .and. st == 0",
    ),
}

PROGRAM = """\
module kinds_m
  implicit none
  type box_t
    integer({k}), allocatable :: list(:)
  end type
contains
  pure integer({k}) function higher(a, b)
    integer({k}), intent(in) :: a, b
    higher = max(a, b)
  end function
  pure logical({l}) function both(a, b)
    logical({l}), intent(in) :: a, b
    both = a .and. b
  end function
end module
program kinds
  use, intrinsic :: iso_fortran_env
  use kinds_m
  implicit none
  integer({k}), parameter :: one = 1
  integer({k}) :: me, n, count, v, low, high
  integer({k}), allocatable :: each(:)
  integer({s}) :: st
  logical({l}), parameter :: yes = .true., no = .false.
  logical({l}) :: is
  character(40) :: message
  integer :: i, d, faults[*] = 0
  integer :: x(3)[*], y[*], z[0:0, *], a[*]
  integer, allocatable :: made(:)[:], moved(:)[:]
  real :: r, q, f
  type(box_t) :: box
  type(event_type) :: e[*]
  type(notify_type) :: came[*]
  type(lock_type) :: guard[*]
  type(team_type) :: whole
  integer(atomic_int_kind) :: atom[*], old
  logical(atomic_logical_kind) :: state[*]
  me = int(this_image(), {k})
  n = int(num_images(), {k})
  d = 0
{body}
  sync all
  if (me == 1) then
    do i = 2, num_images()
      faults = faults + faults[i]
    end do
    if (faults == 0) print '(a)', 'all as it should be'
  end if
  sync all
  if (faults > 0) error stop 1
contains
  subroutine check(what, is_right)
    character(*), intent(in) :: what
    logical, intent(in) :: is_right
    if (is_right) return
    faults = faults + 1
    print '(3a, i0)', 'wrong: ', what, ' on image ', me
  end subroutine
end program
"""

ENDS = """\
program ends
  use, intrinsic :: iso_fortran_env
  implicit none
  character(20) :: way
  integer(int8) :: i1 = 3
  integer(int16) :: i2 = 3
  integer(int32) :: i4 = 3
  integer(int64) :: i8 = 3
  logical(1) :: q1 = .true.
  logical(2) :: q2 = .true.
  logical(4) :: q4 = .true.
  logical(8) :: q8 = .true.
  call get_command_argument(1, way)
  sync all
  select case (way)
{cases}
  end select
end program
"""


def program_of(kind: int) -> str:
    body = "\n".join(
        f"{statements}\ncall check('{name}', logical({condition}))"
        for name, (statements, condition) in TABLE.items()
    )
    text = PROGRAM.replace("{body}", body)
    for name, value in {"k": kind, "s": max(kind, 2), "l": min(kind, 8)}.items():
        text = text.replace(f"{{{name}}}", str(value))
    return "\n".join(wrapped(line) for line in text.split("\n"))


def wrapped(line: str) -> str:
    """Continued lines: a line may have 132 characters."""
    return "&\n&".join(line[at : at + 110] for at in range(0, len(line), 110))


def ways_to_end() -> list[tuple[str, str, int, bool]]:
    """A name, the statement, the exit status, and whether it says so."""
    codes = [f"3_{kind}" for kind in KINDS] + [f"i{kind}" for kind in KINDS[:4]]
    ways = [(f"error {code}", f"error stop {code}", 3) for code in codes]
    ways += [(f"stop {code}", f"stop {code}", 3) for code in codes]
    ways += [("error sum", "error stop i8 + 1_int8", 4), ("stop sum", "stop i1 + 1_int8", 4)]
    ways += [("error text", "error stop 'text'", 1), ("stop text", "stop 'text'", 0)]
    told = [(*way, True) for way in ways]
    for kind in LOGICALS:
        for word, is_loud in ((f".false._{kind}", True), (f".true._{kind}", False)):
            told += [
                (f"{name} {word}", f"{statement}, quiet={word}", status, is_loud)
                for name, statement, status in (
                    ("error", "error stop i8", 3),
                    ("error text", "error stop 'text'", 1),
                    ("error bare", "error stop", 1),
                    ("stop", "stop i2", 3),
                    ("stop text", "stop 'text'", 0),
                )
            ]
        told += [(f"error q{kind}", f"error stop 3, quiet=q{kind}", 3, False)]
        told += [(f"stop q{kind}", f"stop 3, quiet=q{kind}", 3, False)]
    return told


def program_of_ends() -> str:
    cases = [f"  case ('{name}')\n    {statement}" for name, statement, *_ in ways_to_end()]
    return ENDS.replace("{cases}", "\n".join(cases))


def procedure_uses(code: str) -> Iterator[tuple[str, str, str]]:
    """The name of a procedure, of an argument that it gets, and how the argument is given."""
    for name, words in {**SUBROUTINES, **TEAM_FUNCTIONS, **INQUIRIES}.items():
        for match in re.finditer(rf"\b{name}\s*\(", code):
            positional, named = parse_list(code[match.end() : closing(code, match.end() - 1)])
            yield name, "", ""
            yield from ((name, word, "by name") for word in named)
            for word, value in zip(words, positional):
                is_number = word == "team" and re.match(r"\d|one\b", value)
                yield name, "team_number" if is_number else word, "by position"


def statement_uses(code: str) -> Iterator[tuple[str, str, str]]:
    for name, words in STATEMENTS.items():
        if re.match(rf"{name.replace(' ', ' *')}\b", code):
            yield name, "", ""
            yield from ((name, word, "by name") for word in words if re.search(rf"{word} *=", code))
    for selector in re.findall(r"\[([^\[\]]*)\]", code):
        found = [word for word in SELECTOR if re.search(rf"\b{word} *=", selector)]
        yield from (("[]", word, "by name") for word in found)


def forgotten_arguments(programs: list[str]) -> set[tuple[str, str, str]]:
    """Arguments that have a kind, and that no program gives."""
    used = {
        use
        for text in programs
        for statement in read_source(text, "p.f90").statements()
        for use in (*procedure_uses(statement.code), *statement_uses(statement.code))
    }
    procedures = {**SUBROUTINES, **TEAM_FUNCTIONS, **INQUIRIES}
    keyed = {**procedures, **STATEMENTS, "[]": SELECTOR}
    wanted = {(name, "", "") for name in {**procedures, **STATEMENTS}}
    wanted |= {(name, word, "by name") for name, words in keyed.items() for word in words}
    wanted |= {(name, word, "by position") for name, words in procedures.items() for word in words}
    return {use for use in wanted - used if use[1] not in WITHOUT_KIND}


def forgotten_rules(programs: list[str]) -> set[str]:
    """Rules that rewrite no statement of the programs."""
    used: set[str] = set()

    def noting(name: str, rewrite: Callable[..., list[str] | None]) -> SimpleNamespace:
        def rewrite_and_note(*arguments: object) -> list[str] | None:
            lines = rewrite(*arguments)
            used.update([name] if lines is not None else [])
            return lines

        return SimpleNamespace(rewrite=rewrite_and_note)

    names = {rule: rule.__name__.rpartition(".")[2] for rule in rules.RULES}
    originals = list(rules.RULES)
    rules.RULES[:] = [noting(names[rule], rule.rewrite) for rule in originals]  # type: ignore
    try:
        for text in programs:
            translate(text, "p.f90", lambda *_: None)
    finally:
        rules.RULES[:] = originals
    return set(names.values()) - used - OTHER_RULES


def faults_of_table() -> list[str]:
    programs = [program_of(4), program_of_ends()]
    faults = [f"no row has {' '.join(use)}".rstrip() for use in forgotten_arguments(programs)]
    return [*sorted(faults), *(f"no row needs rule {name}" for name in forgotten_rules(programs))]


def compiled(arauto: str, compiler: str, text: str, made: Path) -> str:
    """Compiles a program; returns the messages of a compiler that failed, or nothing."""
    source = made / "program.f90"
    source.write_text(text)
    command = [arauto, "fc", "--translate", "--compiler", compiler, str(source), "-o", "program"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=made)
    return "" if done.returncode == 0 else (done.stdout + done.stderr)[:3000]


def run(arauto: str, made: Path, images: int, on_node: int, *words: str) -> tuple[int, str]:
    command = [arauto, "run", "-n", str(images), str(made / "program"), *words]
    setting = {"ARAUTO_NODE_RANKS": str(on_node)} if on_node else {}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=90, env=os.environ | setting
    )
    return done.returncode, done.stdout + done.stderr


def faults_of_kind(arauto: str, compiler: str, kind: int, made: Path) -> list[str]:
    fault = compiled(arauto, compiler, program_of(kind), made)
    if fault:
        return [f"kind {kind} does not compile:\n{fault}"]
    faults = []
    for images, on_node in RUNS:
        status, printed = run(arauto, made, images, on_node)
        if status != 0 or printed.strip() != "all as it should be":
            where = f"kind {kind}, {images} images, {on_node or 'all'} on a node"
            faults.append(f"{where}: status {status}\n{printed[:1000]}")
    return faults


def faults_of_ends(arauto: str, compiler: str, made: Path) -> list[str]:
    ways = ways_to_end()
    fault = compiled(arauto, compiler, program_of_ends(), made)
    if fault:
        return [f"the ends do not compile:\n{fault}"]
    faults = []
    for name, _, wanted, is_loud in ways:
        status, printed = run(arauto, made, 2, 0, name)
        if status != wanted:
            faults.append(f"{name}: status {status}, not {wanted}\n{printed[:300]}")
        if bool(printed.strip()) != is_loud:
            faults.append(f"{name}: {'says nothing' if is_loud else f'is not quiet: {printed}'}")
    return faults


def main() -> int:
    arauto, compiler = sys.argv[1], sys.argv[2]
    os.environ["ARAUTO"] = arauto  # which reads sources for the translator
    faults = faults_of_table()
    with tempfile.TemporaryDirectory() as made:
        for kind in KINDS:
            faults += faults_of_kind(arauto, compiler, kind, Path(made))
        faults += faults_of_ends(arauto, compiler, Path(made))
    print("\n".join([*faults, f"{compiler}, {len(KINDS)} kinds: {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
