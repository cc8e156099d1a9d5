# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""CHANGE TEAM constructs as scopes, and the loops and labels that jumps out of them would reach."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .declarations import cobounds_of
from .errors import RuleError
from .intrinsics import STATEMENTS
from .scopes import Entity, Scope
from .text import closing, find, keyword_of, mask, split

if TYPE_CHECKING:
    from .source import Statement

CHANGE = re.compile(r"(?:(\w+)\s*:\s*)?change\s*team\s*\(")
END = re.compile(r"end\s*team\b(?!\s*[=%])")
CRITICAL = re.compile(r"(?:\w+\s*:\s*)?critical\s*(\(.*\))?$")
LOOP = re.compile(r"(?:\w+\s*:\s*)?do\b(?!\s*[=(%])\s*(\d*)\s*,?\s*(concurrent\s*\()?")


@dataclass
class Association:
    """`name[cobounds] => selector` of a CHANGE TEAM."""

    name: str
    coshape: str
    selector: str


@dataclass
class ChangeTeam:
    name: str
    team: str
    associations: list[Association]
    keywords: dict[str, str]


def parse_change(text: str) -> ChangeTeam | None:
    """None for other statements."""
    code = mask(text)
    match = CHANGE.match(code)
    if match is None:
        return None
    end = closing(code, match.end() - 1)
    if code[end + 1 :].strip():
        return None
    change = ChangeTeam(match.group(1) or "", "", [], {})
    for item in split(text[match.end() : end]):
        word, value = keyword_of(item)
        arrow = find(mask(item), "=>")
        if arrow >= 0:
            change.associations.append(parse_association(item[:arrow], item[arrow + 2 :]))
        elif word in STATEMENTS["change team"]:
            change.keywords[word] = value
        elif not change.team and not word:
            change.team = value
        else:
            raise RuleError(f"CHANGE TEAM cannot have '{item}'")
    if not change.team:
        raise RuleError("CHANGE TEAM names no team")
    return change


def parse_association(left: str, selector: str) -> Association:
    match = re.match(r"\s*(\w+)\s*\[(.*)\]\s*$", left)
    if match is None:
        raise RuleError(
            f"CHANGE TEAM: '{left.strip()} => {selector.strip()}' must have cobounds, as in "
            "'part[*] => whole'"
        )
    return Association(match.group(1), match.group(2), selector.strip())


def team_scope(change: ChangeTeam, outer: Scope) -> Scope:
    """Raises RuleError when a selector is no coarray."""
    scope = Scope("team", change.name)
    for association in change.associations:
        selector = outer.find(association.selector.lower())
        if selector is None or not selector.is_coarray:
            raise RuleError(
                f"CHANGE TEAM: '{association.selector}' is not the name of a coarray here"
            )
        entity = Entity(association.name.lower(), selector.type, selector.derived, selector.rank)
        entity.cobounds = cobounds_of(association.coshape)
        if not entity.cobounds or entity.cobounds[-1][1] != "*":
            raise RuleError(f"CHANGE TEAM: the last cobound of '{association.name}' must be '*'")
        entity.is_local = True
        scope.entities[entity.name] = entity
    return scope


def team_around(scope: Scope) -> Scope | None:
    """The innermost CHANGE TEAM that encloses statements of the scope."""
    found = scope.nearest("team", "", lambda s: s if s.kind == "team" or s.is_procedure() else None)
    return found if found is not None and found.kind == "team" else None


@dataclass
class Loop:
    scope: Scope
    label: str  # at its end, if any
    is_concurrent: bool


@dataclass
class Jumps:
    """The constructs that are open, as far as jumps and pure code are concerned."""

    loops: list[Loop] = field(default_factory=list)
    criticals: list[int] = field(default_factory=list)  # how many loops were open at each

    def enter(self, statement: Statement) -> None:
        assert isinstance(statement.scope, Scope)
        match = LOOP.match(statement.code)
        if match is not None:
            self.loops.append(Loop(statement.scope, match.group(1), bool(match.group(2))))
        elif re.match(r"end\s*do\b", statement.code) and self.loops:
            self.loops.pop()
        elif CRITICAL.match(statement.code):
            self.criticals.append(len(self.loops))
        elif re.match(r"end\s*critical\b", statement.code) and self.criticals:
            self.criticals.pop()
        while statement.label and self.loops and self.loops[-1].label == statement.label:
            self.loops.pop()

    def ends_loop(self, statement: Statement) -> bool:
        """Whether a loop that is open ends with this statement, by its label."""
        return bool(statement.label) and any(loop.label == statement.label for loop in self.loops)

    def leaves_critical(self, word: str, name: str) -> bool:
        """Whether RETURN, EXIT or CYCLE would leave the innermost CRITICAL."""
        return word == "return" or (not name and len(self.loops) <= self.criticals[-1])

    def leaves(self, team: Scope) -> bool:
        """Whether EXIT or CYCLE without a name would leave the team."""
        return not self.loops or team not in self.loops[-1].scope.chain()
