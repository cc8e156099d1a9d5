# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reductions with an operation of Fortran, and the older form with a source and a result."""

from __future__ import annotations

import re

from ..conformity import check_integer
from ..context import Context
from ..declarations import parse_list
from ..designators import designators
from ..errors import RuleError
from ..misplaced import refuse_misplaced
from ..ranks import rank_of
from ..reference import as_integer
from ..source import Statement
from ..text import closing, mask
from ..transfers import named

BEFORE = """\
subroutine s(a, b)
  real :: a, b
  call co_sum(a)
  call co_max(a, result_image=1)
  call co_sum(a, b)
  call co_min(a, b, result_image=2)
end subroutine
"""
AFTER = """\
subroutine s(a, b)
use arauto_translated
  real :: a, b
  call arauto_co_sum(a)
  call arauto_co_max(a, result_image=int(1, 4))
  call arauto_co_sum_into(a, b)
  call arauto_co_min_into(a, b, result_image=int(2, 4))
end subroutine
"""
CALL = re.compile(r"call\s+(co_(?:sum|min|max|product))\s*\(")


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    match = CALL.match(statement.code)
    if match is None or context.scope.find(match.group(1)) is not None:
        return None
    name = match.group(1)
    context.require_impure(name.upper())
    inside = statement.text[match.end() : closing(statement.code, match.end() - 1)]
    positional, keyed = parse_list(inside)
    for item in positional[:1]:
        refuse_misplaced(context, name.upper(), item)
        if context.whole_reference(item) is not None:
            raise RuleError(
                f"{name.upper()}: '{item}' is coindexed; a collective works on this image's own"
            )
    arguments = [context.value(item) for item in positional]
    is_pair = len(positional) == 2 and not keyed.keys() - {"result_image"}
    if is_pair and (keyed or is_result(positional, context)):
        rest = ", ".join([arguments[1], *keywords(context, keyed)])
        call = (f"call arauto_{name}_into(", f", {rest})")
        return named(context, call, arguments[0], rank_of(positional[0], context.scope) == 0)
    for item in positional[1:2]:
        check_integer(item, f"{name.upper()}: the image", context.scope)
        arguments[1] = as_integer(arguments[1])
    if "a" in keyed:
        arguments.insert(0, context.value(keyed.pop("a")))
    return [f"call arauto_{name}({', '.join([*arguments, *keywords(context, keyed)])})"]


def keywords(context: Context, named: dict[str, str]) -> list[str]:
    words = []
    for word, text in named.items():
        if word.endswith("_image"):
            check_integer(text, f"{word.upper()}=", context.scope)
        value = context.value(text)
        words.append(f"{word}=int({value}, 4)" if word.endswith("_image") else f"{word}={value}")
    return words


def is_result(positional: list[str], context: Context) -> bool:
    """Whether the second argument is a variable for the result, not an image number."""
    found = designators(mask(positional[1]))
    entity = context.entity_of(found[0], len(found[0].parts) - 1) if len(found) == 1 else None
    if entity is None or found[0].end != len(positional[1]) or entity.is_parameter:
        return False
    if entity.type.startswith("integer"):
        return context.options.has_legacy_collectives
    return True
