# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The known facts at one statement, and the text that the rules collect for it. context.py writes
the expressions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from .designators import Designator
from .implied import Level
from .ranks import rank_of
from .reference import Reference
from .scopes import Entity, Scope
from .source import Statement
from .teams import Jumps
from .text import find, mask

Rewrite = Callable[[Statement, "Surroundings"], "list[str] | None"]


@dataclass
class Options:
    has_legacy_collectives: bool = False
    fixed_width: int = 72  # columns of fixed form that are read; 0: all
    is_for_gfortran: bool = False
    has_checks: bool = False  # of subscripts of objects of other images


@dataclass
class Surroundings(ABC):
    scope: Scope
    options: Options
    rewrite: Rewrite  # any statement, as the action of a one-line IF
    is_concurrent: bool = False
    is_masked: bool = False  # in WHERE or FORALL
    critical: list[int] = field(default_factory=list)  # the constructs that are open
    jumps: Jumps = field(default_factory=Jumps)
    wheres: list[tuple[str, str]] = field(default_factory=list)  # masks of rewritten constructs
    foralls: list[str] = field(default_factory=list)  # heads, likewise
    open_ifs: list[int] = field(default_factory=list)  # how many END IF each needs more
    place: str = ""  # of the statement: file and line
    prelude: list[str] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)  # declarations that the prelude needs
    postlude: list[str] = field(default_factory=list)  # what it needs after it
    levels: list[Level] = field(default_factory=list)  # the implied DO loops that are open
    has_loops: bool = False  # some in the prelude
    is_header: bool = False  # of a construct: what comes before it is declared in the scope

    @property
    def is_pure(self) -> bool:
        return self.scope.is_in_pure() or self.is_concurrent

    @abstractmethod
    def value(self, text: str) -> str:
        """An expression, or any text, with the values of coindexed objects fetched."""

    @abstractmethod
    def reference(self, text: str, designator: Designator, is_put: bool = False) -> Reference:
        """The coindexed object as the translated program names it."""

    @abstractmethod
    def whole_reference(self, text: str) -> Designator | None:
        """The designator when the expression is one coindexed object and nothing else."""

    @abstractmethod
    def substitute(self, text: str, designator: Designator) -> str:
        """The designator as written, with what is in its brackets rewritten."""

    @abstractmethod
    def touch(self, scope: Scope, entity: Entity) -> list[str]:
        """Others may have written to the coarray: the compiler loads it again."""

    def entity_of(self, designator: Designator, last: int) -> Entity | None:
        """The entity that parts[0..last] name; None when that is not known."""
        return self.scope.entity_of(designator, last)

    def is_vector(self, item: str) -> bool:
        return find(mask(item), ":") < 0 and rank_of(item, self.scope) > 0

    def new_variable(self, letter: str, declaration: str, shape: str = "") -> str:
        """A variable of the block around the statement, or of the scope around a construct."""
        if self.is_header:
            scope = self.scope.declaring()
            name = f"arauto_{letter}{len(scope.added) + 1}_"
            scope.added.append(f"{declaration} :: {name}{shape}")
            return name
        name = f"arauto_{letter}{len(self.pointers) + 1}"
        self.pointers.append(f"{declaration} :: {name}{shape}")
        return name

    def new_value(self, letter: str, declaration: str, shape: str = "") -> str:
        """A variable that the statement itself names. In an implied DO each iteration has its own,
        because all are computed before the statement."""
        if not self.levels:
            return self.new_variable(letter, declaration, shape)
        scope = self.scope.declaring()
        lines = scope.added if self.is_header else self.pointers
        end = f"{len(lines) + 1}{'_' if self.is_header else ''}"
        lines += ["type :: arauto_t" + end, f"{declaration} :: v{shape}", "end type"]
        below = "arauto_t" + end
        for depth in range(len(self.levels)):
            above = f"arauto_t{end}_{depth + 1}"
            lines += [f"type :: {above}", f"type({below}), allocatable :: at(:)", "end type"]
            below = above
        name = f"arauto_{letter}{end}"
        lines.append(f"type({below}) :: {name}")
        for level in self.levels:
            level.arrays.append(f"{name}%at")
            name += f"%at({level.variable})"
        return f"{name}%v"

    def has_allocatable(self, type_name: str) -> bool:
        derived = self.scope.find_type(type_name)
        if derived is None:
            return False
        below = [
            c.derived for c in derived.components.values() if c.derived and c.derived != type_name
        ]
        return any(c.is_allocatable for c in derived.components.values()) or any(
            self.has_allocatable(name) for name in [derived.parent, *below] if name
        )
