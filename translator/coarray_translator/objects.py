# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Values of derived types of other images: a variable before the statement receives them, because
no function of the runtime can know the type. The same for arrays of texts that gfortran cannot
reshape."""

from __future__ import annotations

from .deep import deep_get
from .reference import Reference, sizes_of
from .surroundings import Surroundings
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
    name = context.new_variable("v", declaration, shape)
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
    name = context.new_variable("v", f"character(kind=kind({one}), len=:), allocatable", shape)
    context.prelude += [
        f"if (allocated({name})) deallocate({name})",
        f"allocate(character(kind=kind({one}), len=len({one})) :: "
        f"{name}({', '.join(sizes_of(reference))}))",
        get(context, name, reference),
    ]
    return name
