# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CRITICAL constructs: one lock for each, identified by the position of the construct in the
source."""

from __future__ import annotations

import re
import zlib

from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import STATEMENTS
from ..source import Statement

BEFORE = """\
subroutine s(n)
  integer :: n[*]
  critical
    n[1] = n[1] + 1
  end critical
end subroutine
"""
AFTER = """\
subroutine s(n)
use arauto_translated
  integer :: n
  call arauto_critical(1510885965_8)
  call arauto_touch(n)
    call arauto_put_word(n, 1, arauto_value(n, 1) + 1, storage_size(n, 8)/8)
  call arauto_end_critical(1510885965_8)
  call arauto_touch(n)
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"(?:\w+\s*:\s*)?critical\s*(?:\((.*)\))?$", statement.code)
    if match:
        try:
            context.require_impure("CRITICAL")
        finally:
            context.critical.append(zlib.crc32(context.place.encode()))
        inside = statement.text[slice(*match.span(1))] if match.group(1) else ""
        positional, named = parse_list(inside)
        if positional or named.keys() - set(STATEMENTS["critical"]):
            raise RuleError(f"CRITICAL cannot have '({inside})'")
        words = [f"{word}={context.value(value)}" for word, value in named.items()]
        arguments = ", ".join([f"{context.critical[-1]}_8", *words])
        return [f"call arauto_critical({arguments})", *context.touches()]
    if re.match(r"end\s*critical\b", statement.code):
        if not context.critical:
            raise RuleError("END CRITICAL without CRITICAL")
        return [f"call arauto_end_critical({context.critical.pop()}_8)", *context.touches()]
    return None
