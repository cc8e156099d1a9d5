# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The context of a rule while it rewrites one statement: the known facts (surroundings.py), and the
writing of expressions."""

from __future__ import annotations

from .bounds import checked_cosubscripts, checked_subscripts
from .calls import is_bound, may_define, write_call
from .conformity import check_integer
from .declarations import parse_list
from .designators import Designator, designators
from .errors import RuleError
from .implied import ImpliedDo, Level, around, implied_dos
from .inquiries import rewrite_inquiry
from .intrinsics import INQUIRIES, SELECTOR, TEAM_FUNCTIONS
from .misplaced import is_section, misplaced_part, parted, pointed_part, uncut
from .objects import value_of_any, value_of_object, value_of_query, value_of_texts
from .ranks import rank_of
from .reference import (
    Reference,
    Vector,
    as_integer,
    bounds_text,
    image_among,
    integers,
    sizes_of,
)
from .scopes import Entity, Scope
from .surroundings import Surroundings
from .team_functions import rewrite_team_function
from .text import find, keyword_of, mask, split
from .transfers import describe, is_any, is_text

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


class Context(Surroundings):
    """Rewrites the expressions of a statement."""

    # Images

    def team_of_selector(self, keywords: dict[str, str]) -> str:
        if "team" in keywords and "team_number" in keywords:
            raise RuleError("an image selector has TEAM= or TEAM_NUMBER=, not both")
        if "team_number" in keywords:
            return f"int({self.value(keywords['team_number'])}, 8)"
        return self.value(keywords.get("team", ""))

    def image(
        self,
        selector: str,
        entity: Entity | None,
        base: str,
        needs_number: bool,
        team: str = "",
    ) -> str:
        """Text of the image number that cosubscripts name, in the current team or in another."""
        for item in split(selector):
            check_integer(item, "the cosubscript", self.scope)
        subscripts = [self.value(item) for item in split(selector)]
        if entity is not None and not entity.is_coarray:
            raise RuleError(f"'{entity.name}' is no coarray, so it takes no image selector")
        cobounds = entity.cobounds if entity is not None else None
        if cobounds is not None and len(cobounds) != len(subscripts):
            raise RuleError(
                f"'{entity.name}' has corank {len(cobounds)} but {len(subscripts)} cosubscripts"
            )
        if any(item == "*" or find(mask(item), ":") >= 0 for item in subscripts):
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

    def reference(self, text: str, designator: Designator, is_put: bool = False) -> Reference:
        at = designator.selected
        entity = self.entity_of(designator, at)
        vectors: list[Vector] = []
        head = self.write_parts(text, designator, 0, at, "", vectors)
        positional, keywords = self.selector_of(text, designator)
        indirect = self.first_indirect(designator, at)
        last = len(designator.parts) - 1
        element = self.write_elements(text, designator, 0, at if indirect >= 0 else last)
        whole = self.entity_of(designator, last)
        needs_number = indirect >= 0 or (whole is not None and self.has_allocatable(whole.derived))
        team = self.team_of_selector(keywords)
        if not team:
            positional = checked_cosubscripts(self, text, designator, positional, head)
        image = self.image(", ".join(positional), entity, head, needs_number, team)
        result = Reference(head, image, keywords, None, vectors=vectors, element=element)
        result.rank = self.rank_of_reference(text, designator)
        result.may_fail = is_put or "stat" in keywords
        pointed = pointed_part(self, text, designator)
        result.is_split = pointed >= 0 or parted(self, text, designator) >= 0
        result.is_pointed = pointed > at and is_section(text, designator, pointed)
        misplaced = misplaced_part(self, text, designator)
        if indirect >= 0:
            result = self.shadowed(text, designator, head, result, misplaced)
            return uncut(self, text, designator, result)
        tail = self.write_parts(text, designator, at + 1, last, head, vectors)
        result.base = f"{head}%{tail}" if tail else head
        result.entity = whole
        if misplaced >= 0:
            result.elements = self.write_parts(text, designator, 0, misplaced, "", [])
        return uncut(self, text, designator, result)

    def selector_of(self, text: str, designator: Designator) -> tuple[list[str], dict[str, str]]:
        part = designator.parts[designator.selected]
        assert part.selector is not None
        if any(other.selector for other in designator.parts if other is not part):
            raise RuleError(f"'{text[designator.start : designator.end]}' has two image selectors")
        entity = self.entity_of(designator, designator.selected)
        is_text = entity is None or not entity.type or entity.type.startswith("character")
        if len(part.groups) > part.selector_at and not is_text:
            raise RuleError(f"the subscripts of '{part.name}' are before its image selector")
        positional, keywords = parse_list(text[slice(*part.selector)])
        items = [keyword_of(item)[0] for item in split(text[slice(*part.selector)])]
        if any(items[: len(items) - len(keywords)]):
            raise RuleError(
                "in an image selector the cosubscripts come first, then each keyword once"
            )
        for word in keywords:
            if word not in SELECTOR:
                raise RuleError(f"an image selector has no '{word}='")
        return positional, keywords

    def rank_of_reference(self, text: str, designator: Designator) -> int:
        return rank_of(text[designator.start : designator.end], self.scope)

    def first_indirect(self, designator: Designator, selected: int) -> int:
        """Index of the first allocatable or pointer component after the selector, or -1."""
        for i in range(selected + 1, len(designator.parts)):
            component = self.entity_of(designator, i)
            if component is not None and (component.is_allocatable or component.is_pointer):
                return i
        return -1

    def shadowed(
        self, text: str, designator: Designator, head: str, result: Reference, misplaced: int
    ) -> Reference:
        """
        Components that each image has allocated: copies of the objects that hold them have the
        addresses.

        Parameters
        ----------
        misplaced
            which part has the polymorphic elements that gfortran misplaces, or -1
        """
        base, image = head, result.image
        for i in range(designator.selected + 1, len(designator.parts)):
            component = self.entity_of(designator, i)
            if component is not None and (component.is_allocatable or component.is_pointer):
                holder = self.entity_of(designator, i - 1)
                pointer = self.point_to_shadow(holder, base, image, result.may_fail)
                base, image = pointer, f"{result.image}+arauto_there"
                result.element = pointer
            result.element += "%" + self.write_elements(text, designator, i, i, base)
            base += "%" + self.write_parts(text, designator, i, i, base, result.vectors)
            result.entity = component
            if i == misplaced:
                result.elements = base
        if result.is_pointed:
            result.elements = base
        result.base, result.image, result.is_shadowed = base, image, True
        return result

    def point_to_shadow(self, holder: Entity | None, base: str, image: str, may_fail: bool) -> str:
        """A pointer to a copy of the object that lies at `base` of the image."""
        image += ", 1" if may_fail else ""
        if self.is_pure:
            return self.point_purely(holder, base, image)
        shadow = f"arauto_shadow({base}, {image})"
        if is_any(self, holder):
            shadow = f"arauto_shadow_any(arauto_any_in({base}), {image})"
        start = f"call arauto_c_f_pointer({shadow}, "
        for line in self.prelude:  # the statement may name the object twice
            if line.startswith(start):
                return line[len(start) : -1]
        pointer = self.new_pointer(holder)
        self.prelude.append(f"{start}{pointer})")
        return pointer

    def point_purely(self, holder: Entity | None, base: str, image: str) -> str:
        """C_F_POINTER is not pure: the runtime has procedures that are declared to be."""
        number = sum(line == "interface" for line in self.pointers) + 1
        if holder is None or is_any(self, holder) or number > 8 or self.is_header:
            raise RuleError(
                f"'{base}' has memory that another image has allocated; in a pure procedure or "
                "DO CONCURRENT, assign it to a variable before"
            )
        name = f"arauto_point{number}"
        self.pointers += [
            "interface",
            f"pure subroutine {name}(p, address)",
            "use, intrinsic :: iso_c_binding, only: c_ptr",
            f"import :: {holder.derived}",
            f"type({holder.derived}), pointer, intent(inout) :: p",
            "type(c_ptr), intent(in) :: address",
            "end subroutine",
            "end interface",
        ]
        pointer = self.new_pointer(holder)
        self.prelude.append(f"call {name}({pointer}, arauto_pure_shadow({base}, {image}))")
        return pointer

    def new_pointer(self, holder: Entity | None) -> str:
        assert holder is not None
        return self.new_variable("p", f"type({holder.derived}), pointer")

    def write_parts(
        self,
        text: str,
        designator: Designator,
        first: int,
        last: int,
        prefix: str = "",
        vectors: list[Vector] | None = None,
    ) -> str:
        """
        Parts [first, last] without their image selectors, brackets rewritten.

        Parameters
        ----------
        prefix
            the text before them
        vectors
            receives vector subscripts, whose dimensions are then written whole
        """
        written: list[str] = []
        for i in range(first, last + 1):
            part = designator.parts[i]
            name = text[part.start : part.start + len(part.name)]
            whole = "%".join([word for word in [prefix, *written, name] if word])
            entity = self.entity_of(designator, i)
            groups = []
            for at, group in enumerate(part.groups):
                inside = text[slice(*group)]
                if vectors is not None and at == 0 and entity is not None and entity.rank > 0:
                    checked = checked_subscripts(self, text, designator, i, whole)
                    inside = self.without_vectors((inside, checked), whole, entity, vectors)
                groups.append(f"({self.value(inside)})")
            written.append(name + "".join(groups))
        return "%".join(written)

    def write_elements(
        self, text: str, designator: Designator, first: int, last: int, prefix: str = ""
    ) -> str:
        """The parts as write_parts has them, with the first element in place of ranges."""
        written: list[str] = []
        for i in range(first, last + 1):
            part = designator.parts[i]
            name = text[part.start : part.start + len(part.name)]
            whole = "%".join([word for word in [prefix, *written, name] if word])
            entity = self.entity_of(designator, i)
            rank = entity.rank if entity is not None else 0
            groups = [text[slice(*group)] for group in part.groups]
            if rank > 0:
                items = split(groups[0]) if groups else [":"] * rank
                firsts = [self.first_of(item, n, whole) for n, item in enumerate(items)]
                groups[:1] = [", ".join(firsts)]
            written.append(name + "".join(f"({self.value(group)})" for group in groups))
        return "%".join(written)

    def first_of(self, item: str, dimension: int, whole: str) -> str:
        colon = find(mask(item), ":")
        if colon > 0:
            return item[:colon].strip()
        is_one = colon < 0 and not self.is_vector(item)
        return item if is_one else f"lbound({whole}, {dimension + 1})"

    def without_vectors(
        self,
        subscripts_of: tuple[str, list[str]],
        whole: str,
        entity: Entity,
        vectors: list[Vector],
    ) -> str:
        """
        Parameters
        ----------
        subscripts_of
            as they are written, and each with its check
        """
        inside, checked = subscripts_of
        items, dimension = split(inside), 0
        if not any(self.is_vector(item) for item in items):
            return inside if checked == items else ", ".join(checked)
        for i, item in enumerate(items):
            is_vector = self.is_vector(item)
            dimension += is_vector or find(mask(item), ":") >= 0
            if not is_vector:
                items[i] = checked[i]
                continue
            lower = f"lbound({whole}, {i + 1})"
            subscripts = self.value(item)
            from_first = f"({self.value(checked[i])}) - {lower}"
            vectors.append(Vector(dimension, subscripts, from_first))
            has_end = not (entity.is_assumed_size and i == len(items) - 1)
            items[i] = ":" if has_end else f"{lower}:max({lower} - 1, maxval({subscripts}))"
        return ", ".join(items)

    # Expressions

    def value(self, text: str) -> str:
        """An expression, or any text, with the values of coindexed objects fetched."""
        out, at = "", 0
        for loop in implied_dos(mask(text)) if "[" in text and "=" in text else []:
            out += self.value_in_place(text[at : loop.start]) + self.write_implied(text, loop)
            at = loop.end
        return out + self.value_in_place(text[at:])

    def write_implied(self, text: str, loop: ImpliedDo) -> str:
        """The fetches of its items depend on its variable, so they are done in a loop before."""
        limits = [self.value(text[slice(*limit)].strip()) for limit in loop.limits]
        level, outer = Level(text[slice(*loop.variable)]), (self.prelude, self.postlude)
        self.prelude, self.postlude = [], []
        self.levels.append(level)
        try:
            items = self.value(text[loop.start + 1 : loop.control])
            body = self.prelude, self.postlude
        finally:
            self.levels.pop()
            self.prelude, self.postlude = outer
        control = text[loop.control : loop.variable[1]]
        written = f"({items}{control}={','.join(limits)})"
        if not any(body):
            return written
        self.has_loops = True
        names = [self.new_variable("l", "integer(8)") for _ in limits]
        kind = loop.type or f"integer(kind({level.variable}))"
        kind = self.new_variable("k", kind)
        before, after = around(level, limits, names, kind, body)
        self.prelude += before
        self.postlude += after
        return written

    def value_in_place(self, text: str) -> str:
        code, out, at = mask(text), "", 0
        for designator in designators(code):
            out += text[at : designator.start] + self.write_designator(text, designator)
            at = designator.end
        return out + text[at:]

    def write_designator(self, text: str, designator: Designator) -> str:
        if is_bound(self, designator):
            return write_call(self, text, designator)
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
        if may_define(self, text, designator):
            return write_call(self, text, designator)
        return self.substitute(text, designator)

    def substitute(self, text: str, designator: Designator) -> str:
        """The designator as written, with what is in its brackets rewritten."""
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
        if reference.entity is not None and reference.entity.derived:
            return value_of_object(self, reference)
        if self.levels and (reference.is_shadowed or is_text(reference)):
            return value_of_any(self, text, designator, reference)
        if reference.vectors or reference.is_split:
            return self.write_packed(reference)
        pure = "pure_" if self.is_pure else ""
        stat = f", {reference.keywords['stat']}" if "stat" in reference.keywords else ""
        return f"arauto_{pure}value({reference.base}, {reference.image}{stat})"

    def write_packed(self, reference: Reference) -> str:
        """The values come one after the other, then get their shape."""
        if "stat" in reference.keywords:
            raise RuleError(
                "STAT= with a vector subscript or parts of elements: assign the coindexed object "
                "to a variable"
            )
        sizes = sizes_of(reference)
        can_be_got = not self.is_pure and not (reference.elements and reference.vectors)
        if len(sizes) > 1 and is_text(reference) and can_be_got:
            return value_of_texts(self, reference)
        arguments = [reference.element, describe(self, reference), reference.image]
        arguments.append("*".join(sizes))
        arguments += [vector.argument for vector in reference.vectors]
        packed = f"arauto_value_at({', '.join(arguments)})"
        return packed if len(sizes) == 1 else f"reshape({packed}, [{', '.join(sizes)}])"

    def write_query(self, text: str, designator: Designator) -> str:
        """SIZE and its like: shapes of coarrays are the same on all images."""
        part = designator.parts[0]
        arguments = []
        for item in split(text[slice(*part.groups[0])]):
            found = designators(mask(item))
            if len(found) == 1 and found[0].selected >= 0 and found[0].end == len(item):
                reference = self.reference(item, found[0])
                if reference.vectors:
                    return self.query_of_vectors(text, designator, reference)
                arguments.append(reference.base)
            else:
                arguments.append(self.value(item))
        written = f"{text[part.start : part.start + len(part.name)]}({', '.join(arguments)})"
        return value_of_query(self, text, part, written) if self.levels else written

    def query_of_vectors(self, text: str, designator: Designator, reference: Reference) -> str:
        """A query of an object with vector subscripts; no such function needs its elements."""
        part = designator.parts[0]
        arguments = split(text[slice(*part.groups[0])])
        sizes = sizes_of(reference)
        if part.name in ("size", "shape") and len(arguments) == 1:
            return f"({'*'.join(sizes)})" if part.name == "size" else f"[{', '.join(sizes)}]"
        if part.name in ("kind", "len", "storage_size", "bit_size", "huge"):
            return f"{part.name}({reference.base})"
        mold = f"reshape([integer ::], [{', '.join(sizes)}], pad=[0])"
        return f"{part.name}({', '.join([mold, *(self.value(item) for item in arguments[1:])])})"

    def check_puttable(self, entity: Entity | None) -> None:
        if entity is None or not entity.derived or entity.is_counted:
            return
        if self.has_allocatable(entity.derived):
            raise RuleError(
                f"'{entity.name}' is of type '{entity.derived}', which has allocatable components; "
                "Fortran forbids the assignment to such an object of another image: assign its "
                "components"
            )

    # Statements

    def whole_reference(self, text: str) -> Designator | None:
        """The designator when the expression is one coindexed object and nothing else."""
        found = designators(mask(text))
        if len(found) == 1 and is_bound(self, found[0]):
            return None
        if len(found) == 1 and found[0].selected >= 0 and not text[: found[0].start].strip():
            return found[0] if not text[found[0].end :].strip() else None
        return None

    def image_and_base(self, text: str) -> tuple[str, str]:
        """Image number and variable; 0 for this image."""
        designator = self.whole_reference(text)
        if designator is None:
            return "0", self.value(text)
        reference = self.reference(text, designator)
        if reference.vectors:
            raise RuleError(f"'{text}' has a vector subscript, where one variable is wanted")
        return reference.image, reference.base

    def require_impure(self, statement: str) -> None:
        if self.critical and statement not in ("NOTIFY WAIT", "FAIL IMAGE"):
            raise RuleError(f"{statement} is not allowed in a CRITICAL construct")
        if self.is_pure:
            place = "a pure procedure" if self.scope.is_in_pure() else "DO CONCURRENT"
            raise RuleError(
                f"{statement} is an image control statement, which {place} must not have"
            )

    def nested(self) -> Context:
        """For the action of a one-line IF."""
        inner = Context(
            self.scope,
            self.options,
            self.rewrite,
            self.is_concurrent,
            self.is_masked,
            self.critical,
        )
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
        lines: list[str] = []
        for name, scope in self.scope.coarrays_in_sight().items():
            lines += self.touch(scope, scope.entities[name])
        return lines

    def touch(self, scope: Scope, entity: Entity) -> list[str]:
        if (
            not entity.is_coarray
            or entity.is_counted
            or entity.is_input
            or not is_declared_in(scope, entity)
        ):
            return []
        call = f"call arauto_touch({entity.name})"
        if is_any(self, entity):
            call = f"call arauto_touch_any(arauto_any({entity.name}))"
        if entity.is_optional:
            call = f"if (present({entity.name})) {call}"
            return [] if entity.is_allocatable else [call]
        return [f"if (allocated({entity.name})) {call}" if entity.is_allocatable else call]


def is_declared_in(scope: Scope, entity: Entity) -> bool:
    """Whether the entity is declared in the scope. One that is used from a module may have another
    name here, or none; a compiler expects that any procedure changes it."""
    if scope.kind in ("associate", "select type", "guard"):
        return True
    return entity.is_dummy or entity.is_local
