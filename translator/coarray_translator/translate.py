# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Translates one file: reads it, resolves its names, rewrites statements that need it, and writes
all others as they were."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .builder import END_OF_UNIT, Builder, Import
from .checks import check
from .context import Context
from .errors import RuleError
from .masked import mark_masked
from .near_loops import mark_loops
from .printing import print_source
from .rules import RULES
from .scopes import Scope
from .source import Source, Statement, read_source
from .stats import OtherStats
from .surroundings import Options
from .teams import Jumps

# A file without a match is not rewritten.
COARRAY = re.compile(
    r"[\w)][ \t]*\[|codimension|sync\s*(all|images|memory|team)|num_images|this_image|image_index|"
    r"event_|notify|event\s*(post|wait)|\bco_(sum|min|max|product|broadcast|reduce)|critical|lock|"
    r"atomic_|"
    r"\bstop[ \t]*[\w(+.-]|error\s*stop|fail\s*image|deallocate|move_alloc|team|image_status|"
    r"_images|"
    r"random_init|\bstat_|\$xmp",
    re.IGNORECASE,
)
HEADER = re.compile(
    r"(\w+\s*:\s*)?(else\b|case\b|elsewhere\b|where\s*\([^=]*\)$|forall\b|change\s*team|end)"
)


@dataclass
class Result:
    text: str
    is_changed: bool
    modules: dict[str, Scope] = field(default_factory=dict)


@dataclass
class Constructs:
    """The constructs that are open, as far as rules must know."""

    masked: list[str] = field(default_factory=list)  # WHERE and FORALL
    critical: list[int] = field(default_factory=list)
    jumps: Jumps = field(default_factory=Jumps)
    open_ifs: list[int] = field(default_factory=list)
    wheres: list[tuple[str, str]] = field(default_factory=list)
    foralls: list[str] = field(default_factory=list)

    def enter(self, code: str) -> None:
        name = r"(?:\w+\s*:\s*)?"
        if re.match(r"end\s*(where|forall)\b", code):
            del self.masked[-1:]
            return
        head = re.match(rf"{name}(where|forall)\s*\(", code)
        if head and ends_in_bracket(code):
            self.masked.append(head.group(1))


def ends_in_bracket(code: str) -> bool:
    """`where (mask)` without an assignment after it."""
    from .text import closing

    return closing(code, code.index("(")) == len(code.rstrip()) - 1


def rewrite_statement(statement: Statement, context: Context) -> list[str] | None:
    """Lines in place of the statement; None when it stays."""
    stats = OtherStats(statement, context.scope)
    for rule in RULES:
        lines = rule.rewrite(stats.statement, context)
        if lines is not None:
            return stats.assigned(wrap(lines, statement, context))
    return None


def wrap(lines: list[str], statement: Statement, context: Context) -> list[str]:
    """The statements that an expression needs before it come in a block with it."""
    if not context.prelude and not context.pointers:
        return lines
    if HEADER.match(statement.code):
        raise RuleError(
            "memory that another image has allocated, or an object of it, is in the first "
            "statement of a construct; assign it to a variable before"
        )
    return ["block", *context.pointers, *context.prelude, *lines, *context.postlude, "end block"]


def add_all(source: Source, builder: Builder, errors: list[RuleError]) -> None:
    for statement in source.statements():
        try:
            builder.add(statement)
        except RuleError as error:
            errors.append(located(error, statement))
            statement.scope = builder.scope


def located(error: RuleError, statement: Statement) -> RuleError:
    if not error.line:
        error.file, error.line = statement.file, statement.line
    return error


def rewrite_all(source: Source, options: Options, errors: list[RuleError]) -> dict[int, list[str]]:
    """The lines that replace each statement that changes, by its identity."""
    changed: dict[int, list[str]] = {}
    constructs = Constructs()
    mark_masked(source.statements())
    mark_loops(source)
    for statement in source.statements():
        assert isinstance(statement.scope, Scope)
        try:
            constructs.enter(statement.code)
            ends_loop = constructs.jumps.ends_loop(statement)
            constructs.jumps.enter(statement)
            context = context_of(statement, options, constructs)
            check(statement, context)
            check_critical(statement, constructs)
            lines = rewrite_statement(statement, context)
            if lines is not None and len(lines) > 1 and ends_loop:
                lines = end_loop(lines, statement, source)
        except RuleError as error:
            errors.append(located(error, statement))
            continue
        except RecursionError:
            fault = RuleError("an expression is nested too deeply; divide the statement")
            errors.append(located(fault, statement))
            continue
        if lines is not None:
            changed[id(statement)] = lines
            statement.scope.unit().is_touched = True
    return changed


def end_loop(lines: list[str], statement: Statement, source: Source) -> list[str]:
    """Several statements in place of the one that ends a loop by its label: one can have it."""
    jump = re.compile(rf"\bgo\s*to\b.*\b{statement.label}\b")
    procedure = statement.scope.procedure()
    for other in source.statements():
        if jump.search(other.code) and other.scope.procedure() is procedure:
            raise RuleError(
                f"the statement with label {statement.label} ends a loop, and GO TO leads to it; "
                "let the loop end with CONTINUE"
            )
    statement.label_at = len(lines)
    return [*lines, "continue"]


def context_of(statement: Statement, options: Options, constructs: Constructs) -> Context:
    assert isinstance(statement.scope, Scope)
    context = Context(
        statement.scope,
        options,
        rewrite_statement,
        any(loop.is_concurrent for loop in constructs.jumps.loops)
        or ("forall" in constructs.masked and not constructs.foralls),
        bool(constructs.masked),
        constructs.critical,
        constructs.jumps,
        open_ifs=constructs.open_ifs,
        wheres=constructs.wheres,
        foralls=constructs.foralls,
    )
    context.place = f"{statement.file}:{statement.line}"
    return context


def check_critical(statement: Statement, constructs: Constructs) -> None:
    is_end = statement.code == "end" or END_OF_UNIT.match(statement.code)
    if constructs.critical and is_end:
        constructs.critical.clear()
        constructs.jumps.criticals.clear()
        raise RuleError("CRITICAL is not closed before the end of its procedure")


def translate(
    text: str,
    name: str,
    import_module: Import,
    options: Options | None = None,
    is_fixed: bool = False,
) -> Result:
    """
    Raises
    ------
    TranslationFailed
        with every fault of the file
    """
    options = options or Options()
    source = read_source(text, name, is_fixed, options.fixed_width)
    errors: list[RuleError] = []
    builder = Builder(import_module)
    add_all(source, builder, errors)
    for scope in builder.scopes:
        scope.memory.clear()  # more names are known now than when something was looked for
    for scope in builder.scopes:
        scope.resolve_bindings()
    changed = rewrite_all(source, options, errors) if COARRAY.search(text) else {}
    if errors:
        raise TranslationFailed(list({str(error): error for error in errors}.values()))
    if not changed:
        return Result(text, False, builder.modules)
    return Result(print_source(source, changed), True, builder.modules)


class TranslationFailed(Exception):
    """All faults of a file."""

    def __init__(self, errors: list[RuleError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors
