# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Coindexed objects and inquiries about images in any other statement: their values are fetched in
place."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_declaration
from ..designators import count_coindexed, parse_designator
from ..errors import RuleError
from ..source import Statement

BEFORE = """\
program p
  real :: a(8)[*]
  real :: x
  x = 2*a(1)[2] + sum(a(2:3)[this_image()])
  print *, [a(1)[1], x], num_images()
  block
    real :: y(int(a(2)[1]))
  end block
end program
"""
AFTER = """\
program p
use arauto_translated
  real, save :: a(8)
  real :: x
  x = 2*arauto_value(a(1), 2) + sum(arauto_value(a(2:3), int(arauto_this_image(), 4)))
  print *, [arauto_value(a(1), 1), x], arauto_num_images()
  block
    real :: y(int(arauto_pure_value(a(2), 1)))
  end block
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if is_data(statement.code) and count_coindexed(statement.code):
        raise RuleError("DATA takes constants, and nothing of another image")
    is_declaration = "[" in statement.code and is_specification(statement)
    if is_declaration:
        context.is_concurrent = True  # bounds and lengths call pure functions only
    written = context.value(statement.text)
    if written == statement.text:
        return None
    if is_declaration and (context.postlude or context.prelude or context.pointers):
        raise RuleError(
            "a declaration needs memory that another image has allocated, or an object of it; "
            "assign it to a variable before"
        )
    if re.match(r"read\s*\(", statement.code) and "arauto_value" in written:
        raise RuleError("READ can define only variables of this image, not of another")
    if re.match(r"read\b", statement.code) and context.has_loops:
        raise RuleError(
            "an implied DO of READ needs memory that another image has allocated, or an object of "
            "it, and may depend on what is read before; assign it to a variable before"
        )
    return [written]


def is_data(code: str) -> bool:
    """The statement DATA, not a variable of that name."""
    name = parse_designator(code, 0) if code.startswith("data") else None
    return name is not None and re.match(r"\s*[a-z/]", code[name.end :]) is not None


def is_specification(statement: Statement) -> bool:
    return parse_declaration(statement.text, statement.code) is not None
