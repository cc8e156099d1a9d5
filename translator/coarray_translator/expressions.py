# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The type of an expression, and its value when it is an integer constant, as far as they are
certain before compilation. The compiler cannot be asked, because type(*) hides both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .designators import parse_designator
from .text import closing, find, mask, split, top_level

if TYPE_CHECKING:
    from .designators import Designator
    from .scopes import Entity, Scope

NUMBERS = ("integer", "real", "complex")
INTEGER = re.compile(r"\d+(_\w+)?$")
REAL = re.compile(r"(\d+\.\d*|\.\d+)([ed][-+]?\d+)?(_\w+)?$|\d+[ed][-+]?\d+(_\w+)?$")
LOGICAL = re.compile(r"\.(true|false)\.(_\w+)?$")
TEXT = re.compile(r"(\w+_)?(?:\"[^\"]*\"|'[^']*')+$")
TYPE = re.compile(r"(integer|real|complex|logical|character|double\s*precision|byte)\b")
SAME = {"double precision": "real", "doubleprecision": "real", "byte": "integer"}
OPERATOR = re.compile(r"\*\*|[-+*/]")
OTHER_OPERATOR = re.compile(r"[=<>]|\.\s*[a-z]+\s*\.")
FUNCTIONS = {
    **dict.fromkeys("int nint floor ceiling size len len_trim iachar ichar".split(), "integer"),
    **dict.fromkeys("this_image num_images image_index".split(), "integer"),
    **dict.fromkeys("real dble float".split(), "real"),
    "cmplx": "complex",
    **dict.fromkeys("trim adjustl adjustr repeat char achar".split(), "character"),
}


def type_of(entity: Entity) -> str:
    """`integer`, `type name`, ...; empty when it is not certain."""
    if entity.derived:
        return "" if entity.is_polymorphic or entity.is_counted else f"type {entity.derived}"
    match = TYPE.match(entity.type)
    word = re.sub(r"\s+", " ", match.group(1)) if match else ""
    return SAME.get(word, word)


def type_of_expression(text: str, scope: Scope) -> str:
    """As type_of."""
    text = text.strip()
    code = mask(text)
    if not code:
        return ""
    for pattern, name in ((INTEGER, "integer"), (REAL, "real"), (LOGICAL, "logical")):
        if pattern.match(code):
            return name
    if TEXT.match(code):
        return "character"
    if code[0] in "([":
        end = closing(code, 0)
        if end == len(code) - 1:
            return type_in_brackets(text, scope)
    designator = parse_designator(code, 0)
    if designator is not None and designator.end == len(code):
        return type_of_designator(designator, scope)
    return type_of_operation(text, code, scope)


def is_literal(text: str) -> bool:
    code = mask(text).strip().lstrip("+-")
    return any(pattern.match(code) for pattern in (INTEGER, REAL, LOGICAL, TEXT))


def type_in_brackets(text: str, scope: Scope) -> str:
    """The type of `(a)`, `(1.0, 2.0)`, `[a, b]`, `(/ a, b /)`, `[real :: ]`."""
    inside = text[1:-1].strip()
    is_constructor = text[0] == "[" or inside.startswith("/")
    inside = inside.strip("/") if is_constructor else inside
    typed = find(mask(inside), "::") if is_constructor else -1
    if typed >= 0:
        match = TYPE.match(inside[:typed].strip().lower())
        return SAME.get(match.group(1), match.group(1)) if match else ""
    items = split(inside)
    if is_constructor or len(items) == 1:
        return type_of_expression(items[0], scope) if items else ""
    parts = {type_of_expression(item.lstrip("+-"), scope) for item in items}
    return "complex" if len(items) == 2 and parts <= {"integer", "real"} else ""


def type_of_designator(designator: Designator, scope: Scope) -> str:
    first = designator.parts[0]
    entity = scope.entity_of(designator, len(designator.parts) - 1)
    if entity is not None:
        return type_of(entity)
    if len(designator.parts) > 1 or scope.find(first.name) is not None or not first.groups:
        return ""
    if scope.find_function(first.name) is not None:
        return ""
    if scope.find_type(first.name) is not None:
        return f"type {first.name}"  # its constructor
    return FUNCTIONS.get(first.name, "")


def type_of_operation(text: str, code: str, scope: Scope) -> str:
    """Arithmetic of numbers, and `//` of texts; the program may have operators of its own for
    others."""
    outside = "".join(code[at] if at in set(top_level(code)) else "~" for at in range(len(code)))
    if OTHER_OPERATOR.search(outside):
        return ""
    operands, at = [], 0
    separator = re.compile("//") if "//" in outside else OPERATOR
    for match in separator.finditer(outside):
        before = outside[at : match.start()].rstrip()
        if re.search(r"(^|[^\w.])[\d.]+[ed]$", before):
            continue  # the sign of an exponent
        operands.append(text[at : match.start()])
        at = match.end()
    operands = [operand for operand in [*operands, text[at:]] if operand.strip()]
    if len(operands) < 2 and at == 0:
        return ""
    types = [type_of_expression(operand, scope) for operand in operands]
    if "//" in outside:
        return "character" if all(name == "character" for name in types) else ""
    if not types or any(name not in NUMBERS for name in types):
        return ""
    return max(types, key=NUMBERS.index)


def constant(text: str, scope: Scope) -> int | None:
    """The value of an integer constant; None for what is none, or not known here."""
    code = mask(text).replace(" ", "")
    if INTEGER.match(code):
        return int(code.partition("_")[0])
    if re.match(r"[a-z]\w*$", code):
        entity = scope.find(code)
        return entity.value if entity is not None and entity.is_parameter else None
    if code[:1] == "(" and closing(code, 0) == len(code) - 1:
        return constant(code[1:-1], scope)
    at = last_operator(code)
    if at < 0:
        return None
    left = constant(code[:at], scope) if at > 0 else 0
    right = constant(code[at + 1 :], scope)
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}[code[at]]


def last_operator(code: str) -> int:
    """The position in a sum or product of the operator applied last; -1 for anything else."""
    outside = top_level(code)
    if any(code[at] == "/" or code.startswith("**", at) for at in outside):
        return -1
    sums = [at for at in outside if code[at] in "+-" and code[at - 1 : at] not in ("+", "-", "*")]
    products = [at for at in outside if code[at] == "*" and at > 0]
    return (sums or products or [-1])[-1]


def bounds_of(shape: str, scope: Scope) -> list[tuple[int | None, int | None]]:
    """The bounds of each dimension of a declared shape, as far as they are constants."""
    found: list[tuple[int | None, int | None]] = []
    for item in split(shape):
        at = find(mask(item), ":")
        low = item[:at] if at > 0 else "1"
        high = item[at + 1 :] if at >= 0 else item
        found.append((constant(low, scope), constant(high, scope)))
    return found
