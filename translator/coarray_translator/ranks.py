# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The rank of an expression, as far as declarations give it: an unknown name counts as a scalar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .declarations import parse_list
from .designators import Designator, parse_designator
from .text import closing, find, mask, split

if TYPE_CHECKING:
    from .scopes import Scope

ELEMENTAL = set(
    "abs achar acos acosh adjustl adjustr aimag aint anint asin asinh atan atan2 atanh bessel_j0 "
    "bessel_j1 bessel_y0 bessel_y1 bge bgt ble blt btest ceiling char cmplx conjg cos cosh dble "
    "dim dprod dshiftl dshiftr erf erfc erfc_scaled exp exponent floor fraction gamma hypot iachar "
    "iand ibclr ibits ibset ichar ieor index int ior ishft ishftc leadz len_trim lge lgt lle llt "
    "log log10 log_gamma logical maskl maskr max merge merge_bits min mod modulo nearest nint not "
    "popcnt poppar real rrspacing scale scan set_exponent shifta shiftl shiftr sign sin sinh "
    "spacing sqrt tan tanh trailz verify float sngl".split()
)
REDUCING = set(
    "all any count iall iany iparity maxval minval norm2 parity product sum findloc maxloc minloc "
    "this_image lbound ubound lcobound ucobound size".split()
)
LOCATING = {"findloc", "maxloc", "minloc", "lbound", "ubound", "lcobound", "ucobound"}
LIKE_FIRST = {"cshift", "eoshift", "transpose"}
ONE = {"pack", "shape", "coshape", "failed_images", "stopped_images", "get_team"}


def rank_of(text: str, scope: Scope) -> int:
    """The highest rank of the operands."""
    code, at, rank = mask(text), 0, 0
    while at < len(code):
        char = code[at]
        if char == "[" or code.startswith("(/", at):
            return max(rank, 1)
        if char == "(":
            end = closing(code, at)
            inside = split(text[at + 1 : end])
            rank = max(rank, *(rank_of(item, scope) for item in inside), 0)
            at = end + 1
        elif char in "'\"":
            end = code.find(char, at + 1)
            at = end + 1 if end >= 0 else len(code)
        elif char == "." and (word := code[at + 1 :].partition(".")[0]).isalpha():
            at += len(word) + 2
        elif char.isdigit():
            while at < len(code) and (code[at].isalnum() or code[at] in "._"):
                at += 1
        else:
            designator = parse_designator(code, at)
            rank = max(rank, rank_of_designator(text, designator, scope) if designator else 0)
            at = designator.end if designator else at + 1
    return rank


def rank_of_designator(text: str, designator: Designator, scope: Scope) -> int:
    first = designator.parts[0]
    entity = scope.find(first.name)
    if entity is None or (entity.rank == 0 and first.groups and not entity.derived):
        if first.groups and len(designator.parts) == 1:
            inside = text[slice(*first.groups[0])]
            if entity is None or scope.find_function(first.name) is not None:
                return rank_of_call(first.name, inside, scope)
        return 0
    rank = 0
    for i, part in enumerate(designator.parts):
        entity = scope.entity_of(designator, i)
        if entity is None:
            return rank
        if part.groups and entity.rank > 0:
            items = split(text[slice(*part.groups[0])])
            rank += sum(rank_of_subscript(item, scope) for item in items)
        else:
            rank += entity.rank
    return rank


def rank_of_subscript(item: str, scope: Scope) -> int:
    return 1 if find(mask(item), ":") >= 0 else rank_of(item, scope)


def rank_of_call(name: str, inside: str, scope: Scope) -> int:
    function = scope.find_function(name)
    positional, named = parse_list(inside)
    ranks = [rank_of(item, scope) for item in [*positional, *named.values()]]
    highest = max([*ranks, 0])
    if function is not None:
        return highest if function.is_elemental else function.rank
    if name in ELEMENTAL:
        return highest
    if name in ONE:
        return 1
    if name in LIKE_FIRST:
        return ranks[0] if ranks else 0
    if name == "spread":
        return ranks[0] + 1 if ranks else 0
    if name == "reshape" and (shape := named.get("shape") or "".join(positional[1:2])):
        return size_of_shape(shape.strip(), scope)
    return rank_of_reduction(name, positional, named, ranks, scope)


def size_of_shape(text: str, scope: Scope) -> int:
    """How many elements RESHAPE's second argument has."""
    code = mask(text)
    if code.startswith(("[", "(/")) and closing(code, 0) == len(code) - 1:
        inside = text[1:-1].strip("/")
        typed = find(mask(inside), "::")
        return len(split(inside[typed + 2 :] if typed >= 0 else inside))
    found = parse_designator(code, 0)
    if found is not None and found.end == len(code) and found.parts[0].name == "shape":
        arguments = parse_list(text[slice(*found.parts[0].groups[0])])
        return rank_of((arguments[0] or list(arguments[1].values()))[0], scope)
    return 1  # that many a variable has, which is no constant here


def rank_of_reduction(
    name: str, positional: list[str], named: dict[str, str], ranks: list[int], scope: Scope
) -> int:
    if name not in REDUCING or not ranks:
        return 0
    others = [item for item in positional[1:] if rank_of(item, scope) == 0]
    has_dim = "dim" in named or bool(others)
    if name in LOCATING:
        is_bound = name.endswith("bound")
        return (0 if is_bound else ranks[0] - 1) if has_dim else 1
    if name in ("size", "this_image"):
        return 0 if has_dim or name == "size" else 1
    return ranks[0] - 1 if has_dim else 0
