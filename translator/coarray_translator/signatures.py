# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which dummies a procedure has, as far as its interface is known here: a generic name has several
procedures, a binding of a type has the one or more that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .text import split

# The name and the intent of each dummy; an intent is "in", "out", "inout", "value" or "".
Dummies = list[list[str]]

BINDING = re.compile(r"procedure\s*(?:\(\s*(\w*)\s*\))?\s*(?:(,[^:]*)?::)?\s*(\w.*)$")
GENERIC = re.compile(r"generic\s*(?:,[^:]*)?::\s*(\w+)\s*=>\s*(.*)$")
INTENT = re.compile(r"(?:intent\s*\(\s*(in\s*out|in|out)\s*\)|(value)\b)\s*(?:::)?\s*(?=[a-z])")
PASS = re.compile(r"\bpass\s*\(\s*(\w+)\s*\)")


@dataclass
class Binding:
    """The procedures that a type calls by a name. `procedures` lists the dummies of each, after the
    passed object; `objects` lists the intents of that object, "-" where none is passed."""

    targets: list[str]
    passed: str = ""  # the name of its dummy, where that is not the first; "-" for NOPASS
    is_generic: bool = False  # the targets are bindings
    is_pointer: bool = False
    procedures: list[Dummies] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)


def bindings_of(code: str) -> dict[str, Binding]:
    """The bindings of a statement after CONTAINS in a type, or of a procedure pointer component."""
    generic = GENERIC.match(code)
    if generic is not None:
        names = [name.strip() for name in generic.group(2).split(",")]
        return {generic.group(1): Binding(names, is_generic=True)}
    match = BINDING.match(code)
    if match is None:
        return {}
    interface, attributes, names = match.group(1), match.group(2) or "", match.group(3)
    found = {}
    for item in split(names):
        name, _, target = (word.strip() for word in item.partition("=>"))
        binding = Binding([interface or target or name])
        binding.is_pointer = re.search(r"\bpointer\b", attributes) is not None
        passed = PASS.search(attributes)
        no_pass = re.search(r"\bnopass\b", attributes) is not None
        binding.passed = "-" if no_pass else passed.group(1) if passed else ""
        found[name] = binding
    return found


def resolve(binding: Binding, dummies_of: list[Dummies]) -> None:
    """Enters what the targets' procedures have."""
    for dummies in dummies_of:
        at = next((i for i, dummy in enumerate(dummies) if dummy[0] == binding.passed), 0)
        if binding.passed == "-" or not dummies:
            binding.procedures.append(dummies)
            binding.objects.append("-")
        else:
            binding.procedures.append(dummies[:at] + dummies[at + 1 :])
            binding.objects.append(dummies[at][1])


def intent_of(procedures: list[Dummies], position: int, keyword: str) -> str:
    """`in`, `inout` for what is defined, or "" where that is not certain."""
    found = []
    for dummies in procedures:
        if keyword:
            found += [intent for name, intent in dummies if name == keyword]
        elif position < len(dummies):
            found.append(dummies[position][1])
    return common(found)


def common(intents: list[str]) -> str:
    if intents and all(intent in ("in", "value", "-") for intent in intents):
        return "in"
    return "inout" if intents and all(intent in ("out", "inout") for intent in intents) else ""
