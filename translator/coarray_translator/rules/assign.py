# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""An assignment to a whole allocatable coarray never reallocates it. The compiler sees a plain
allocatable, so the rule keeps a function result from replacing its memory."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement
from .put import assignment

BEFORE = """\
subroutine s(f)
  interface
    function f(n)
      real :: f(n, n)
    end function
  end interface
  real, allocatable, save :: x(:,:)[:]
  x = f(3)
  x = 0
  x(1, :) = f(3)
end subroutine
"""
AFTER = """\
subroutine s(f)
use arauto_translated
  interface
    function f(n)
      real :: f(n, n)
    end function
  end interface
  real, allocatable, save :: x(:,:)
  x(:, :) = f(3)
  x = 0
  x(1, :) = f(3)
end subroutine
"""
MAY_BE_FUNCTION = re.compile(r"\w\s*\(|\.\s*[a-z]+\s*\.")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    found = assignment(statement)
    if found is None or found[0].selected >= 0 or found[0].parts[-1].groups or context.is_masked:
        return None
    target, start = found
    entity = context.entity_of(target, len(target.parts) - 1)
    if entity is None or not (entity.is_coarray and entity.is_allocatable and entity.rank > 0):
        return None
    if not (entity.derived or MAY_BE_FUNCTION.search(statement.code[start:])):
        return None
    left = context.value(statement.text[: target.end])
    whole = ", ".join([":"] * entity.rank)
    return [f"{left}({whole}) = {context.value(statement.text[start:].strip())}"]
