# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The summary of a module for other files: a JSON file beside the compiler's own module file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from .errors import RuleError
from .scopes import DerivedType, Entity, Scope
from .signatures import Binding

VERSION = 3
SUFFIX = ".coarrays"


def write_summary(module: Scope, folder: Path) -> Path:
    content = {
        "version": VERSION,
        "module": module.name,
        "renames": module.renames,
        "environment": module.uses_environment,
        "assigns": module.assigns,
        "entities": {name: asdict(entity) for name, entity in module.entities.items()},
        "types": {name: asdict(derived) for name, derived in module.types.items()},
        "interfaces": {
            name: {
                "entities": {n: asdict(e) for n, e in scope.entities.items()},
                "pure": scope.is_pure,
            }
            for name, scope in module.interfaces.items()
        },
        "functions": {
            name: {
                "rank": scope.rank,
                "elemental": scope.is_elemental,
                "derived": scope.result_type,
            }
            for name, scope in module.functions.items()
        },
        "signatures": {
            name: module.own_signatures(name)
            for name in sorted({*module.signatures, *module.procedures, *module.generics})
        },
    }
    path = folder / (module.name + SUFFIX)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


def entity_from(content: dict[str, object]) -> Entity:
    entity = Entity(**content)  # type: ignore[arg-type]
    if entity.cobounds is not None:
        entity.cobounds = [(low, high) for low, high in entity.cobounds]
    entity.bounds = [(low, high) for low, high in entity.bounds]
    return entity


def read_summary(path: Path) -> Scope:
    """
    Raises
    ------
    RuleError
        when the file is no summary of this version
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != VERSION:
            raise RuleError(f"the summary {path} is of version {content['version']}, not {VERSION}")
        scope = Scope("module", content["module"])
        scope.renames = dict(content["renames"])
        scope.uses_environment = bool(content["environment"])
        scope.signatures = {name: known or [] for name, known in content["signatures"].items()}
        scope.assigns = bool(content.get("assigns"))
        for name, entity in content["entities"].items():
            scope.entities[name] = entity_from(entity)
        for name, derived in content["types"].items():
            components = {n: entity_from(e) for n, e in derived.pop("components").items()}
            bindings = {n: Binding(**b) for n, b in derived.pop("bindings").items()}
            scope.types[name] = DerivedType(components=components, bindings=bindings, **derived)
        for name, interface in content["interfaces"].items():
            body = Scope("subroutine", name, is_pure=interface["pure"])
            body.entities = {n: entity_from(e) for n, e in interface["entities"].items()}
            scope.interfaces[name] = body
        for name, function in content.get("functions", {}).items():
            body = Scope("function", name, is_elemental=function["elemental"], result=name)
            body.entities[name] = Entity(
                name, rank=function["rank"], derived=function.get("derived", "")
            )
            scope.functions[name] = body
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise RuleError(
            f"the module summary {path} cannot be read ({fault}); translate the module again"
        ) from None
    return scope


def find_summary(name: str, folders: list[Path]) -> Path | None:
    return next((f / (name + SUFFIX) for f in folders if (f / (name + SUFFIX)).exists()), None)
