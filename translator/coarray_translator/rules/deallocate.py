# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""DEALLOCATE of coarrays: all images synchronise before the memory is freed."""

from __future__ import annotations

import re

from ..context import Context
from ..designators import designators
from ..intrinsics import STATEMENTS
from ..source import Statement
from ..text import closing, keyword_of, mask, split

BEFORE = """\
module m
  real, allocatable :: x(:)[:], y(:)
contains
  subroutine s
    deallocate(x)
    deallocate(y)
  end subroutine
end module
"""
AFTER = """\
module m
use arauto_translated
  real, allocatable :: x(:), y(:)
contains
  subroutine s
    call arauto_deallocation_begins()
    deallocate(x)
    call arauto_deallocation_ends()
    deallocate(y)
  end subroutine
end module
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"deallocate\s*\(", statement.code)
    if match is None:
        return None
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    if not any(is_coarray(item, context) for item in split(inside)):
        return None
    context.require_impure("DEALLOCATE of a coarray")
    named = dict(keyword_of(item) for item in split(inside))
    given = [word for word in STATEMENTS["deallocate"] if word in named]
    words = [f"{word}={context.value(named[word])}" for word in given]
    return [
        "call arauto_deallocation_begins()",
        context.value(statement.text),
        f"call arauto_deallocation_ends({', '.join(words)})",
    ]


def is_coarray(item: str, context: Context) -> bool:
    found = designators(mask(item)) if not keyword_of(item)[0] else []
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if found else None
    return entity is not None and entity.is_coarray
