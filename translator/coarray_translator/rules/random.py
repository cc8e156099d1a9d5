# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""RANDOM_INIT becomes a call, since its result depends on the image."""

from __future__ import annotations

import re

from ..context import Context
from ..source import Statement

BEFORE = """\
subroutine s()
  call random_init(repeatable=.true., image_distinct=num_images() > 1)
end subroutine
"""
AFTER = """\
subroutine s()
use arauto_translated
  call arauto_random_init(repeatable=.true., image_distinct=arauto_num_images() > 1)
end subroutine
"""


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = re.match(r"call\s+random_init\s*(?=\()", statement.code)
    if match is None:
        return None
    return [f"call arauto_random_init{context.value(statement.text[match.end() :])}"]
