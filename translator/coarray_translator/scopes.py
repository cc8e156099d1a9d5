# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The meaning of names: the scoping units of a file, their variables, and their derived types."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .designators import Designator
from .signatures import Binding, Dummies, resolve

COUNTED_TYPES = {"event_type", "notify_type", "lock_type", "team_type"}
# Constants of ISO_FORTRAN_ENV that not all compilers have, or have right.
CONSTANTS = {
    "current_team",
    "parent_team",
    "initial_team",
    "stat_unlocked",
    "stat_unlocked_failed_image",
}
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
    intent: str = ""  # "in", "out", "inout", "value"
    is_parameter: bool = False
    is_volatile: bool = False
    is_local: bool = False  # of a procedure, not from a module
    is_assumed_size: bool = False  # the last dimension is `*`
    value: int | None = None  # of a constant, where it is known
    bounds: list[tuple[int | None, int | None]] = field(default_factory=list)  # as far as constant
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
    bindings: dict[str, Binding] = field(default_factory=dict)


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
    procedures: dict[str, Scope] = field(default_factory=dict)  # likewise, subroutines as well
    generics: dict[str, list[str]] = field(default_factory=dict)  # which procedures each has
    generic: str = ""  # of an INTERFACE: its name
    signatures: dict[str, list[Dummies]] = field(default_factory=dict)  # that modules have
    renames: dict[str, str] = field(default_factory=dict)  # local names of ISO_FORTRAN_ENV's types
    header: object = None  # the statement that begins it, if any
    first: object = None  # its first statement
    saves: bool = False  # has a SAVE statement
    is_touched: bool = False
    in_contains: bool = False
    added: list[str] = field(default_factory=list)  # declarations that translated code needs
    own_type: DerivedType | None = None
    labels: dict[str, Scope] = field(default_factory=dict)  # of a procedure: the scope of each
    names: dict[str, Scope] = field(default_factory=dict)  # of constructs, likewise
    uses_environment: bool = False  # USE ISO_FORTRAN_ENV
    assigns: bool = False  # an interface ASSIGNMENT(=) is known
    # Results of look-ups from here in scopes around, which may be nested by thousands.
    memory: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def outer(self) -> Scope | None:
        """The scope whose names are known here too."""
        is_body = self.parent is not None and self.parent.kind == "interface"
        return None if is_body else self.parent  # an interface body has no host

    def chain(self) -> list[Scope]:
        scopes, scope = [], self
        while scope is not None:
            scopes.append(scope)
            scope = scope.outer
        return scopes

    def nearest(self, what: str, name: str, own: Callable[[Scope], Any]) -> Any:
        """The value of this scope, or of the nearest around it that has one; None when none has.

        Parameters
        ----------
        own
            gives what a scope itself has, or None
        """
        scope: Scope | None = self
        climbed: list[Scope] = []
        found = None
        while scope is not None:
            found = own(scope)
            if found is not None:
                break
            if (what, name) in scope.memory:
                found = scope.memory[what, name]
                break
            climbed.append(scope)
            scope = scope.outer
        for below in climbed:
            below.memory[what, name] = found
        return found

    def find(self, name: str) -> Entity | None:
        return self.nearest("entity", name, lambda scope: scope.entities.get(name))

    def find_type(self, name: str) -> DerivedType | None:
        return self.nearest("type", name, lambda scope: scope.types.get(name))

    def find_function(self, name: str) -> Scope | None:
        return self.nearest("function", name, lambda scope: scope.functions.get(name))

    def signatures_of(self, name: str) -> list[Dummies]:
        """The dummies of each procedure that the name may mean; none where that is not known."""
        return self.nearest("signatures", name, lambda scope: scope.own_signatures(name)) or []

    def own_signatures(self, name: str) -> list[Dummies] | None:
        found = list(self.signatures.get(name, []))
        if name in self.procedures:
            found.append(self.procedures[name].dummies)
        for specific in self.generics.get(name, []):
            if specific != name:
                found += self.signatures_of(specific)
        return found or None

    @property
    def dummies(self) -> Dummies:
        """The dummies of a procedure."""
        known = [(name, self.entities.get(name)) for name in self.arguments if name]
        return [[name, entity.intent if entity else ""] for name, entity in known]

    def binding(self, type_name: str, name: str) -> Binding | None:
        """The binding with this name in the type, or in one that it extends."""
        while type_name:
            derived = self.find_type(type_name)
            if derived is None or name in derived.bindings:
                return derived.bindings[name] if derived else None
            type_name = derived.parent
        return None

    def resolve_bindings(self) -> None:
        """Enters the dummies of what the types of this scope name, once all are known."""
        for derived in self.types.values():
            for binding in derived.bindings.values():
                if binding.procedures or binding.is_generic:
                    continue
                for target in binding.targets:
                    resolve(binding, self.signatures_of(target))
        for derived in self.types.values():
            for binding in derived.bindings.values():
                if not binding.is_generic or binding.procedures:
                    continue
                for target in binding.targets:
                    specific = self.binding(derived.name, target)
                    binding.procedures += specific.procedures if specific else [[]]
                    binding.objects += specific.objects if specific else [""]

    def renamed(self, name: str) -> str | None:
        return self.nearest("rename", name, lambda scope: scope.renames.get(name))

    def has_in_sight(self, flag: str) -> bool:
        """Whether the flag is set here or in a scope around."""
        return bool(self.nearest("flag", flag, lambda scope: getattr(scope, flag) or None))

    @property
    def rank(self) -> int:
        """The rank of a function's result."""
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
        if depth == 0 and self.has_in_sight("assigns"):
            return True
        derived = self.find_type(type_name)
        if derived is None or depth > 6:
            return False
        below = [c.derived for c in derived.components.values() if c.derived]
        names = [name for name in (derived.parent, *below) if name]
        return derived.assigns or any(self.may_assign(name, depth + 1) for name in names)

    def entity_of(self, designator: Designator, last: int) -> Entity | None:
        """The entity that parts[0..last] name; None when that is not known."""
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

    def coarrays_in_sight(self) -> dict[str, Scope]:
        """The names of coarrays that mean what one of the scopes around has declared, and which."""
        waiting: list[Scope] = []
        at: Scope | None = self
        found: dict[str, Scope] = {}
        while at is not None and at.kind not in ("module", "submodule", "file", "interface"):
            if ("coarrays", "") in at.memory:
                found = at.memory["coarrays", ""]
                break
            waiting.append(at)
            at = at.outer
        for inner in reversed(waiting):
            own = {name: inner for name, entity in inner.entities.items() if entity.is_coarray}
            found = {**own, **{n: s for n, s in found.items() if n not in inner.entities}}
            inner.memory["coarrays", ""] = found
        return found

    def counted_name(self, name: str) -> str:
        """Which of ISO_FORTRAN_ENV's types a local name means, or ""."""
        renamed = self.renamed(name)
        if renamed is not None:
            return renamed
        return name if name in COUNTED_TYPES and self.find_type(name) is None else ""

    def constant_name(self, name: str) -> str:
        """Which of CONSTANTS a name means here, or ""."""
        if self.find(name) is not None:
            return ""
        renamed = self.nearest("constant", name, lambda scope: scope.constant_renamed(name))
        if renamed is not None:
            return renamed
        return name if name in CONSTANTS and self.has_in_sight("uses_environment") else ""

    def constant_renamed(self, name: str) -> str | None:
        return self.renames[name] if self.renames.get(name) in CONSTANTS else None

    def original_name(self, name: str) -> str:
        """The name before USE has renamed it; "" for a variable."""
        if self.find(name) is not None:
            return ""
        return self.renamed(name) or name

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
        return self.nearest("procedure", "", lambda scope: scope if scope.is_procedure() else None)

    def is_procedure(self) -> bool:
        return self.kind not in (*CONSTRUCTS, "type") or self.parent is None

    def declaring(self) -> Scope:
        """The innermost scope that may have declarations of variables."""
        return self.nearest("declaring", "", lambda scope: scope if scope.may_declare() else None)

    def may_declare(self) -> bool:
        return self.kind not in CONSTRUCTS or self.kind == "block" or self.parent is None

    def unit(self) -> Scope:
        """Where a USE statement serves this scope."""
        return self.nearest("unit", "", lambda scope: scope if scope.is_unit() else None)

    def is_unit(self) -> bool:
        return self.parent is None or self.parent.kind in ("file", "interface")

    def is_in_pure(self) -> bool:
        return self.procedure().is_pure
