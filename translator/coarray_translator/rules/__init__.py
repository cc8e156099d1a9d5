# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One rule a file. A rule has `rewrite(statement, context)`, which gives the lines in place of
the statement, or None when the rule does not apply, and `BEFORE` and `AFTER`, which the tests
translate and compare. The first rule that applies is taken."""

from __future__ import annotations

from types import ModuleType

from . import (
    allocate,
    atomic,
    collective,
    critical,
    deallocate,
    declaration,
    event,
    event_query,
    get,
    imports,
    lock,
    move_alloc,
    notify_wait,
    one_line_if,
    put,
    scope_end,
    stop,
    sync,
    unsupported,
    value,
)

RULES: list[ModuleType] = [
    imports,
    declaration,
    scope_end,
    unsupported,
    one_line_if,
    allocate,
    deallocate,
    move_alloc,
    sync,
    event,
    event_query,
    notify_wait,
    lock,
    critical,
    stop,
    atomic,
    collective,
    put,
    get,
    value,
]
