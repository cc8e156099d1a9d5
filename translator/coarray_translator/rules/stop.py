# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""ERROR STOP ends all images, FAIL IMAGE this one as if it had died. STOP is the compiler's."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement
from ..text import split

BEFORE = """\
subroutine s
  error stop "no"
  error stop
  fail image
end subroutine
"""
AFTER = """\
subroutine s
use arauto_translated
  call arauto_error_stop("no")
  call arauto_error_stop()
  call arauto_fail_image()
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if re.match(r"fail\s*image$", statement.code):
        context.require_impure("FAIL IMAGE")
        return ["call arauto_fail_image()"]
    match = re.match(r"error\s*stop(?=$|[\s(\"'])", statement.code)
    if match is None or context.is_pure:
        return None
    arguments = split(statement.text[match.end() :])
    code = context.value(arguments[0]) if arguments and "=" not in arguments[0] else ""
    return [f"call arauto_error_stop({code})"]
