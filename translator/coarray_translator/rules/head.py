# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The first statement of a construct cannot be in a BLOCK with the variables that its expressions
need, so these are declared in the scope and their statements come before the construct. An ELSE IF
becomes an IF of its own inside the ELSE, and DO WHILE a loop with EXIT."""

from __future__ import annotations

import re

from ..context import Context
from ..errors import RuleError
from ..source import Statement
from ..text import closing, mask, split

BEFORE = """\
subroutine s(x, k)
  type t
    real, allocatable :: v(:)
  end type
  type(t) :: x[*]
  integer :: k, i[*]
  if (k > 0) then
    k = 1
  else if (x[2]%v(1) > 0) then
    k = 2
  end if
  do while (x[1]%v(k) > 0)
    k = k + 1
  end do
  associate (y => i[2], z => 2*i[1])
    k = z
  end associate
end subroutine
"""
AFTER = """\
subroutine s(x, k)
use arauto_translated
  type t
    real, allocatable :: v(:)
  end type
  type(t) :: x
  integer :: k, i
type(t), pointer :: arauto_p1_
type(t), pointer :: arauto_p2_
  if (k > 0) then
    k = 1
  else
  call arauto_c_f_pointer(arauto_shadow(x, 2), arauto_p1_)
  if (arauto_value(arauto_p1_%v(1), 2+arauto_there) > 0) then
    k = 2
  end if
  end if
  do
  call arauto_c_f_pointer(arauto_shadow(x, 1), arauto_p2_)
  if (.not. (arauto_value(arauto_p2_%v(k), 1+arauto_there) > 0)) exit
    k = k + 1
  end do
  associate (y => (arauto_pure_value(i, 2)), z => 2*arauto_pure_value(i, 1))
    k = z
  end associate
end subroutine
"""
NAME = r"(\w+\s*:\s*)?"
HEAD = re.compile(
    rf"{NAME}(if\s*\(.*\)\s*then\b|else\s*if\s*\(|do\b"
    r"|select\s*(case|type|rank)\s*\(|associate\s*\()"
)


def rewrite(statement: Statement, context: Context) -> list[str] | None:
    if re.match(r"end\s*if\b", statement.code):
        count = context.open_ifs.pop() if context.open_ifs else 0
        return [*(["end if"] * count), statement.text] if count else None
    if not HEAD.match(statement.code) or re.match(r"\w+\s*(=|%|\[)", statement.code):
        return None
    is_if = re.match(rf"{NAME}if\s*\(", statement.code)
    if is_if:
        if (
            not statement.code.rstrip()[closing(statement.code, is_if.end() - 1) + 1 :]
            .strip()
            .startswith("then")
        ):
            return None
        context.open_ifs.append(0)
    context.is_header = True
    written = associate(statement, context) or context.value(statement.text)
    if not context.prelude:
        return [written] if written != statement.text else None
    if context.postlude:
        written = settled(written, context)
    lines, context.prelude = context.prelude, []
    if re.match(r"else\s*if\b", statement.code):
        return else_if(written, lines, context)
    loop = re.match(rf"{NAME}do\s*(\d+)?\s*,?\s*while\s*\(", statement.code)
    if loop:
        return do_while(written, lines)
    if re.match(rf"{NAME}do\s*(\d+)?\s*,?\s*concurrent\b", statement.code):
        raise RuleError(
            "the head of DO CONCURRENT needs memory that another image has allocated, or an object "
            "of it; assign it to a variable before"
        )
    return [*lines, written]


def settled(written: str, context: Context) -> str:
    """The head with a variable for its condition, because what a function defines is put back
    before the construct."""
    start = re.match(
        rf"{NAME}(?:(?:else\s*)?if|do\s*(?:\d+)?\s*,?\s*while)\s*(?=\()", written, re.IGNORECASE
    )
    if start is None:
        raise RuleError(
            "a function in the first statement of a construct may define an object of another "
            "image; assign the object to a variable before"
        )
    end = closing(mask(written), start.end())
    condition = context.new_variable("c", "logical")
    context.prelude += [f"{condition} = {written[start.end() : end + 1]}", *context.postlude]
    context.postlude = []
    return f"{start.group()}({condition}){written[end + 1 :]}"


def associate(statement: Statement, context: Context) -> str:
    start = re.match(rf"{NAME}associate\s*\(", statement.code)
    if start is None or "[" not in statement.code:
        return ""
    end = closing(statement.code, start.end() - 1)
    items = []
    for item in split(statement.text[start.end() : end]):
        name, arrow, selector = item.partition("=>")
        items.append(f"{name}{arrow} {select(selector.strip(), context)}")
    return statement.text[: start.end()] + ", ".join(items) + statement.text[end:]


def select(selector: str, context: Context) -> str:
    """By pure functions where there are, because bounds may use the name; in brackets, because
    gfortran frees what functions of type CHARACTER give here. It frees objects in brackets too."""
    bare = selector
    while bare.startswith("(") and closing(mask(bare), 0) == len(bare) - 1:
        bare = bare[1:-1].strip()
    pure = context.within(context.scope)
    pure.is_concurrent = True
    try:
        value = pure.value(bare)
    except RuleError:
        pure.prelude.append("")
    if pure.prelude or pure.pointers or "stat" in bare.lower():
        value = context.value(bare)
    is_whole = context.whole_reference(bare) is not None
    if bare == selector and not is_whole:
        return value
    return value if value.startswith("arauto_v") and "(" not in value else f"({value})"


def else_if(written: str, lines: list[str], context: Context) -> list[str]:
    if not context.open_ifs:
        raise RuleError("ELSE IF without IF")
    context.open_ifs[-1] += 1
    condition = written[written.lower().index("if") :]
    end = closing(condition.lower(), condition.index("("))
    return ["else", *lines, f"{condition[: end + 1]} then"]


def do_while(written: str, lines: list[str]) -> list[str]:
    start = re.match(rf"({NAME}do\s*(\d+)?)\s*,?\s*while\s*\(", written, re.IGNORECASE)
    assert start is not None
    end = closing(written.lower(), start.end() - 1)
    return [start.group(1).rstrip(), *lines, f"if (.not. ({written[start.end() : end]})) exit"]
