# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the cases_*.txt files. A case is a line `## name` and the text of a source. A line that
changes is followed by one that begins with `=>`: the result without blanks and continuation signs,
where `H(` and `S(` stand for the names of the two hints and `I` for the interface that declares
them. In lines that have no such line after them nothing may change. `<TAB>` and `<CR>` are the
characters that editors hide."""

from __future__ import annotations

from pathlib import Path

from rewritten import squeeze

HINT = "arauto_fortran_notify_hint"
HERE = Path(__file__).resolve().parent


def read_cases(name: str) -> dict[str, str]:
    cases: dict[str, str] = {}
    for part in (HERE / name).read_text().split("\n## ")[1:]:
        title, text = part.split("\n", 1)
        cases[title] = text.rstrip("\n").replace("<TAB>", "\t").replace("<CR>", "\r") + "\n"
    return cases


def parse(case: str) -> tuple[list[str], dict[int, str]]:
    """The lines of the source, and what is wanted of those that change, by index."""
    lines: list[str] = []
    wanted: dict[int, str] = {}
    for line in case.rstrip("\n").split("\n"):
        if line.startswith("=>"):
            result = line[2:].replace("S(", HINT + "_stat(").replace("H(", HINT + "(")
            wanted[len(lines) - 1] = squeeze(result)
        else:
            lines.append(line)
    return lines, wanted


FREE_HEAD = """program p
use, intrinsic :: iso_fortran_env, only: event_type, int64
implicit none
type(event_type) :: n[*], m(4)[*]
real :: x(10)[*], y(10), s[*], c(2,2)[2,*]
integer :: i, k, stat, count
integer(int64) :: k8
logical :: flag
character(40) :: text
type t
  real, allocatable :: b(:)[:]
end type
type(t) :: a
type u
  real :: v(3)
end type
type(u) :: r(5)[*]
"""
FREE_TAIL = "end program\n"
FIXED_HEAD = """      PROGRAM P
      USE, INTRINSIC :: ISO_FORTRAN_ENV, ONLY: EVENT_TYPE
      IMPLICIT NONE
      TYPE(EVENT_TYPE) N[*], M(4)[*]
      REAL X(10)[*], Y(10), S[*]
      INTEGER I, K
      LOGICAL FLAG
      CHARACTER*40 TEXT
"""
FIXED_TAIL = "      END\n"
OPERATOR = """module operators
interface operator(.plus.)
  procedure plus
end interface
contains
integer function plus(a, b)
  integer, intent(in) :: a, b
  plus = a + b
end function
end module
"""
