# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of atomic subroutines get the address of their variable and its image."""

from __future__ import annotations

import re

from ..context import Context
from ..declarations import parse_list
from ..errors import RuleError
from ..intrinsics import SUBROUTINES
from ..source import Statement
from ..text import closing

BEFORE = """\
subroutine s(n, old)
  use iso_fortran_env, only: atomic_int_kind
  integer(atomic_int_kind) :: n[*], old
  call atomic_define(n, 3)
  call atomic_fetch_add(n[2], 1, old)
  call atomic_ref(old, n[2])
  call atomic_add(value=old, atom=n[2])
end subroutine
"""
AFTER = """\
subroutine s(n, old)
use arauto_translated
  use iso_fortran_env, only: atomic_int_kind
  integer(atomic_int_kind) :: n, old
  call arauto_atomic_define(n, 0, 3)
  call arauto_atomic_fetch_add(n, 2, 1, old)
  call arauto_atomic_ref(old, n, 2)
  call arauto_atomic_add(atom=n, image=2, value=old)
end subroutine
"""
NAMES = [name for name in SUBROUTINES if name.startswith("atomic_")]
CALL = re.compile(rf"call\s+({'|'.join(NAMES)})\s*\(")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = CALL.match(statement.code)
    if match is None:
        return None
    name = match.group(1)
    positional, named = parse_list(
        statement.text[match.end() : closing(statement.code, match.end() - 1)]
    )
    index = 1 if name == "atomic_ref" else 0
    is_named = "atom" in named
    if not is_named and len(positional) <= index:
        raise RuleError(f"{name.upper()} names no atomic variable")
    image, variable = context.image_and_base(named.pop("atom") if is_named else positional[index])
    arguments = [context.value(item) for item in positional]
    if is_named:
        arguments += [f"atom={variable}", f"image={image}"]
    else:
        arguments[index : index + 1] = [variable, image]
    keywords = [f"{word}={context.value(value)}" for word, value in named.items()]
    return [f"call arauto_{name}({', '.join([*arguments, *keywords])})"]
