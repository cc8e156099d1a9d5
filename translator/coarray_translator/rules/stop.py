# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""ERROR STOP ends all images; FAIL IMAGE ends this one as if it had died. STOP remains the
compiler's, but the runtime must be notified of it, to know why a process ends with a status that is
not zero."""

from __future__ import annotations

import re

from ..context import Context
from ..designators import designators
from ..expressions import type_of_expression
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..stats import DEFAULT
from ..text import keyword_of, mask, split

BEFORE = """\
subroutine s(n)
  integer :: n
  error stop "no"
  error stop
  error stop n, quiet=.true.
  fail image
  stop "text"
  if (n > 0) stop n
end subroutine
"""
AFTER = """\
subroutine s(n)
use arauto_translated
  integer :: n
  call arauto_error_stop("no")
  call arauto_error_stop()
  call arauto_error_stop(n, quiet=logical(.true., 4))
  call arauto_fail_image()
  stop "text"
  if (n > 0) then
  call arauto_stop_begins()
  stop n
  end if
end subroutine
"""
STOP = re.compile(r"stop\s*(?=[\s\w(+.-])(.*)$")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if re.match(r"fail\s*image$", statement.code):
        context.require_impure("FAIL IMAGE")
        return ["call arauto_fail_image()"]
    stop = STOP.match(statement.code)
    if stop is not None and may_have_code(stop.group(1), context):
        return ["call arauto_stop_begins()", of_default_kind(statement, stop.start(1), context)]
    match = re.match(r"error\s*stop(?=$|[\s(,\"'])", statement.code)
    if match is None or context.is_pure:
        return None
    arguments = []
    for item in split(statement.text[match.end() :]):
        word, value = keyword_of(item)
        if word in STATEMENTS["error stop"]:
            arguments.append(f"{word}=logical({context.value(value)}, 4)")
        elif item.strip():
            arguments.append(context.value(item))
    return [f"call arauto_error_stop({', '.join(arguments)})"]


def of_default_kind(statement: Statement, start: int, context: Context) -> str:
    """The statement with a code of default kind: not all compilers take others."""
    code = split(statement.text[start:])[0].strip()
    if code.isdigit() or type_of_expression(code, context.scope) != "integer":
        return context.value(statement.text)
    found = designators(mask(code))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if len(found) == 1 else None
    if entity is not None and found[0].end == len(code) and entity.type.strip() in DEFAULT:
        return context.value(statement.text)
    at = statement.text.index(code, start)
    rest = statement.text[at + len(code) :]
    return f"{statement.text[:at]}int({context.value(code)}, 4){context.value(rest)}"


def may_have_code(arguments: str, context: Context) -> bool:
    """Whether the arguments of STOP are such that the status may be other than zero."""
    if context.scope.find("stop") is not None or re.match(r"[\w\s]*=", arguments):
        return False
    first = arguments.strip().lstrip("(").strip()
    return bool(first) and first[0] not in "'\""
