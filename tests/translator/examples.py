# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Each rule translates its `BEFORE` exactly to its `AFTER`, lines keep their numbers, and other
text is unchanged byte for byte.

examples.py TRANSLATOR        the folder of the translator
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from coarray_translator.includes import expand  # noqa: E402
from coarray_translator.printing import WIDTH  # noqa: E402
from coarray_translator.rules import RULES  # noqa: E402
from coarray_translator.translate import translate  # noqa: E402

UNTOUCHED = """\
! A file without coarrays: [brackets] here change nothing
program  plain   ! odd   spacing
      integer ::x(3)=[ 1,2,\t3 ] ; character(len=9) :: s='sync all'
  WRITE (*,*) [ x ], "a[1]"  ;  print *, &   ! a comment
     & s
end
"""
MIXED = """\
program  mixed
  integer :: a[*] , b   ! dropped with the brackets
  b  =  3     ! stays
  !$omp parallel
10 a[1] = b ; b=4
#define stays
  b=5; if (b&
     & > 3) print '(a)', "a[1] &
     & in a string"
  sync all
end
"""
KEPT = [
    "program  mixed\n",
    "  b  =  3     ! stays\n",
    "  !$omp parallel\n",
    "#define stays\n",
    "     & > 3) print '(a)', \"a[1] &\n",
]
FIXED = """\
      program fixed
C     a comment with a[1]
      integer a(3)[*], k
      do 10 k = 1, 3
      a(k)[1] =
     1   k
   10 continue
      end
"""


def without_modules(_name: str, _statement: object) -> None:
    return None


def run(text: str, is_fixed: bool = False) -> str:
    return translate(text, "x.f90", without_modules, is_fixed=is_fixed).text


def check_rules() -> list[str]:
    faults = []
    for rule in RULES:
        got = re.sub(r"^# .*\n", "", run(rule.BEFORE), flags=re.MULTILINE)
        if got != rule.AFTER:
            faults.append(f"{rule.__name__} gives\n{got}instead of\n{rule.AFTER}")
    return faults


def check_lines(text: str) -> list[str]:
    """Markers give each statement its original line."""
    numbers, number = [], 1
    for line in run(text).splitlines():
        marker = re.match(r'# (\d+) "x.f90"$', line)
        number = int(marker.group(1)) if marker else number + 1
        if not marker:
            numbers.append((number - 1, line))
    original = text.splitlines()
    return [
        f"'{line}' is said to be line {number}"
        for number, line in numbers
        if line in original and original[number - 1] != line
    ]


def check_include() -> list[str]:
    """Declarations of an included file count, and lines keep their numbers in both files."""
    with tempfile.TemporaryDirectory() as made:
        (Path(made) / "a.inc").write_text("! one\ninteger :: a[*]\n")
        text = "program p\n  include 'a.inc' ! here\n  include \"none.inc\"\n  a[1] = 2\nend\n"
        got = run(expand(text, "x.f90", [Path(made)]))
        inc = Path(made) / "a.inc"
    wanted = [
        f'# 2 "{inc}"\ninteger, save :: a\n',
        '# 3 "x.f90"\n  include "none.inc"\n',
        '# 4 "x.f90"\n  call arauto_put',
    ]
    return [f"an included file gives\n{got}" for part in wanted if part not in got]


def main() -> int:
    faults = check_rules() + check_lines(MIXED) + check_include()
    if run(UNTOUCHED) != UNTOUCHED:
        faults.append("a file without coarrays was changed")
    mixed = run(MIXED)
    faults += [f"'{line}' was not kept" for line in KEPT if line not in mixed]
    if (
        "10 call arauto_put_word(a, 1, b, storage_size(a, 8)/8)\n" not in mixed
        or "\nb=4\n" not in mixed
    ):
        faults.append(f"a label or a statement after ';' was lost:\n{mixed}")
    fixed = run(FIXED, is_fixed=True)
    if (
        "      call arauto_put_word(a(k), 1, k, storage_size(a(k), 8)/8)\n" not in fixed
        or "   10 continue\n" not in fixed
    ):
        faults.append(f"fixed form gives\n{fixed}")
    if any(len(line) > WIDTH + 12 for line in mixed.splitlines()):
        faults.append("a line is too long")
    print("\n".join([*faults, f"{len(RULES)} rules, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
