# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""XcalableMP's TASK: the images that it names continue as a team of their own, the others skip the
block at once. NODES, TASKS and END TASKS stay comments."""

from __future__ import annotations

import re

from ..context import Context
from ..errors import RuleError
from ..source import Statement
from ..text import split

BEFORE = """\
program p
  integer :: n[*]
  !$xmp nodes p(*)
  !$xmp task on p(1:n/2)
  n = num_images()
  !$xmp end task
end program
"""
AFTER = """\
program p
use arauto_translated
  integer, save :: n
  !$xmp nodes p(*)
  if (arauto_task(int(1, 4), int(n/2, 4), int(1, 4))) then
  call arauto_touch(n)
  n = arauto_num_images()
  call arauto_end_team()
  end if
  call arauto_touch(n)
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if re.match(r"\$xmp\s+end\s*task$", statement.code):
        return ["call arauto_end_team()", "end if", *context.touches()]
    match = re.match(r"\$xmp\s+task\s+(.*)$", statement.code)
    if match is None:
        return None
    nodes = re.match(r"on\s+\w+\s*(\((.*)\))?$", match.group(1))
    if nodes is None:
        raise RuleError(
            f"TASK: '{statement.text[match.start(1) :]}' is not translated; write "
            "'on NODES(first:last)'"
        )
    context.require_impure("TASK")
    start = match.start(1) + nodes.start(2)
    inside = statement.text[start : start + len(nodes.group(2) or "")] if nodes.group(1) else "*"
    if len(split(inside)) != 1:
        raise RuleError("TASK: nodes of more than one dimension are not translated")
    bounds = ", ".join(f"int({context.value(item)}, 4)" for item in bounds_of(inside))
    return [f"if (arauto_task({bounds})) then", *context.touches()]


def bounds_of(inside: str) -> list[str]:
    """First, last and step of the images that execute the block."""
    items = split(inside, ":")
    if inside.strip() == "*":
        return ["1", "num_images()", "1"]
    if len(items) == 1:
        return [items[0], items[0], "1"]
    first, last, step = (*items, "", "")[:3]
    return [first or "1", last or "num_images()", step or "1"]
