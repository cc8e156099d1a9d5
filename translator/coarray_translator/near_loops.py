# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""DO loops over single elements of other images get a second version, over the memory of these
images where this process has it mapped. rules/near_loop.py writes it; here is found out which loops
are certain to do the same in both: nothing in them but assignments of numbers, IF and further DO,
an image that does not change, no procedure, no pointer, no directive."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .blocks import is_scalar_expression, rank_of, type_of
from .designators import Designator, designators, parse_designator, skip_blanks
from .errors import RuleError
from .ranks import ELEMENTAL
from .source import Group, Source, Statement
from .teams import LOOP
from .text import closing, find, mask, split

if TYPE_CHECKING:
    from .context import Context
    from .scopes import Entity

HEAD = re.compile(r"do\s+([a-z]\w*)\s*=(?!=)")
END = re.compile(r"end\s*do$")
END_OF_ANY = re.compile(r"end\s*do\b(?!\s*[=(%])")
DIRECTIVE = re.compile(r"\s*[!c*]\s*(?:\$|dir\$|gcc\$|dec\$|ibm\*)", re.IGNORECASE)
# Regions in which a compiler may not expect pointers, or BLOCK.
ELSEWHERE = re.compile(
    r"\s*[!c*]\$(?:acc\b|omp\s+(?:\w+\s+)*(?:target|teams|workshare|loop)\b)", re.IGNORECASE
)
IMAGES = {"this_image", "num_images"}
OPERATORS = set("and or not eqv neqv eq ne lt le gt ge true false".split())
# Functions that the second version calls.
NEEDED = {"size", "storage_size", "lbound", "ubound", "kind", "associated", "allocated"}
NEEDED |= {"is_contiguous"}
REFERENCES_MAX = 6


@dataclass
class Loop:
    """DO, the statements in it, END DO."""

    head: Statement
    is_plain: bool  # may be doubled, as far as its form shows
    has_directive: bool  # one that may hold for the loops in it too
    label: str = ""
    body: list[Statement] = field(default_factory=list)
    end: Statement | None = None


def mark_loops(source: Source) -> None:
    """Sets `loop` of the statements that begin loops which may be doubled."""
    if any(ELSEWHERE.match(line) for line in source.lines):
        return
    if any(statement.code.startswith("equivalence") for statement in source.statements()):
        return  # by other names the image might change
    open_: list[Loop] = []
    before = 0  # the line behind the last statement
    for group in source.groups:
        has_directive = any(DIRECTIVE.match(line) for line in source.lines[before : group.first])
        before = group.last
        for loop in open_ if has_directive or is_odd(source, group) else []:
            loop.is_plain = False
        for statement in group.statements:
            open_ = enter(statement, open_, has_directive)


def is_odd(source: Source, group: Group) -> bool:
    """Whether there are directives among the lines of a statement."""
    return any(DIRECTIVE.match(line) for line in source.lines[group.first : group.last])


def enter(statement: Statement, open_: list[Loop], has_directive: bool) -> list[Loop]:
    """The loops that are open behind the statement."""
    match = LOOP.match(statement.code)
    if END_OF_ANY.match(statement.code) and open_ and not open_[-1].label:
        *open_, loop = open_
        loop.end = statement
        if loop.is_plain and END.match(statement.code):
            loop.head.loop = loop
    for around in open_:
        around.body.append(statement)
    if match is not None:
        has_directive |= bool(open_) and open_[-1].has_directive
        is_plain = HEAD.match(statement.code) is not None and not statement.label
        loop = Loop(statement, is_plain and not has_directive, has_directive, match.group(1))
        return [*open_, loop]
    while statement.label and open_ and open_[-1].label == statement.label:
        open_ = open_[:-1]
    return open_


@dataclass
class Near:
    """A coarray on one image, as the second version has it."""

    name: str
    entity: Entity
    image: str
    number: int

    @property
    def pointer(self) -> str:
        return f"arauto_n{self.number}"


class NotNear(Exception):
    """The loop stays as it is."""


@dataclass
class Plan:
    """The second version of a loop: its statements, and what they need."""

    context: Context
    nears: dict[tuple[str, str], Near] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    chosen_by: set[str] = field(default_factory=set)  # variables in image selectors

    def has_one_image(self) -> bool:
        """Whether no image changes in the loop, also not by another name that ASSOCIATE gives."""
        names = self.chosen_by | self.assigned
        return not self.chosen_by or (
            not self.chosen_by & self.assigned and not any(map(self.is_alias, names))
        )

    def is_alias(self, name: str) -> bool:
        kinds = [scope.kind for scope in self.context.scope.chain() if name in scope.entities]
        return kinds[:1] in (["associate"], ["select type"], ["guard"], ["team"])

    def add(self, statement: Statement) -> None:
        text, code = statement.text, statement.code
        if statement.label or statement.scope is not self.context.scope:
            raise NotNear
        if END.match(code) or re.match(r"else$|end\s*if$", code):
            self.lines.append(text)
        elif match := HEAD.match(code):
            self.assigned.add(match.group(1))
            if len(split(text[match.end() :])) < 2:
                raise NotNear
            self.lines.append(text[: match.end()] + self.expression(text[match.end() :]))
        elif match := re.match(r"(?:else\s*)?if\s*\(", code):
            end = closing(code, match.end() - 1)
            condition = self.expression(text[match.end() : end])
            action = text[end + 1 :].strip()
            written = action if action.lower() == "then" else self.assignment(action)
            self.lines.append(f"{text[: match.end()]}{condition}) {written}")
        else:
            self.lines.append(self.assignment(text))

    def assignment(self, text: str) -> str:
        code = mask(text)
        target = parse_designator(code, 0)
        at = skip_blanks(code, target.end) if target is not None else 0
        if target is None or code[at : at + 1] != "=" or code[at + 1 : at + 2] in ("=", ">"):
            raise NotNear
        self.assigned.add(target.parts[0].name)
        left = self.expression(text[: target.end])
        return f"{left} ={self.expression(text[at + 1 :])}"

    def expression(self, text: str) -> str:
        """The text over near memory."""
        code, out, rest, at = mask(text), "", "", 0
        for designator in designators(code):
            out += text[at : designator.start] + self.operand(text, designator)
            rest += code[at : designator.start]
            at = designator.end
        rest += code[at:]
        if re.search(r"[\[\]'\"]|\(/", rest) or not has_known_operators(rest):
            raise NotNear
        return self.context.value(out + text[at:])

    def operand(self, text: str, designator: Designator) -> str:
        context, part = self.context, designator.parts[0]
        if designator.selected >= 0:
            return self.remote(text, designator)
        if context.scope.find(part.name) is None:
            return self.call(text, designator)
        entity = context.entity_of(designator, len(designator.parts) - 1)
        if entity is None or type_of(entity) is None or entity.is_volatile:
            raise NotNear
        if rank_of(designator, text, context) != 0:
            raise NotNear
        return self.inside(text, designator)

    def call(self, text: str, designator: Designator) -> str:
        """A reference to a function of Fortran's own, over near memory."""
        part = designator.parts[0]
        if self.context.scope.find_function(part.name) is not None or len(designator.parts) > 1:
            raise NotNear
        inside = text[slice(*part.groups[0])].strip() if len(part.groups) == 1 else None
        is_image = part.name in IMAGES and not inside
        if inside is None or not (part.name in ELEMENTAL or is_image):
            raise NotNear
        return self.inside(text, designator)

    def inside(self, text: str, designator: Designator) -> str:
        """A designator whose subscripts are rewritten for near memory."""
        out, at = "", designator.start
        for part in designator.parts:
            for start, end in part.groups:
                items = [self.expression(item) for item in split(text[start:end])]
                out += text[at:start] + ", ".join(items)
                at = end
        return out + text[at : designator.end]

    def remote(self, text: str, designator: Designator) -> str:
        context, part = self.context, designator.parts[0]
        entity = context.entity_of(designator, 0)
        if len(designator.parts) > 1 or entity is None or not may_be_near(entity):
            raise NotNear
        if rank_of(designator, text, context) != 0:
            raise NotNear
        assert part.selector is not None
        selector = text[slice(*part.selector)]
        self.note_image(selector)
        key = part.name, re.sub(r"\s", "", selector.lower())
        if key not in self.nears:
            image = context.reference(text, designator).image
            self.nears[key] = Near(part.name, entity, image, len(self.nears) + 1)
        subscripts = f"({text[slice(*part.groups[0])]})" if part.groups else ""
        return self.nears[key].pointer + subscripts

    def note_image(self, selector: str) -> None:
        """Cosubscripts that are scalar variables and numbers, which can be looked at ahead of the
        loop even if it makes no turn."""
        for item in split(selector):
            code = mask(item)
            is_simple = is_scalar_expression(item, self.context) and find(code, "=") < 0
            if not is_simple or "/" in code or "**" in code:
                raise NotNear
            for designator in designators(code):
                name = designator.parts[0].name
                entity = self.context.scope.find(name)
                if entity is None and name in IMAGES:
                    continue
                is_scalar = entity is not None and designator.parts[0].groups == []
                if not is_scalar or entity.is_optional or entity.is_allocatable:
                    raise NotNear
                if entity.is_volatile or len(designator.parts) > 1:
                    raise NotNear
                self.chosen_by.add(name)


def has_known_operators(rest: str) -> bool:
    return set(re.findall(r"\.\s*([a-z]+)\s*\.", rest)) <= OPERATORS


def may_be_near(entity: Entity) -> bool:
    is_whole = entity.is_coarray and not (entity.is_pointer or entity.is_assumed_size)
    is_there = not (entity.is_optional or entity.is_volatile)
    return is_whole and is_there and type_of(entity) is not None


def plan_of(loop: Loop, context: Context) -> Plan | None:
    """None for a loop that stays as it is."""
    if context.is_pure or context.is_masked or loop.end is None or "[" in loop.head.code:
        return None
    if not any("[" in statement.code for statement in loop.body):
        return None
    if any(context.scope.find(name) or context.scope.find_function(name) for name in NEEDED):
        return None
    plan = Plan(context)
    try:
        for statement in [loop.head, *loop.body, loop.end]:
            plan.add(statement)
    except (NotNear, RuleError):  # a fault of the program is reported for the loop as it is
        plan.nears.clear()
    is_certain = plan.has_one_image() and not context.prelude and not context.pointers
    context.prelude.clear()
    context.pointers.clear()
    context.postlude.clear()
    return plan if is_certain and 0 < len(plan.nears) <= REFERENCES_MAX else None
