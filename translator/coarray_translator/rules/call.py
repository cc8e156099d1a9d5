# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CALL with objects of other images as arguments, or of a procedure of such an object's type."""

from __future__ import annotations

import re

from ..calls import is_coindexed, write_call
from ..context import Context
from ..designators import parse_designator
from ..source import Statement
from ..text import split

BEFORE = """\
subroutine s(k)
  integer :: x(4)[*], k
  interface
    subroutine grow(a, by)
      integer, intent(inout) :: a(:)
      integer, intent(in) :: by
    end subroutine
  end interface
  call grow(x(2:3)[k], x(1)[k])
  call f(by=x(1)[2])
end subroutine
"""
AFTER = """\
subroutine s(k)
use arauto_translated
  integer :: x(4), k
  interface
    subroutine grow(a, by)
      integer, intent(inout) :: a(:)
      integer, intent(in) :: by
    end subroutine
  end interface
  block
  integer(kind(x)), allocatable :: arauto_v1(:)
  type(arauto_description) :: arauto_d2
  integer(4) :: arauto_n3
  if (allocated(arauto_v1)) deallocate(arauto_v1)
  allocate(arauto_v1(size(x(2:3), 1)))
  call arauto_get(arauto_v1, int(k, 4), x(2:3))
  arauto_d2 = arauto_describe(x(2:3))
  arauto_n3 = int(k, 4)
  call grow(arauto_v1, arauto_value(x(1), int(k, 4)))
  call arauto_put_any(arauto_d2, arauto_n3, arauto_describe(arauto_v1))
  call arauto_touch(x)
  end block
  block
  integer(kind(x)), allocatable :: arauto_v1
  type(arauto_description) :: arauto_d2
  integer(4) :: arauto_n3
  integer(1), allocatable :: arauto_b4(:)
  if (allocated(arauto_v1)) deallocate(arauto_v1)
  allocate(arauto_v1)
  call arauto_get(arauto_v1, 2, x(1))
  arauto_d2 = arauto_describe(x(1))
  arauto_n3 = 2
  arauto_b4 = arauto_bytes(arauto_describe(arauto_v1))
  call f(by=arauto_v1)
  if (arauto_differs(arauto_b4, arauto_describe(arauto_v1))) call arauto_put_any(arauto_d2, arau&
&to_n3, arauto_describe(arauto_v1))
  call arauto_touch(x)
  end block
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+(?=[a-z])", statement.code)
    if match is None or "[" not in statement.code:
        return None
    designator = parse_designator(statement.code, match.end())
    if designator is None or statement.code[designator.end :].strip():
        return None
    if designator.selected == len(designator.parts) - 1 or len(designator.parts[-1].groups) > 1:
        return None
    items = [
        item
        for group in designator.parts[-1].groups
        for item in split(statement.text[slice(*group)])
    ]
    if designator.selected < 0 and not any(is_coindexed(context, item) for item in items):
        return None
    return [statement.text[: match.end()] + write_call(context, statement.text, designator)]
