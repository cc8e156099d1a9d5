# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a rule knows while it rewrites one statement: where the statement stands, what its names
mean, and how to write the expressions in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .declarations import parse_list
from .designators import Designator, designators
from .errors import RuleError
from .inquiries import INQUIRIES, rewrite_inquiry
from .scopes import Entity, Scope
from .team_functions import TEAM_FUNCTIONS, rewrite_team_function
from .teams import Jumps
from .text import mask, split

NUMBER = re.compile(r"\d+$")
SIMPLE = re.compile(r"-?\d+$")
QUERIES_OF_SHAPE = {
    "size",
    "shape",
    "lbound",
    "ubound",
    "kind",
    "len",
    "storage_size",
    "bit_size",
    "huge",
}
QUERIES_OF_OBJECT = QUERIES_OF_SHAPE | {"allocated", "associated", "is_contiguous"}


@dataclass
class Options:
    has_legacy_collectives: bool = False


@dataclass
class Reference:
    """A coindexed object: what stands for it here, and the image."""

    base: str
    image: str
    keywords: dict[str, str]
    entity: Entity | None
    is_shadowed: bool = False


@dataclass
class Context:
    scope: Scope
    options: Options
    is_concurrent: bool = False
    is_masked: bool = False  # in WHERE or FORALL
    critical: list[int] = field(default_factory=list)  # the constructs that are open
    jumps: Jumps = field(default_factory=Jumps)
    place: str = ""  # of the statement: file and line
    prelude: list[str] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)  # declarations that the prelude needs

    @property
    def is_pure(self) -> bool:
        return self.scope.is_in_pure() or self.is_concurrent

    # Names

    def entity_of(self, designator: Designator, last: int) -> Entity | None:
        """What parts[0..last] name; None when that is not known."""
        entity = self.scope.find(designator.parts[0].name)
        for part in designator.parts[1 : last + 1]:
            entity = self.scope.component(entity.derived, part.name) if entity else None
        return entity

    # Images

    def team_of_selector(self, keywords: dict[str, str]) -> str:
        if "team" in keywords and "team_number" in keywords:
            raise RuleError("an image selector has TEAM= or TEAM_NUMBER=, not both")
        return self.value(keywords.get("team") or keywords.get("team_number") or "")

    def image(
        self,
        selector: str,
        entity: Entity | None,
        base: str,
        needs_number: bool,
        team: str = "",
    ) -> str:
        """Text of the image number that cosubscripts name, in the current team or in another."""
        subscripts = [self.value(item) for item in split(selector)]
        if entity is not None and not entity.is_coarray:
            raise RuleError(f"'{entity.name}' is no coarray, so it takes no image selector")
        cobounds = entity.cobounds if entity is not None else None
        if cobounds is not None and len(cobounds) != len(subscripts):
            raise RuleError(
                f"'{entity.name}' has corank {len(cobounds)} but {len(subscripts)} cosubscripts"
            )
        if any(":" in mask(item) and "(" not in item for item in subscripts):
            raise RuleError(f"'[{selector}]' selects no single image")
        if team:
            return f"arauto_image_of({image_among(subscripts, entity, base)}, {team})"
        if cobounds is None or entity.is_deferred:
            return self.image_of_unknown(subscripts, base, needs_number)
        if len(subscripts) == 1 and cobounds[0][0] == "1":
            return as_integer(subscripts[0])
        lower, upper = bounds_text(cobounds)
        return f"arauto_image({integers(subscripts)}, {lower}, {upper})"

    def image_of_unknown(self, subscripts: list[str], base: str, needs_number: bool) -> str:
        """Cobounds that only ALLOCATE says are looked up by the address."""
        if len(subscripts) == 1 and not needs_number:
            return f"{as_integer(subscripts[0])}+arauto_cosubscript"
        return f"arauto_image_in({base}, {integers(subscripts)})"

    # Coindexed objects

    def reference(self, text: str, designator: Designator) -> Reference:
        at = designator.selected
        self.refuse_vectors(text, designator)
        entity = self.entity_of(designator, at)
        head = self.write_parts(text, designator, 0, at)
        part = designator.parts[at]
        assert part.selector is not None
        positional, keywords = parse_list(text[slice(*part.selector)])
        for word in keywords:
            if word not in ("stat", "team", "team_number", "notify"):
                raise RuleError(f"an image selector has no '{word}='")
        indirect = self.first_indirect(designator, at)
        team = self.team_of_selector(keywords)
        image = self.image(", ".join(positional), entity, head, indirect >= 0, team)
        if indirect < 0:
            tail = self.write_parts(text, designator, at + 1, len(designator.parts) - 1)
            base = f"{head}%{tail}" if tail else head
            return Reference(
                base, image, keywords, self.entity_of(designator, len(designator.parts) - 1)
            )
        return self.shadowed(text, designator, head, Reference("", image, keywords, None, True))

    def refuse_vectors(self, text: str, designator: Designator) -> None:
        """A copy of the elements would have another address than the elements."""
        for part in designator.parts:
            for start, end in part.groups:
                for item in split(text[start:end]):
                    if self.is_vector(item):
                        raise RuleError(
                            f"vector subscript '{item}' of a coindexed object is not translated yet"
                        )

    def is_vector(self, item: str) -> bool:
        entity = self.scope.find(item.lower()) if item.isidentifier() else None
        return item.startswith(("[", "(/")) or (entity is not None and entity.rank > 0)

    def first_indirect(self, designator: Designator, selected: int) -> int:
        """Index of the first allocatable or pointer component after the selector, or -1."""
        for i in range(selected + 1, len(designator.parts)):
            component = self.entity_of(designator, i)
            if component is not None and (component.is_allocatable or component.is_pointer):
                return i
        return -1

    def shadowed(
        self, text: str, designator: Designator, head: str, result: Reference
    ) -> Reference:
        """Components that each image has allocated: copies of what holds them tell where."""
        base, image = head, result.image
        for i in range(designator.selected + 1, len(designator.parts)):
            component = self.entity_of(designator, i)
            if component is not None and (component.is_allocatable or component.is_pointer):
                holder = self.entity_of(designator, i - 1)
                pointer = self.new_pointer(holder)
                self.prelude.append(
                    f"call arauto_c_f_pointer(arauto_shadow({base}, {image}), {pointer})"
                )
                base, image = pointer, f"{result.image}+arauto_there"
            base += "%" + self.write_parts(text, designator, i, i)
            result.entity = component
        result.base, result.image = base, image
        return result

    def new_pointer(self, holder: Entity | None) -> str:
        assert holder is not None
        name = f"arauto_p{len(self.pointers) + 1}"
        self.pointers.append(f"type({holder.derived}), pointer :: {name}")
        return name

    def write_parts(self, text: str, designator: Designator, first: int, last: int) -> str:
        """Parts [first, last] without their image selectors, brackets rewritten."""
        written = []
        for part in designator.parts[first : last + 1]:
            groups = [f"({self.value(text[slice(*group)])})" for group in part.groups]
            written.append(text[part.start : part.start + len(part.name)] + "".join(groups))
        return "%".join(written)

    # Expressions

    def value(self, text: str) -> str:
        """An expression, or any text, with the values of coindexed objects fetched."""
        code, out, at = mask(text), "", 0
        for designator in designators(code):
            out += text[at : designator.start] + self.write_designator(text, designator)
            at = designator.end
        return out + text[at:]

    def write_designator(self, text: str, designator: Designator) -> str:
        if designator.selected >= 0:
            return self.write_value(text, designator)
        first = designator.parts[0]
        name = first.name
        if len(designator.parts) == 1 and self.scope.find(name) is None:
            if name in INQUIRIES and first.groups:
                return rewrite_inquiry(self, name, text[slice(*first.groups[0])])
            if name in TEAM_FUNCTIONS and first.groups:
                return rewrite_team_function(self, name, text[slice(*first.groups[0])])
            if self.scope.constant_name(name) and not first.groups:
                return f"arauto_{self.scope.constant_name(name)}"
            if name in QUERIES_OF_OBJECT and first.groups:
                return self.write_query(text, designator)
        return self.substitute(text, designator)

    def substitute(self, text: str, designator: Designator) -> str:
        """The designator as it stands, with what is in its brackets rewritten."""
        out, at = "", designator.start
        for part in designator.parts:
            for start, end in part.groups:
                out += text[at:start] + self.value(text[start:end])
                at = end
        return out + text[at : designator.end]

    def write_value(self, text: str, designator: Designator) -> str:
        reference = self.reference(text, designator)
        if "notify" in reference.keywords:
            raise RuleError(
                "NOTIFY= belongs to an assignment to another image; here a value is read"
            )
        self.check_fetchable(reference)
        pure = "pure_" if self.is_pure else ""
        stat = f", {reference.keywords['stat']}" if "stat" in reference.keywords else ""
        return f"arauto_{pure}value({reference.base}, {reference.image}{stat})"

    def check_fetchable(self, reference: Reference) -> None:
        if reference.entity is not None and reference.entity.derived:
            raise RuleError(
                f"the value of '{reference.base}' of another image is of a derived type; "
                "assign it to a variable first"
            )

    def write_query(self, text: str, designator: Designator) -> str:
        """SIZE and its like: shapes of coarrays are the same on all images."""
        part = designator.parts[0]
        arguments = []
        for item in split(text[slice(*part.groups[0])]):
            found = designators(mask(item))
            if len(found) == 1 and found[0].selected >= 0 and found[0].end == len(item):
                arguments.append(self.reference(item, found[0]).base)
            else:
                arguments.append(self.value(item))
        return f"{text[part.start : part.start + len(part.name)]}({', '.join(arguments)})"

    def check_copyable(self, entity: Entity | None) -> None:
        if entity is not None and entity.derived and self.has_allocatable(entity.derived):
            raise RuleError(
                f"'{entity.name}' is of type '{entity.derived}', which has allocatable components; "
                "it cannot be copied between images as a whole yet"
            )

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

    # Statements

    def whole_reference(self, text: str) -> Designator | None:
        """The designator when the expression is one coindexed object and nothing else."""
        found = designators(mask(text))
        if len(found) == 1 and found[0].selected >= 0 and not text[: found[0].start].strip():
            return found[0] if not text[found[0].end :].strip() else None
        return None

    def image_and_base(self, text: str) -> tuple[str, str]:
        """Image number and variable; 0 for this image."""
        designator = self.whole_reference(text)
        if designator is None:
            return "0", self.value(text)
        reference = self.reference(text, designator)
        return reference.image, reference.base

    def require_impure(self, statement: str) -> None:
        if self.is_pure:
            place = "a pure procedure" if self.scope.is_in_pure() else "DO CONCURRENT"
            raise RuleError(
                f"{statement} is an image control statement, which {place} must not have"
            )

    def nested(self) -> Context:
        """For the action of a one-line IF."""
        inner = Context(self.scope, self.options, self.is_concurrent, self.is_masked, self.critical)
        inner.jumps = self.jumps
        inner.place = self.place
        return inner

    def within(self, scope: Scope) -> Context:
        """The same statement as another scope sees it."""
        other = self.nested()
        other.scope = scope
        return other

    def touches(self) -> list[str]:
        """Others may have written to this image's coarrays: the compiler loads them again."""
        lines = []
        for scope in self.scope.chain():
            if scope.kind in ("module", "submodule", "file", "interface"):
                break
            for entity in scope.entities.values():
                lines += self.touch(scope, entity)
        return lines

    def touch(self, scope: Scope, entity: Entity) -> list[str]:
        if (
            not entity.is_coarray
            or entity.is_counted
            or entity.is_input
            or not is_declared_in(scope, entity)
        ):
            return []
        if entity.derived and not self.scope.may_be_assumed_type(entity.derived):
            return []
        call = f"call arauto_touch({entity.name})"
        if entity.is_optional:
            call = f"if (present({entity.name})) {call}"
            return [] if entity.is_allocatable else [call]
        return [f"if (allocated({entity.name})) {call}" if entity.is_allocatable else call]


def image_among(subscripts: list[str], entity: Entity | None, base: str) -> str:
    """The image number in a team whose size is not looked at."""
    if entity is None or entity.is_deferred or entity.cobounds is None:
        return f"arauto_image_among_in({base}, {integers(subscripts)}, huge(1))"
    if len(subscripts) == 1 and entity.cobounds[0][0] == "1":
        return as_integer(subscripts[0])
    lower, upper = bounds_text(entity.cobounds)
    return f"arauto_image_among({integers(subscripts)}, {lower}, {upper}, huge(1))"


def is_declared_in(scope: Scope, entity: Entity) -> bool:
    return scope.kind == "program" or entity.is_dummy or entity.is_allocatable or entity.is_local


def as_integer(text: str) -> str:
    return text.strip() if NUMBER.match(text.strip()) else f"int({text.strip()}, 4)"


def integers(items: list[str]) -> str:
    return f"[integer(4) :: {', '.join(items)}]"


def bounds_text(cobounds: list[tuple[str, str]]) -> tuple[str, str]:
    lower = [low for low, _ in cobounds]
    upper = [high if high not in ("*", "") else low for low, high in cobounds]
    return integers(lower), integers(upper)
