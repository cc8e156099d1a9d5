# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What is not translated yet ends with a sentence, rather than with what a compiler would say of
the rest."""

from __future__ import annotations

import re

from ..context import Context
from ..errors import RuleError
from ..source import Statement

BEFORE = """\
program p
  integer :: event_attach
  event_attach = 1
end program
"""
AFTER = BEFORE

WORDS = {
    r"call\s+event_(attach|detach)\s*\(": "EVENT_ATTACH and EVENT_DETACH are",
}


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    for pattern, what in WORDS.items():
        match = re.match(rf"(?:\w+\s*:\s*)?{pattern}", statement.code)
        if match and context.scope.find(re.sub(r"\W.*", "", statement.code)) is None:
            raise RuleError(f"{what} not translated yet")
    return None
