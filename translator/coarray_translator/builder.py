# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Walks over a file's statements once, gives each its scope, and enters the declarations."""

from __future__ import annotations

import re
from collections.abc import Callable

from .associations import associations, guarded_type
from .declarations import Declaration, entity_of, parse_declaration, shape_of, update_entity
from .errors import RuleError
from .expressions import bounds_of, constant
from .scopes import (
    ARAUTO,
    CONSTANTS,
    CONSTRUCTS,
    COUNTED_TYPES,
    DerivedType,
    Entity,
    Scope,
)
from .signatures import INTENT, bindings_of
from .source import Statement
from .teams import END as END_TEAM
from .teams import parse_change, team_scope
from .text import closing, split

PREFIX = (
    r"(?:(?:pure|impure|elemental|recursive|non_recursive|module|"
    r"(?:integer|real|complex|logical|character|double\s*precision)"
    r"(?:\s*\*\s*\d+|\s*\((?:[^()]|\([^()]*\))*\))?|"
    r"(?:type|class)\s*\([^()]*\))\s+|"
    r"(?:(?:integer|real|complex|logical|character|type|class)\s*\((?:[^()]|\([^()]*\))*\))\s*)*"
)
PROCEDURE = re.compile(rf"({PREFIX})(subroutine|function)\s+(\w+)\s*(?:\(([^()]*)\))?")
BEGINS: list[tuple[str, re.Pattern[str]]] = [
    ("program", re.compile(r"program\s+(\w+)$")),
    ("submodule", re.compile(r"submodule\s*\(([^()]*)\)\s*(\w+)$")),
    ("interface", re.compile(r"(?:abstract\s+)?interface\b(?!\s*[=(%])")),
    ("type", re.compile(r"type\s*(?:,[^=]*)?(?:::\s*|\s)(\w+)(?:\s*\([\w\s,]*\))?$")),
    ("block", re.compile(r"(?:\w+\s*:\s*)?block$")),
    ("block data", re.compile(r"block\s*data\b(.*)$")),
]
END = re.compile(
    r"end\s*(program|module|submodule|subroutine|function|procedure|interface|type|"
    r"block\s*data|block)\b"
    r"(?!\s*[=(%])"
)
UNIT = re.compile(r"(program|module|submodule|block\s*data)\b(?!\s*[=%])")
END_OF_UNIT = re.compile(r"end\s*(program|module|submodule|subroutine|function|procedure)\b")
CONSTRUCT = re.compile(r"(?:\w+\s*:\s*)?(associate|select\s*type|select\s*case|select\s*rank)\s*\(")
ASSIGNMENT = re.compile(r"(?:interface|generic)\b.*\bassignment\s*\(\s*=\s*\)")
GUARD = re.compile(r"(type\s+is|class\s+is)\s*\(|class\s+default\b")
END_CONSTRUCT = re.compile(r"end\s*(associate|select)\b(?!\s*[=(%])")
USE = re.compile(r"use\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)\s*(?:,\s*(only\s*:)?(.*))?$")

Import = Callable[[str, Statement], Scope | None]


class Builder:
    """Fills scopes. `import_module` finds what a module declares, or None."""

    def __init__(self, import_module: Import) -> None:
        self.file = Scope("file")
        self.scope = self.file
        self.scopes = [self.file]
        self.import_module = import_module
        self.modules: dict[str, Scope] = {}
        self.has_scope: list[bool] = []  # of each open ASSOCIATE and SELECT, whether it has a scope

    def add(self, statement: Statement) -> None:
        code = statement.code.strip()
        self.note_places(statement, code)
        is_unit = PROCEDURE.match(code) or UNIT.match(code) or code == "end" or END.match(code)
        if self.scope.kind == "file" and not is_unit:  # a main program without PROGRAM
            self.open(Scope("program"), None)
            self.scope.first = statement
        if self.ends(statement, code) or self.begins(statement, code):
            return
        statement.scope = self.scope
        if self.construct(statement, code):
            return
        if code.startswith("use"):
            self.use(statement, code)
        elif code == "contains":
            self.scope.in_contains = True
        elif re.match(r"save\b", code) and "=" not in code:
            self.save(code)
        else:
            self.declare(statement, code)

    def note_places(self, statement: Statement, code: str) -> None:
        """The scopes of labels and names of constructs, for jumps."""
        if statement.label:
            self.scope.procedure().labels[statement.label] = self.scope
        name = re.match(r"(\w+)\s*:(?!:)", code)
        if name:
            self.scope.procedure().names[name.group(1)] = self.scope

    def open(self, scope: Scope, header: Statement | None) -> None:
        scope.parent, scope.header = self.scope, header
        self.scopes.append(scope)
        if header is not None:
            header.scope = scope
        self.scope = scope

    def construct(self, statement: Statement, code: str) -> bool:
        """ASSOCIATE and SELECT TYPE give names a meaning of their own."""
        if END_CONSTRUCT.match(code):
            if self.has_scope and self.has_scope.pop():
                self.leave(("guard",))
                self.leave(("associate", "select type"))
            return True
        if GUARD.match(code) and self.scope.kind in ("select type", "guard"):
            self.leave(("guard",))
            self.enter_names("guard", guarded_type(code, self.scope))
            return True
        match = CONSTRUCT.match(code)
        if match is None or closing(code, match.end() - 1) != len(code) - 1:
            return False
        word = re.sub(r"\s+", " ", match.group(1)).replace("selecttype", "select type")
        self.has_scope.append(word in ("associate", "select type"))
        if self.has_scope[-1]:
            inside = statement.text.strip()[match.end() : -1]
            self.enter_names(word, associations(inside, self.scope, word == "select type"))
        return True

    def enter_names(self, kind: str, entities: dict[str, Entity]) -> None:
        self.open(Scope(kind), None)
        self.scope.entities.update(entities)

    def leave(self, kinds: tuple[str, ...]) -> None:
        if self.scope.kind in kinds:
            self.scope = self.scope.parent or self.file

    def ends(self, statement: Statement, code: str) -> bool:
        is_team = self.scope.kind == "team" and END_TEAM.match(code)
        if END.match(code) is None and code != "end" and not is_team:
            return False
        unclosed = False
        if code == "end" or END_OF_UNIT.match(code):
            while self.scope.kind in (*CONSTRUCTS, "type") or (
                self.scope.kind == "interface" and code == "end"
            ):
                unclosed |= self.scope.kind == "team"
                self.scope = self.scope.parent or self.file
        statement.scope = self.scope
        self.scope = self.scope.parent or self.file
        if unclosed:
            raise RuleError("CHANGE TEAM is not closed before the end of its procedure")
        return True

    def begins(self, statement: Statement, code: str) -> bool:
        procedure = PROCEDURE.match(code)
        if procedure:
            self.begin_procedure(statement, procedure)
            return True
        module = re.match(r"module\s+(\w+)$", code)
        if module and module.group(1) != "procedure":
            self.open(Scope("module", module.group(1)), statement)
            self.modules[module.group(1)] = self.scope
            return True
        body = re.match(r"module\s+procedure\s+(\w+)$", code)
        if body and self.scope.kind != "interface":
            self.open(Scope("procedure", body.group(1)), statement)
            self.take_interface(body.group(1))
            return True
        change = parse_change(statement.text)
        if change is not None:
            self.open(team_scope(change, self.scope), statement)
            return True
        for kind, pattern in BEGINS:
            match = pattern.match(code)
            if match:
                return self.begin(statement, kind, match)
        return False

    def begin(self, statement: Statement, kind: str, match: re.Match[str]) -> bool:
        if kind == "type" and re.match(r"type\s+is\b", match.string):
            return False
        name = match.groups()[-1] if match.groups() else ""
        self.scope.assigns |= ASSIGNMENT.search(match.string) is not None
        self.open(Scope(kind, (name or "").strip()), statement)
        generic = re.match(r"interface\s+(\w+)$", match.string) if kind == "interface" else None
        self.scope.generic = generic.group(1) if generic else ""
        if kind == "type":
            derived = DerivedType(self.scope.name)
            parent = re.search(r"extends\s*\(\s*(\w+)", match.string)
            derived.parent = parent.group(1) if parent else ""
            self.scope.own_type = derived
            assert self.scope.parent is not None
            self.scope.parent.types[derived.name] = derived
        if kind == "submodule":
            for ancestor in re.findall(r"\w+", match.group(1)):
                self.bring(ancestor, statement)
        return True

    def begin_procedure(self, statement: Statement, match: re.Match[str]) -> None:
        prefix, kind, name, arguments = match.groups()
        scope = Scope(kind, name)
        scope.arguments = [argument.strip() for argument in (arguments or "").split(",")]
        words = prefix.split()
        scope.is_pure = "pure" in words or ("elemental" in words and "impure" not in words)
        scope.is_elemental = "elemental" in words
        self.open(scope, statement)
        host = scope.parent
        if kind == "function" and host is not None:
            result = re.search(r"result\s*\(\s*(\w+)\s*\)", statement.code[match.end() :])
            scope.result = result.group(1) if result else name
            outer = host.parent if host.kind == "interface" else host
            assert outer is not None
            outer.functions[name] = scope
        if host is not None and host.kind == "interface" and host.parent is not None:
            host.parent.interfaces[name] = scope
        self.enter_procedure(scope, host)

    def enter_procedure(self, scope: Scope, host: Scope | None) -> None:
        """Its dummies serve calls by its name, and by that of the interface around it."""
        outer = host.parent if host is not None and host.kind == "interface" else host
        if outer is None:
            return
        outer.procedures[scope.name] = scope
        if host is not None and host.generic:
            outer.generics.setdefault(host.generic, []).append(scope.name)

    def take_interface(self, name: str) -> None:
        """The dummies of `module procedure name` are in its interface."""
        for scope in self.scope.chain():
            if name in scope.interfaces:
                self.scope.entities.update(scope.interfaces[name].entities)
                self.scope.arguments = scope.interfaces[name].arguments
                self.scope.is_pure = scope.interfaces[name].is_pure
                return

    def use(self, statement: Statement, code: str) -> None:
        match = USE.match(code)
        if match is None:
            return self.declare(statement, code)
        name, only, names = match.groups()
        pairs = []
        for item in split(names or ""):
            local, _, original = item.partition("=>")
            pairs.append((local.strip(), (original or local).strip()))
        for local, original in pairs:
            if original in COUNTED_TYPES | CONSTANTS | ARAUTO:
                self.scope.renames[local] = original
        if name == "iso_fortran_env":
            self.scope.uses_environment = True
        else:
            self.bring(name, statement, pairs if only else None, {} if only else dict(pairs))
        return None

    def bring(
        self,
        name: str,
        statement: Statement,
        only: list[tuple[str, str]] | None = None,
        renames: dict[str, str] | None = None,
    ) -> None:
        module = self.modules.get(name) or self.import_module(name, statement)
        if module is None:
            return
        pairs = only
        if only is None:
            self.scope.renames.update(module.renames)  # ISO_FORTRAN_ENV's names, passed on
            self.scope.uses_environment |= module.uses_environment
        self.scope.assigns |= module.assigns
        if pairs is None:
            pairs = [(n, n) for n in [*module.entities, *module.types]]
            pairs += list((renames or {}).items())
        if pairs is not only:
            pairs += [(n, n) for n in module.functions]
            known = {**module.signatures, **module.procedures, **module.generics}
            pairs += [(n, n) for n in known]
        for local, original in dict.fromkeys(pairs):
            signatures = module.own_signatures(original)
            if signatures:
                self.scope.signatures.setdefault(local, []).extend(signatures)
            if original in module.functions:
                self.scope.functions[local] = module.functions[original]
            if original in module.entities:
                self.scope.entities[local] = module.entities[original]
            if original in module.types:
                self.scope.types[local] = module.types[original]
        for derived in list(module.types.values()):
            self.scope.types.setdefault(derived.name, derived)  # reached through components

    def save(self, code: str) -> None:
        names = [name.strip() for name in code[4:].replace("::", "").split(",") if name.strip()]
        if not names:
            self.scope.saves = True
        for name in names:
            entity = self.scope.entities.get(name)
            if entity is not None:
                entity.is_saved = True

    def declare_procedures(self, code: str) -> None:
        """Names of procedures in INTERFACE and GENERIC, and the intents of dummies."""
        listed = re.match(r"(?:module\s+)?procedure\b\s*(?:::)?\s*(\w[\w\s,]*)$", code)
        if listed and self.scope.kind == "interface" and self.scope.generic and self.scope.parent:
            names = [name.strip() for name in listed.group(1).split(",")]
            self.scope.parent.generics.setdefault(self.scope.generic, []).extend(names)
        elif self.scope.own_type is not None:
            self.scope.own_type.bindings.update(bindings_of(code))
        elif code.startswith("generic"):
            for name, binding in bindings_of(code).items():
                self.scope.generics.setdefault(name, []).extend(binding.targets)
        elif (intent := INTENT.match(code)) is not None:
            for name in split(code[intent.end() :]):
                entity = self.scope.entities.setdefault(name, Entity(name))
                entity.intent = (intent.group(1) or intent.group(2)).replace(" ", "")

    def declare(self, statement: Statement, code: str) -> None:
        try:
            declaration = parse_declaration(statement.text, statement.code)
        except RuleError:
            if "[" not in code:
                return  # nothing of ours
            raise
        if declaration is None:
            self.declare_procedures(code)
            if self.scope.own_type is not None and re.match(r"(procedure|generic|final)\b", code):
                is_pointer = code.startswith("procedure") and "pointer" in code
                self.scope.own_type.has_procedures |= not is_pointer
                self.scope.own_type.assigns |= ASSIGNMENT.match(code) is not None
            return
        self.enter(declaration)

    def enter(self, declaration: Declaration) -> None:
        own_type = self.scope.own_type
        entities = self.scope.entities if own_type is None else own_type.components
        for item in declaration.items:
            name = item.name.lower()
            if declaration.type and name not in entities:
                entities[name] = entity_of(declaration, item)
            elif name in entities:
                declared = entities[name]
                if declaration.type:
                    fresh = entity_of(declaration, item)
                    declared.type, declared.derived = fresh.type, fresh.derived
                update_entity(declared, declaration, item)
            else:
                entities[name] = entity_of(declaration, item)
            entity = entities[name]
            entity.is_dummy |= name in self.scope.arguments
            entity.is_local = self.scope.kind not in ("module", "submodule", "type")
            entity.derived = self.scope.counted_name(entity.derived) or entity.derived
            if entity.is_parameter and (equals := item.rest.lstrip()).startswith("="):
                entity.value = constant(equals[1:], self.scope)
            if shape := shape_of(declaration, item):
                entity.bounds = bounds_of(shape, self.scope)
