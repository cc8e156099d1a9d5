# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""RANDOM_INIT becomes a call, since its result depends on the image."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement
from ..text import closing, keyword_of, split

BEFORE = """\
subroutine s()
  call random_init(repeatable=.true., image_distinct=num_images() > 1)
end subroutine
"""
AFTER = """\
subroutine s()
use arauto_translated
  call arauto_random_init(repeatable=logical(.true., 4), image_distinct=logical(arauto_num_image&
&s() > 1, 4))
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+random_init\s*\(", statement.code)
    if match is None:
        return None
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    words = []
    for item in split(inside):
        word, value = keyword_of(item)
        words.append(f"{f'{word}=' if word else ''}logical({context.value(value)}, 4)")
    return [f"call arauto_random_init({', '.join(words)})"]
