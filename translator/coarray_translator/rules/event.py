# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""EVENT POST and EVENT WAIT become calls."""

from __future__ import annotations

import re

from ..checks import check_type
from ..conformity import check_integer
from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..text import closing

BEFORE = """\
program p
  use iso_fortran_env
  type(event_type) :: e(2)[*]
  event post (e(1)[2])
  event wait (e(1), until_count=3)
end program
"""
AFTER = """\
program p
use arauto_translated
  use iso_fortran_env
  type(arauto_event_type), save :: e(2)
  call arauto_event_post(e(1), 2)
  call arauto_event_wait(e(1), int(3, 8))
end program
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"event\s*(post|wait)\s*\(", statement.code)
    if match is None:
        return None
    end = closing(statement.code, match.end() - 1)
    if statement.code[end + 1 :].strip():
        return None
    kind = match.group(1)
    context.require_impure(f"EVENT {kind.upper()}")
    positional, named = parse_list(statement.text[match.end() : end])
    return write(f"EVENT {kind.upper()}", positional, named, context)


def write(
    statement: str, positional: list[str], named: dict[str, str], context: Context
) -> list[str]:
    """The call for EVENT POST, EVENT WAIT and NOTIFY WAIT."""
    is_post = statement == "EVENT POST"
    allowed = set(STATEMENTS[statement.lower()])
    if len(positional) != 1 or named.keys() - allowed:
        raise RuleError(f"{statement} takes one variable and {', '.join(sorted(allowed))}")
    names = {"notify_type"} if statement == "NOTIFY WAIT" else {"event_type"}
    check_type(context.scope, positional[0], names, statement)
    image, variable = context.image_and_base(positional[0])
    if not is_post and image != "0":
        raise RuleError(
            f"{statement} waits for a variable of this image; '{positional[0]}' is coindexed"
        )
    until = named.pop("until_count", "1")
    check_integer(until, "UNTIL_COUNT=", context.scope)
    count = f"int({context.value(until)}, 8)"
    keywords = [f"{name}={context.value(value)}" for name, value in named.items()]
    arguments = ", ".join([variable, image if is_post else count, *keywords])
    return [f"call arauto_event_{'post' if is_post else 'wait'}({arguments})", *context.touches()]
