# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The time of a translation grows linearly with the length of a file, also where that is a deep
nest of constructs. It is the processor time of this process, and only a ratio is checked.

nested.py TRANSLATOR        the folder of the translator
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1], str(Path(__file__).resolve().parent.parent)]

from coarray_translator.translate import translate  # noqa: E402
from tier import IS_GATE  # noqa: E402

FEW, MANY = (100, 800) if IS_GATE else (250, 2000)
# Eight times as many take eight times as long, and 64 times where each asks all those around it.
RATIO_MAX = 32
CONSTRUCTS = {
    "block": ("block\ninteger :: x{i}\nx{i} = a[1]\nsync all\n", "end block\n"),
    "if": ("if (a[1] > {i}) then\na[1] = 2\nsync all\n", "end if\n"),
    "do": ("do i = 1, 2\na[1] = a[2]\nlock (l[1])\n", "end do\n"),
    "associate": ("associate (y => b)\ny = a[1]\n", "end associate\n"),
}


def seconds(kind: str, depth: int) -> float:
    begin, end = CONSTRUCTS[kind]
    head = "program p\nuse iso_fortran_env\ninteger :: a[*], b, i\ntype(lock_type) :: l[*]\n"
    text = head + "".join(begin.format(i=i) for i in range(depth)) + end * depth + "end program\n"
    start = time.process_time()
    result = translate(text, "x.f90", lambda _name, _statement: None)
    taken = time.process_time() - start
    assert result.is_changed and result.text.count(end) == depth
    return taken


def main() -> int:
    faults = 0
    for kind in CONSTRUCTS:
        few = min(seconds(kind, FEW) for _ in range(3))
        many = seconds(kind, MANY)
        is_right = many <= RATIO_MAX * few
        faults += not is_right
        print(f"{kind}: {FEW} take {few:.2f} s, {MANY} take {many:.2f} s, {many / few:.0f} times")
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
