# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Values of derived types of other images: a variable before the statement receives them, because
no function of the runtime can know the type. The same for arrays of texts that gfortran cannot
reshape."""

from __future__ import annotations

import re

from .declarations import parse_list
from .deep import deep_get
from .designators import Designator, Part
from .errors import RuleError
from .ranks import rank_of
from .reference import Reference, sizes_of
from .scopes import Entity
from .surroundings import Surroundings
from .text import mask
from .transfers import get


def value_of_object(context: Surroundings, reference: Reference) -> str:
    """The name of a variable that has the value."""
    entity = reference.entity
    assert entity is not None
    declaration = entity.type or f"type({entity.derived})"
    shape = f"({', '.join(':' * reference.rank)})" if reference.rank else ""
    is_allocated = reference.rank > 0 or entity.is_polymorphic
    if is_allocated:
        declaration += ", allocatable"
    name = context.new_value("v", declaration, shape)
    if is_allocated:
        extent = f"({', '.join(sizes_of(reference))})" if reference.rank else ""
        mold = f", mold={reference.base}" if entity.is_polymorphic else ""
        context.prelude += [
            f"if (allocated({name})) deallocate({name})",
            f"allocate({name}{extent}{mold})",
        ]
    if context.has_allocatable(entity.derived):
        context.prelude += deep_get(context, name, reference)
    else:
        context.prelude.append(get(context, name, reference))
    return name


def value_of_texts(context: Surroundings, reference: Reference) -> str:
    """The name of a variable that has the values; GCC 12 to 14 fail over RESHAPE of texts that a
    function gives."""
    one = reference.element
    shape = f"({', '.join(':' * reference.rank)})"
    name = context.new_value("v", f"character(kind=kind({one}), len=:), allocatable", shape)
    context.prelude += [
        f"if (allocated({name})) deallocate({name})",
        f"allocate(character(kind=kind({one}), len=len({one})) :: "
        f"{name}({', '.join(sizes_of(reference))}))",
        get(context, name, reference),
    ]
    return name


# Functions that look at an object, and after how many arguments KIND comes.
LOOKS = {"size": 2, "lbound": 2, "ubound": 2, "shape": 1, "len": 1, "storage_size": 1}
STATES = ("allocated", "associated", "is_contiguous")
POINTER = re.compile(r"\barauto_p\d+_?%")


def value_of_query(context: Surroundings, text: str, part: Part, written: str) -> str:
    """SIZE and its like in an implied DO, of an object that is another one in each iteration."""
    if not POINTER.search(mask(written)) or part.name not in (*LOOKS, *STATES):
        return written
    positional, named = parse_list(text[slice(*part.groups[0])])
    declared = "logical"
    if part.name in LOOKS:
        kind = named.get("kind") or "".join(positional[LOOKS[part.name] :])
        declared = f"integer({kind})" if kind else "integer"
    rank = 0 if part.name in STATES else rank_of(text[part.start : part.end], context.scope)
    shape = f"({', '.join(':' * rank)})" if rank else ""
    name = context.new_value("v", f"{declared}, allocatable" if rank else declared, shape)
    context.prelude.append(f"{name} = {written}")
    return name


def value_of_any(
    context: Surroundings, text: str, designator: Designator, reference: Reference
) -> str:
    """The name of a variable that has the value, of whichever type."""
    entity = reference.entity
    if entity is not None and entity.derived:
        return value_of_object(context, reference)
    one = first_object(context, text, designator, reference)
    kind, length = f"kind({one})", ""
    declaration = f"{type_name(entity, designator)}({kind})"
    shape = f"({', '.join(':' * reference.rank)})" if reference.rank else ""
    if declaration.startswith("character"):
        declaration = f"character(kind={kind}, len=:)"
        length = f"character(kind={kind}, len=len({reference.element})) :: "
    name = context.new_value("v", f"{declaration}, allocatable", shape)
    sizes = f"({', '.join(sizes_of(reference))})" if reference.rank else ""
    context.prelude += [
        f"if (allocated({name})) deallocate({name})",
        f"allocate({length}{name}{sizes})",
        get(context, name, reference),
    ]
    return name + (same_length(context, designator, reference, one) if length else "")


def same_length(
    context: Surroundings, designator: Designator, reference: Reference, one: str
) -> str:
    """A substring that is the whole text: gfortran finds the length of an array constructor's
    elements before its loops, so it must not depend on their variables."""
    entity = reference.entity
    if not context.levels or entity is None:
        return ""
    if reference.is_shadowed and ":" in entity.type:
        return ""
    has_substring = len(designator.parts[-1].groups) > (1 if entity.rank > 0 else 0)
    whole = f"({', '.join(':' * reference.rank)})" if reference.rank else ""
    is_fixed = reference.is_shadowed and not has_substring
    return f"{whole}(1:len({one if is_fixed else reference.element}))"


def type_name(entity: Entity | None, designator: Designator) -> str:
    """`integer`, `real`, ...: double precision is a kind of real."""
    declared = entity.type if entity is not None else ""
    if not declared:
        if len(designator.parts) > 1:
            raise RuleError(
                f"the type of '{designator.parts[-1].name}' is not known here; assign the "
                "coindexed object to a variable before"
            )
        declared = "integer" if designator.parts[0].name[0] in "ijklmn" else "real"
    declared = re.sub(r"^double\s*", "", declared)
    match = re.match(r"[a-z]+", declared)
    word = match.group() if match else ""
    return {"precision": "real", "byte": "integer"}.get(word, word)


def first_object(
    context: Surroundings, text: str, designator: Designator, reference: Reference
) -> str:
    """The object, with no subscript of the program's, for a declaration that asks for its kind."""
    base, first = "", 0
    if reference.is_shadowed:  # the last pointer is to the holder of the last such component
        base = reference.element.partition("%")[0]
        first = max(i for i in range(len(designator.parts)) if is_indirect(context, designator, i))
    for i in range(first, len(designator.parts)):
        part = designator.parts[i]
        base += ("%" if base else "") + text[part.start : part.start + len(part.name)]
        entity = context.entity_of(designator, i)
        if i < len(designator.parts) - 1 and entity is not None and entity.rank > 0:
            base += f"({', '.join(f'lbound({base}, {n + 1})' for n in range(entity.rank))})"
    return base


def is_indirect(context: Surroundings, designator: Designator, at: int) -> bool:
    entity = context.entity_of(designator, at)
    return entity is not None and (entity.is_allocatable or entity.is_pointer)
