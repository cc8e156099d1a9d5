# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What names mean: the scoping units of a file, their variables, and their derived types."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .designators import Designator

COUNTED_TYPES = {"event_type", "notify_type", "lock_type", "team_type"}
# Constants of ISO_FORTRAN_ENV that not all compilers have.
CONSTANTS = {"current_team", "parent_team", "initial_team", "stat_unlocked_failed_image"}
PROCEDURES = ("subroutine", "function", "procedure")
CONSTRUCTS = ("block", "team", "associate", "select type", "guard")

# Procedures of module `arauto`.
ARAUTO = {"event_attach", "event_detach", "notify_query", "arauto_notify_next"}


@dataclass
class Entity:
    """A variable or a component. Cobounds are pairs of expressions, empty when deferred."""

    name: str
    type: str = ""  # "real(8)", "type(field)"
    derived: str = ""  # "field"
    rank: int = 0
    cobounds: list[tuple[str, str]] | None = None
    is_deferred: bool = False
    is_allocatable: bool = False
    is_pointer: bool = False
    is_saved: bool = False
    is_dummy: bool = False
    is_optional: bool = False
    is_input: bool = False  # intent(in)
    is_parameter: bool = False
    is_local: bool = False  # of a procedure, not from a module
    is_assumed_size: bool = False  # the last dimension is `*`
    is_in_coarray: bool = False  # a name that ASSOCIATE gives a component of a coarray's object

    @property
    def is_coarray(self) -> bool:
        return self.cobounds is not None

    @property
    def is_polymorphic(self) -> bool:
        return self.type.startswith("class")

    @property
    def is_counted(self) -> bool:
        return self.derived in COUNTED_TYPES or self.derived.startswith("arauto_")


@dataclass
class DerivedType:
    name: str
    parent: str = ""
    components: dict[str, Entity] = field(default_factory=dict)
    has_procedures: bool = False
    assigns: bool = False  # has an ASSIGNMENT(=) of its own


@dataclass
class Scope:
    # file, program, module, submodule, subroutine, function, procedure, interface, block, type,
    # associate, select type, guard
    kind: str
    name: str = ""
    parent: Scope | None = None
    arguments: list[str] = field(default_factory=list)
    is_pure: bool = False
    is_elemental: bool = False
    result: str = ""  # a function's variable
    entities: dict[str, Entity] = field(default_factory=dict)
    types: dict[str, DerivedType] = field(default_factory=dict)
    interfaces: dict[str, Scope] = field(default_factory=dict)
    functions: dict[str, Scope] = field(default_factory=dict)  # that it contains or declares
    renames: dict[str, str] = field(default_factory=dict)  # local names of ISO_FORTRAN_ENV's types
    header: object = None  # the statement that begins it, if any
    first: object = None  # its first statement
    saves: bool = False  # has a SAVE statement
    is_touched: bool = False
    in_contains: bool = False
    added: list[str] = field(default_factory=list)  # declarations that translated code needs
    own_type: DerivedType | None = None
    labels: dict[str, Scope] = field(default_factory=dict)  # of a procedure: where each stands
    names: dict[str, Scope] = field(default_factory=dict)  # of constructs, likewise
    uses_environment: bool = False  # USE ISO_FORTRAN_ENV
    assigns: bool = False  # an interface ASSIGNMENT(=) is known

    def chain(self) -> list[Scope]:
        scopes, scope = [], self
        while scope is not None:
            scopes.append(scope)
            if scope.parent is not None and scope.parent.kind == "interface":
                break  # an interface body has no host
            scope = scope.parent
        return scopes

    def find(self, name: str) -> Entity | None:
        for scope in self.chain():
            if name in scope.entities:
                return scope.entities[name]
        return None

    def find_type(self, name: str) -> DerivedType | None:
        for scope in self.chain():
            if name in scope.types:
                return scope.types[name]
        return None

    def find_function(self, name: str) -> Scope | None:
        for scope in self.chain():
            if name in scope.functions:
                return scope.functions[name]
        return None

    @property
    def rank(self) -> int:
        """Of a function's result."""
        entity = self.entities.get(self.result)
        return entity.rank if entity is not None else 0

    @property
    def result_type(self) -> str:
        """The derived type of a function's result, or ""."""
        entity = self.entities.get(self.result)
        if entity is not None and entity.derived:
            return entity.derived
        named = re.search(r"\btype\s*\(\s*(\w+)\s*\)", getattr(self.header, "code", ""))
        return named.group(1) if named else ""

    def may_assign(self, type_name: str, depth: int = 0) -> bool:
        """Whether assignment to objects of the type may be the program's own."""
        if depth == 0 and any(scope.assigns for scope in self.chain()):
            return True
        derived = self.find_type(type_name)
        if derived is None or depth > 6:
            return False
        below = [c.derived for c in derived.components.values() if c.derived]
        names = [name for name in (derived.parent, *below) if name]
        return derived.assigns or any(self.may_assign(name, depth + 1) for name in names)

    def entity_of(self, designator: Designator, last: int) -> Entity | None:
        """What parts[0..last] name; None when that is not known."""
        entity = self.find(designator.parts[0].name)
        for part in designator.parts[1 : last + 1]:
            entity = self.component(entity.derived, part.name) if entity else None
        return entity

    def is_in_coarray(self, designator: Designator, last: int) -> bool:
        """Whether parts[0..last] name a coarray of this image, or a part of one."""
        found = [self.entity_of(designator, i) for i in range(last + 1)]
        return designator.selected < 0 and any(
            entity is not None and (entity.is_coarray or entity.is_in_coarray) for entity in found
        )

    def counted_name(self, name: str) -> str:
        """Which of ISO_FORTRAN_ENV's types a local name means, or ""."""
        for scope in self.chain():
            if name in scope.renames:
                return scope.renames[name]
        return name if name in COUNTED_TYPES and self.find_type(name) is None else ""

    def constant_name(self, name: str) -> str:
        """Which of CONSTANTS a name means here, or ""."""
        if self.find(name) is not None:
            return ""
        for scope in self.chain():
            if scope.renames.get(name) in CONSTANTS:
                return scope.renames[name]
        is_used = any(scope.uses_environment for scope in self.chain())
        return name if name in CONSTANTS and is_used else ""

    def original_name(self, name: str) -> str:
        """What USE has renamed; "" for a variable."""
        if self.find(name) is not None:
            return ""
        names = [scope.renames[name] for scope in self.chain() if name in scope.renames]
        return names[0] if names else name

    def component(self, type_name: str, name: str) -> Entity | None:
        seen: set[str] = set()
        while type_name and type_name not in seen:
            seen.add(type_name)
            derived = self.find_type(type_name)
            if derived is None:
                return None
            if name in derived.components:
                return derived.components[name]
            type_name = derived.parent
        return None

    def may_be_assumed_type(self, type_name: str) -> bool:
        """False when objects of the type may not be arguments of type(*)."""
        while type_name:
            derived = self.find_type(type_name)
            if derived is None or derived.has_procedures:
                return False
            type_name = derived.parent
        return True

    def procedure(self) -> Scope:
        """The program unit or procedure that this scope is in, past constructs."""
        scope = self
        while scope.kind in (*CONSTRUCTS, "type") and scope.parent is not None:
            scope = scope.parent
        return scope

    def declaring(self) -> Scope:
        """The innermost scope that may have declarations of variables."""
        scope = self
        while scope.kind in CONSTRUCTS and scope.kind != "block" and scope.parent is not None:
            scope = scope.parent
        return scope

    def unit(self) -> Scope:
        """Where a USE statement serves this scope."""
        scope = self
        while scope.parent is not None and scope.parent.kind not in ("file", "interface"):
            scope = scope.parent
        return scope

    def is_in_pure(self) -> bool:
        return self.procedure().is_pure
