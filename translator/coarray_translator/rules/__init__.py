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
    change_team,
    co_broadcast,
    co_reduce,
    collective,
    critical,
    deallocate,
    declaration,
    event,
    event_attach,
    event_query,
    forall,
    form_team,
    get,
    head,
    imports,
    internal_label,
    lock,
    move_alloc,
    notify_wait,
    one_line_if,
    put,
    random,
    scope_end,
    stop,
    sync,
    team_function,
    team_jump,
    value,
    where,
    xmp_task,
)

RULES: list[ModuleType] = [
    event_attach,
    imports,
    internal_label,
    declaration,
    team_function,
    scope_end,
    team_jump,
    where,
    forall,
    head,
    one_line_if,
    allocate,
    deallocate,
    move_alloc,
    sync,
    form_team,
    change_team,
    xmp_task,
    event,
    event_query,
    notify_wait,
    lock,
    critical,
    stop,
    atomic,
    collective,
    co_broadcast,
    co_reduce,
    random,
    put,
    get,
    value,
]
