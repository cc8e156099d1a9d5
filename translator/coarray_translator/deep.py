# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fetches objects with allocatable components from another image: a copy of the object has the
address and size of each component there; then each is allocated here and fetched."""

from __future__ import annotations

from .errors import RuleError
from .reference import Reference
from .scopes import Entity
from .surroundings import Surroundings
from .transfers import is_any


def deep_get(context: Surroundings, target: str, reference: Reference) -> list[str]:
    """Lines that make `target`, which has the shape already, a copy of the coindexed object."""
    entity = reference.entity
    assert entity is not None
    if context.is_pure or reference.vectors or reference.elements or entity.is_polymorphic:
        raise RuleError(
            f"'{reference.base}' has allocatable components; a pure procedure, DO CONCURRENT, a "
            "vector subscript or polymorphic objects cannot have its value as a whole"
        )
    writer = DeepCopy(context)
    if reference.rank == 0:
        return writer.fetch(target, reference.base, reference.image, entity.derived, 1)
    lines = [f"associate (arauto_to => {target}, arauto_from => {reference.base})"]
    lines += writer.each(
        "arauto_to",
        "arauto_from",
        reference.rank,
        lambda to, of: writer.fetch(to, of, reference.image, entity.derived, 1),
    )
    return [*lines, "end associate"]


class DeepCopy:
    """Writes the statements; `depth` counts what is open, for names."""

    def __init__(self, context: Surroundings) -> None:
        self.context = context

    def fetch(self, to: str, base: str, image: str, derived: str, depth: int) -> list[str]:
        """Statements that copy an object, which lies at `base` of the image, to `to`."""
        if depth > 6:
            raise RuleError(f"type '{derived}' has components of itself; copy them one by one")
        entity_type = f"type({derived})"
        pointer = self.context.new_variable("p", f"{entity_type}, pointer")
        if not self.context.scope.may_be_assumed_type(derived):
            raise RuleError(
                f"type '{derived}' has allocatable components and bound procedures, or is not "
                "known here; objects of it are copied component by component"
            )
        return [
            f"call arauto_c_f_pointer(arauto_copy({base}, {image}), {pointer})",
            *self.components(to, pointer, image, derived, depth),
        ]

    def each(self, to: str, of: str, rank: int, write) -> list[str]:
        """A loop over the elements of two arrays of one shape."""
        names = [self.context.new_variable("i", "integer(8)") for _ in range(rank)]
        at = ", ".join(f"lbound({to}, {i + 1}) + {name}" for i, name in enumerate(names))
        there = ", ".join(f"lbound({of}, {i + 1}) + {name}" for i, name in enumerate(names))
        loops = [f"do {name} = 0, size({to}, {i + 1}) - 1" for i, name in enumerate(names)]
        return [*loops, *write(f"{to}({at})", f"{of}({there})"), *(["end do"] * rank)]

    def components(self, to: str, of: str, image: str, derived: str, depth: int) -> list[str]:
        """Statements that copy the components of `of`, a copy in this image of one of the image."""
        lines: list[str] = []
        name: str = derived
        while name:
            known = self.context.scope.find_type(name)
            if known is None:
                raise RuleError(f"the components of type '{name}' are not known here")
            for component in known.components.values():
                lines += self.component(
                    f"{to}%{component.name}", f"{of}%{component.name}", image, component, depth
                )
            name = known.parent
        return lines

    def component(self, to: str, of: str, image: str, component: Entity, depth: int) -> list[str]:
        if component.is_pointer or component.is_coarray:
            return []  # undefined, as the standard has it
        if component.is_allocatable:
            return self.allocated(to, of, image, component, depth)
        if not (component.derived and self.context.has_allocatable(component.derived)):
            return [f"{to} = {of}"]
        if component.rank == 0:
            return self.components(to, of, image, component.derived, depth)
        return self.each(
            to,
            of,
            component.rank,
            lambda t, o: self.components(t, o, image, component.derived, depth),
        )

    def allocated(self, to: str, of: str, image: str, component: Entity, depth: int) -> list[str]:
        if component.is_polymorphic or is_any(self.context, component):
            raise RuleError(
                f"component '{component.name}' is polymorphic or of a type with bound procedures; "
                "an object that has it is copied component by component"
            )
        return [
            f"if (allocated({to})) deallocate({to})",
            f"if (allocated({of})) then",
            allocation(to, of, component),
            *self.contents(to, of, there(image), component, depth),
            "end if",
        ]

    def contents(self, to: str, of: str, image: str, component: Entity, depth: int) -> list[str]:
        if not (component.derived and self.context.has_allocatable(component.derived)):
            return [f"call arauto_get({to}, {image}, {of})"]
        if component.rank == 0:
            return self.fetch(to, of, image, component.derived, depth + 1)
        return self.each(
            to,
            of,
            component.rank,
            lambda t, o: self.fetch(t, o, image, component.derived, depth + 1),
        )


def there(image: str) -> str:
    """For an address that is the image's own."""
    return image if image.endswith("+arauto_there") else f"{image}+arauto_there"


def allocation(to: str, of: str, component: Entity) -> str:
    bounds = [f"lbound({of}, {i + 1}):ubound({of}, {i + 1})" for i in range(component.rank)]
    shape = f"({', '.join(bounds)})" if bounds else ""
    start = f"character(len=len({of})) :: " if is_deferred_text(component) else ""
    return f"allocate({start}{to}{shape})"


def is_deferred_text(component: Entity) -> bool:
    """Whether it is of type character(len=:)."""
    return component.type.startswith("character") and ":" in component.type
