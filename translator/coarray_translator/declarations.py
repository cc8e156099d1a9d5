# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads declarations: which names are coarrays, with which cobounds, and which components are
allocated."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .errors import RuleError
from .scopes import Entity
from .text import closing, find, keyword_of, mask, split

TYPE = re.compile(
    r"(integer|real|double\s*precision|double\s*complex|complex|character|logical|byte"
    r"|type\s*(?=\()"
    r"|class\s*(?=\())"
)
ATTRIBUTE = re.compile(
    r"(allocatable|codimension|dimension|pointer|target|asynchronous|volatile|contiguous)\b\s*(::)?"
)


@dataclass
class Item:
    """One name of a declaration: name, (shape), [coshape], the rest."""

    name: str
    shape: str = ""
    coshape: str = ""
    rest: str = ""

    def without_coshape(self) -> str:
        return self.name + (f"({self.shape})" if self.shape else "") + self.rest


@dataclass
class Declaration:
    type: str  # "" for attribute statements
    attributes: list[str]  # as written; of attribute statements the one
    items: list[Item]
    has_colons: bool = True
    coshape: str = ""  # of CODIMENSION[...]
    words: set[str] = field(default_factory=set)  # attributes' names

    @property
    def has_coarrays(self) -> bool:
        return bool(self.coshape) or any(item.coshape for item in self.items)


def parse_item(text: str) -> Item:
    match = re.match(r"\s*(\w+)\s*", text)
    if match is None:
        raise RuleError(f"'{text.strip()[:40]}' is no name to declare")
    item, at, code = Item(match.group(1)), match.end(), mask(text)
    if code[at : at + 1] == "(":
        end = closing(code, at)
        item.shape = text[at + 1 : end]
        at = end + 1
    while code[at : at + 1] == " ":
        at += 1
    if code[at : at + 1] == "[":
        end = closing(code, at)
        item.coshape = text[at + 1 : end]
        at = end + 1
    item.rest = text[at:].rstrip()
    return item


def type_end(code: str, match: re.Match[str]) -> int:
    """Where the type specification ends: past `(8)`, `*8`, `*(*)`."""
    at = match.end()
    while code[at : at + 1] == " ":
        at += 1
    if code[at : at + 1] == "*":
        at += 1
        while code[at : at + 1] == " ":
            at += 1
        length = re.match(r"\d+", code[at:])
        if length:
            return at + length.end()
    if code[at : at + 1] == "(":
        return closing(code, at) + 1
    return at


def parse_typed(text: str, code: str) -> Declaration | None:
    match = TYPE.match(code)
    if match is None:
        return None
    end = type_end(code, match)
    colons = find(code, "::", end)
    rest = code[end:].lstrip()
    if colons < 0 and (not rest or rest[0] not in "abcdefghijklmnopqrstuvwxyz_"):
        return None
    if colons < 0 and (find(code, "=", end) >= 0 or re.match(r"(function|is)\b", rest)):
        return None
    attributes = split(text[end:colons].lstrip().lstrip(",")) if colons >= 0 else []
    names = text[colons + 2 :] if colons >= 0 else text[end:].lstrip().lstrip(",")
    items = [parse_item(item) for item in split(names)]
    return finish(Declaration(text[:end].strip(), attributes, items, colons >= 0))


def finish(declaration: Declaration) -> Declaration:
    for attribute in declaration.attributes:
        code = mask(attribute).strip()
        word = re.match(r"\w+", code)
        if word:
            declaration.words.add(word.group())
        if code.startswith("codimension") and "[" in code:
            start = code.index("[")
            declaration.coshape = attribute.strip()[start + 1 : closing(code, start)]
        if re.match(r"intent\s*\(\s*in\s*\)", code):
            declaration.words.add("intent(in)")
        intent = re.match(r"intent\s*\(\s*(in\s*out|out)\s*\)", code)
        if intent:
            declaration.words.add(re.sub(r"\s", "", intent.group(1)))
    return declaration


def parse_declaration(text: str, code: str) -> Declaration | None:
    """A type declaration, or a statement ALLOCATABLE, CODIMENSION, ...; None for others."""
    declaration = parse_typed(text, code)
    if declaration is not None:
        return declaration
    match = ATTRIBUTE.match(code)
    if match is None:
        return None
    rest = code[match.end() :].lstrip()
    if not rest or rest[0] in "=(%[":
        return None
    items = [parse_item(item) for item in split(text[match.end() :])]
    return finish(Declaration("", [match.group(1)], items, match.group(2) is not None))


def cobounds_of(coshape: str) -> list[tuple[str, str]]:
    bounds = []
    for item in split(coshape):
        at = find(mask(item), ":")
        if at < 0:
            bounds.append(("1", item))
        else:
            bounds.append((item[:at].strip() or "1", item[at + 1 :].strip()))
    return bounds


def shape_of(declaration: Declaration, item: Item) -> str:
    if item.shape:
        return item.shape
    for attribute in declaration.attributes:
        if mask(attribute).strip().startswith("dimension"):
            return (
                attribute[attribute.index("(") + 1 : attribute.rindex(")")]
                if "(" in attribute
                else ""
            )
    return ""


def entity_of(declaration: Declaration, item: Item) -> Entity:
    shape = shape_of(declaration, item)
    entity = Entity(item.name.lower(), declaration.type.lower(), rank=len(split(shape)))
    match = re.match(r"(?:type|class)\s*\(\s*(\w+)", entity.type)
    entity.derived = match.group(1) if match else ""
    update_entity(entity, declaration, item)
    return entity


def update_entity(entity: Entity, declaration: Declaration, item: Item) -> None:
    words = declaration.words
    coshape = item.coshape or declaration.coshape
    if coshape:
        entity.cobounds = cobounds_of(coshape)
        entity.is_deferred = coshape.replace(",", "").replace(":", "").strip() == ""
    shape = shape_of(declaration, item)
    if shape:
        entity.rank = len(split(shape))
        entity.is_assumed_size = shape.rstrip().endswith("*")
    entity.is_allocatable |= "allocatable" in words
    entity.is_pointer |= "pointer" in words
    entity.is_saved |= "save" in words or item.rest.lstrip().startswith("=")
    entity.is_optional |= "optional" in words
    entity.is_input |= "intent(in)" in words
    intents = {"intent(in)": "in", "out": "out", "inout": "inout", "value": "value"}
    entity.intent = next((intents[word] for word in intents if word in words), entity.intent)
    entity.is_parameter |= "parameter" in words
    entity.is_volatile |= "volatile" in words


def parse_list(text: str) -> tuple[list[str], dict[str, str]]:
    """Positional arguments, and those with keywords."""
    positional, named = [], {}
    for item in split(text):
        name, value = keyword_of(item)
        if name:
            named[name] = value
        else:
            positional.append(value)
    return positional, named
