# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""How translated programs end: with the status of STOP, or with a sentence about an error that only
a run can show.

ends.py ARAUTO COMPILER
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

NOT_STOPPED = "without STOP"


@dataclass
class Case:
    source: str
    status: int
    says: str = ""
    images: int = 2


CASES = {
    "stop_with_code": Case(
        "program p\ninteger :: a[*]\na = 1\nif (this_image() == 1) stop 3\nend program\n", 3, "3"
    ),
    "stop_with_expression": Case(
        "program p\ninteger :: k\nk = 6\nsync all\nstop k + 1, quiet=.true.\nend program\n", 7
    ),
    "stop_in_a_procedure_without_coarrays": Case(
        "program p\ninteger :: a[*]\na = 1\nsync all\ncall s(a)\nend program\n"
        "subroutine s(k)\ninteger :: k\n10 stop (k + 4)\nend subroutine\n",
        5,
        "5",
    ),
    "others_wait_until_the_last_has_stopped": Case(
        "program p\ninteger :: a[*], i, k\na = 0\nsync all\nif (this_image() == 1) stop 4\n"
        "do i = 1, 200\nk = a[1]\nend do\na[1] = 1\nend program\n",
        4,
        "4",
        3,
    ),
    "text": Case("program p\nsync all\nstop 'all is well'\nend program\n", 0, "all is well"),
    "named_stop": Case(
        "program p\ninteger :: stop(2)[*]\nstop(1) = 3\nsync all\nstop (2) = stop(1)[1]\n"
        "if (stop(2) /= 3) error stop 9\nend program\n",
        0,
    ),
    "no_coextent": Case(
        "program p\ninteger, save :: d[*]\ncall s(d, command_argument_count())\ncontains\n"
        "subroutine s(d, n)\ninteger :: n\ninteger :: d[n, *]\nprint *, this_image(d)\n"
        "end subroutine\nend program\n",
        1,
        "the cobounds of a coarray leave no image: codimension 1 is 1:0",
    ),
    "no_coextent_in_a_selector": Case(
        "program p\ninteger, save :: d[*]\ncall s(d, command_argument_count())\ncontains\n"
        "subroutine s(d, n)\ninteger :: n\ninteger :: d[n, *]\nd[1, 1] = 2\n"
        "end subroutine\nend program\n",
        1,
        "the cobounds of a coarray leave no image: codimension 1 is 1:0",
    ),
    "no_coextent_allocated": Case(
        "program p\ninteger, allocatable :: x(:)[:, :]\ninteger :: n, code\n"
        "character(100) :: text\nn = command_argument_count()\n"
        "allocate (x(3)[1:n, *], stat=code, errmsg=text)\n"
        "if (code == 0 .or. allocated(x) .or. index(text, 'leave no image') == 0) error stop 9\n"
        "sync all\nallocate (x(3)[1:n, *])\nend program\n",
        1,
        "ALLOCATE: the cobounds of a coarray leave no image: codimension 1 is 1:0",
    ),
    "too_few_put": Case(
        "program p\ninteger :: a(6)[*], b(6), n, m\na = 1\nb = 2\nn = 3\nm = n - 1\nsync all\n"
        "b(1:n) = a(1:n)[1]\na(1:n)[1] = b(1:m)\nend program\n",
        1,
        "a write to image 1: the value has 2 elements, but the variable has 3",
    ),
    "too_few_put_of_an_expression": Case(
        "program p\ninteger :: a(6)[*], b(6), n, m\na = 1\nb = 2\nn = 3\nm = n - 1\nsync all\n"
        "b(1:n) = a(1:n)[1]\na(1:n)[1] = 2 * b(2:n) + b(1:m)\nend program\n",
        1,
        "a write to image 1: the value has 2 elements, but the variable has 3",
    ),
    "too_many_got": Case(
        "program p\ninteger :: a(6)[*], b(6), n, m\na = 1\nb = 2\nn = 3\nm = n - 1\nsync all\n"
        "b(1:n) = a(1:n)[1]\nb(1:m) = a(1:n)[1]\nend program\n",
        1,
        "a read from image 1: the value has 3 elements, but the variable has 2",
    ),
    "different_sizes": Case(
        "program p\ninteger, allocatable :: x(:)[:]\ninteger :: code\ncharacter(100) :: text\n"
        "allocate (x(this_image())[*], stat=code, errmsg=text)\n"
        "if (code == 0 .or. allocated(x) .or. index(text, 'different sizes') == 0) error stop 9\n"
        "allocate (x(3)[*], stat=code)\nif (code /= 0) error stop 8\nx(3)[1] = 2\nsync all\n"
        "if (x(3)[1] /= 2) error stop 7\nend program\n",
        0,
    ),
    "unlocked": Case(
        "program p\nuse iso_fortran_env, only: lock_type, stat_unlocked, stat_locked\n"
        "type(lock_type) :: l[*]\ninteger :: code\ncharacter(100) :: text\n"
        "unlock (l, stat=code, errmsg=text)\n"
        "if (code == 0 .or. code /= stat_unlocked .or. code == stat_locked) error stop 9\n"
        "if (index(text, 'not locked') == 0) error stop 8\nlock (l)\nunlock (l, stat=code)\n"
        "if (code /= 0) error stop 7\nend program\n",
        0,
    ),
    "block_with_a_coarray": Case(
        "program p\ninteger :: i, k\ndo i = 1, 100\nblock\ninteger, allocatable :: x(:)[:]\n"
        "allocate (x(100)[*])\nx = this_image()\nsync all\n"
        "do k = 1, 10\nif (any(x(:)[1 + mod(this_image(), num_images())] == 0)) error stop 9\n"
        "end do\nend block\nend do\nend program\n",
        0,
        "",
        3,
    ),
}


def check(arauto: str, compiler: str, name: str, folder: Path) -> str:
    """Names what is wrong with a case; empty when nothing is."""
    case = CASES[name]
    source, program = folder / f"{name}.f90", folder / name
    source.write_text(case.source)
    command = [arauto, "fc", "--translate", "--compiler", compiler, str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        return f"{name} cannot be compiled:\n{done.stderr}"
    done = subprocess.run(
        [arauto, "run", "-n", str(case.images), str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    said = done.stdout + done.stderr
    is_right = done.returncode == case.status and case.says in said and NOT_STOPPED not in said
    return "" if is_right else f"{name}: status {done.returncode} instead of {case.status}\n{said}"


def main() -> int:
    arauto, compiler = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as made:
        faults = [check(arauto, compiler, name, Path(made)) for name in CASES]
    faults = [fault for fault in faults if fault]
    print(*faults, f"{len(CASES)} cases with {compiler}, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
