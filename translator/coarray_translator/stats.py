# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""STAT= with a variable of another kind than default INTEGER. The runtime's procedures define a
default one, so the statement gets such a variable, whose value is assigned afterwards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .designators import parse_designator
from .errors import RuleError
from .intrinsics import SUBROUTINES
from .source import Statement
from .text import closing, keyword_of, mask, top_level

if TYPE_CHECKING:
    from .scopes import Scope

STAT = re.compile(r"[(,\[]\s*stat\s*=\s*(?=[a-z])")
DEFAULT = {"integer", "integer(4)", "integer*4", "integer(int32)", "integer(c_int)"}
# Where STAT is among the arguments of an intrinsic subroutine.
POSITIONS = {name: words.index("stat") for name, words in SUBROUTINES.items() if "stat" in words}
CALL = re.compile(r"call\s+(\w+)\s*(?=\()")
# No statement that is always executed can follow their first statement.
BRANCHES = re.compile(
    r"(\w+\s*:\s*)?(if\s*\(|else\s*if\s*\(|do\b|select\b|associate\s*\(|where\s*\(|forall\s*\()"
)
CONSTRUCTS = re.compile(r"(\w+\s*:\s*)?(critical\b|change\s*team\b|end\s*team\b)")


class OtherStats:
    """The STAT= of one statement: `statement` has the runtime's variables instead of the
    program's."""

    def __init__(self, statement: Statement, scope: Scope) -> None:
        self.scope = scope
        self.variables: list[str] = []  # of the program
        self.is_construct = CONSTRUCTS.match(statement.code) is not None
        text = statement.text
        if "stat" in statement.code and not is_one_line_if(statement.code):
            for match in reversed(list(STAT.finditer(statement.code))):
                text = self.replaced(text, statement.code, match.end())
        at = position_of_stat(statement.code, scope)
        if at >= 0:
            text = self.replaced(text, statement.code, at)
        if self.variables and BRANCHES.match(statement.code):
            raise RuleError(
                f"STAT={self.variables[0]} is in the first statement of a construct, so it "
                "must be of default kind INTEGER; or assign the coindexed object to a variable "
                "before"
            )
        self.statement = (
            replace(statement, text=text, code=mask(text)) if self.variables else statement
        )

    def replaced(self, text: str, code: str, at: int) -> str:
        designator = parse_designator(code, at)
        if designator is None:
            return text
        entity = self.scope.entity_of(designator, len(designator.parts) - 1)
        kind = re.sub(r"\s+|kind=", "", entity.type) if entity is not None else ""
        if not kind.startswith("integer") or kind in DEFAULT:
            return text
        self.variables.append(text[at : designator.end])
        return text[:at] + self.name(len(self.variables)) + text[designator.end :]

    def name(self, number: int) -> str:
        return f"arauto_stat{number}{'_' if self.is_construct else ''}"

    def assigned(self, lines: list[str]) -> list[str]:
        """The lines in place of the statement, and what defines the program's variables."""
        numbers = range(1, len(self.variables) + 1)
        declarations = [f"integer(4) :: {self.name(number)}" for number in numbers]
        after = [f"{self.variables[number - 1]} = {self.name(number)}" for number in numbers]
        if not after:
            return lines
        if not self.is_construct:
            return ["block", *declarations, *lines, *after, "end block"]
        added = self.scope.declaring().added
        added += [line for line in declarations if line not in added]
        return [*lines, *after]


def is_one_line_if(code: str) -> bool:
    """Its action is a statement of its own."""
    match = re.match(r"if\s*\(", code)
    rest = code[closing(code, match.end() - 1) + 1 :].strip() if match else "then"
    return not re.match(r"then\b|$|[=%\[(]", rest)


def position_of_stat(code: str, scope: Scope) -> int:
    """Where an argument STAT without its keyword begins, or -1."""
    call = CALL.match(code)
    position = POSITIONS.get(scope.original_name(call.group(1))) if call is not None else None
    if call is None or position is None:
        return -1
    end = closing(code, call.end())
    begins = [call.end(), *(at for at in top_level(code[:end], call.end() + 1) if code[at] == ",")]
    if len(begins) <= position:
        return -1
    begin = begins[position] + 1
    begin += len(code[begin:]) - len(code[begin:].lstrip())
    return begin if not keyword_of(code[begin : [*begins, end][position + 1]])[0] else -1
