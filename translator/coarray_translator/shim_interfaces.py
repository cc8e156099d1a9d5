# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the calls of shim_table.py as interfaces in Fortran, and as prototypes in C.

    python3 -m coarray_translator.shim_interfaces [--check]

writes frontends/translated/shim_calls.h, or says whether it is as the table has it.
"""

from __future__ import annotations

import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from .shim_table import GROUPS, TABLE

HEADER = Path(__file__).resolve().parents[2] / "frontends/translated/shim_calls.h"
FORTRAN_COLUMNS = 92
C_COLUMNS = 100


@dataclass(frozen=True)
class Kind:
    """How an argument is declared in both languages."""

    fortran: str
    c: str
    dimensions: str = ""
    is_value: bool = False


KINDS = {
    "int": Kind("integer(c_int)", "int32_t", is_value=True),
    "long": Kind("integer(c_int64_t)", "int64_t", is_value=True),
    "ints": Kind("integer(c_int)", "int32_t*", "(*)"),
    "longs2": Kind("integer(c_int64_t)", "int64_t*", "(2)"),
    "longs3": Kind("integer(c_int64_t)", "int64_t*", "(3)"),
    "text": Kind("character(kind=c_char, len=*)", "CFI_cdesc_t*"),
    "any": Kind("type(*)", "CFI_cdesc_t*", "(..)"),
    "word": Kind("type(*)", "void*"),
    "words": Kind("type(*)", "void*", "(*)"),
    "team": Kind("type(arauto_team_type)", "int64_t*"),
    "description": Kind("type(arauto_description)", "Description*"),
}
MARKS = {"out", "target"}
RESULTS = {
    "int": ("integer(c_int)", "int32_t"),
    "long": ("integer(c_int64_t)", "int64_t"),
    "pointer": ("type(c_ptr)", "void*"),
    "description": ("type(arauto_description)", "Description"),
}
IMPORTED = ("arauto_description", "arauto_team_type", "c_char", "c_int64_t", "c_int", "c_ptr")


@dataclass(frozen=True)
class Argument:
    name: str
    kind: Kind
    is_optional: bool
    is_changed: bool
    is_target: bool

    @property
    def fortran(self) -> str:
        if self.kind.is_value and not self.is_optional:
            return f"{self.kind.fortran}, value :: {self.name}"
        words = [self.kind.fortran, f"intent({'inout' if self.is_changed else 'in'})"]
        words += ["target"] * self.is_target + ["optional"] * self.is_optional
        return f"{', '.join(words)} :: {self.name}{self.kind.dimensions}"

    @property
    def c(self) -> str:
        kind = self.kind.c
        if self.kind.is_value and self.is_optional:
            kind += "*"
        is_constant = kind.endswith("*") and not self.is_changed and "CFI" not in kind
        return f"{'const ' if is_constant else ''}{kind} {self.name}"


@dataclass(frozen=True)
class Call:
    name: str
    symbol: str
    is_pure: bool
    arguments: tuple[Argument, ...]
    result: str  # a key of RESULTS; empty: a subroutine

    @property
    def fortran(self) -> str:
        word = "function" if self.result else "subroutine"
        names = ", ".join(argument.name for argument in self.arguments)
        head = f"{'pure ' if self.is_pure else ''}{word} {self.name}({names})"
        bind = f'bind(c, name="{self.symbol}")'
        joint = " " if len(f"    {head} {bind}") <= FORTRAN_COLUMNS else " &\n      "
        lines = [argument.fortran for argument in self.arguments]
        if self.result:
            lines.append(f"{RESULTS[self.result][0]} :: {self.name}")
        used = re.findall(r"\w+", " ".join(lines))
        imported = [name for name in IMPORTED if name in used]
        lines = [f"import :: {', '.join(imported)}"] * bool(imported) + lines
        body = "".join(f"      {line}\n" for line in lines)
        return f"    {head}{joint}{bind}\n{body}    end {word}\n"

    @property
    def c(self) -> str:
        result = RESULTS[self.result][1] if self.result else "void"
        arguments = ", ".join(argument.c for argument in self.arguments) or "void"
        line = f"{result} {self.symbol}({arguments});"
        return textwrap.fill(line, C_COLUMNS, subsequent_indent="    ") + "\n"


def read_argument(text: str) -> Argument:
    name, _, rest = text.strip().partition(" ")
    kind, *marks = rest.split(":")
    if kind.rstrip("?") not in KINDS or not set(marks) <= MARKS:
        raise ValueError(f"shim_table.py: '{rest}' of the argument '{name}' is no kind")
    return Argument(
        name, KINDS[kind.rstrip("?")], kind.endswith("?"), "out" in marks, "target" in marks
    )


def read_call(line: str) -> Call:
    for group, words in GROUPS.items():
        line = line.replace(f"{{{group}}}", words)
    found = re.fullmatch(r"(pure )?(\w+)\((.*)\)(?: -> (\w+))?(?: = (\w+))?", line)
    if not found:
        raise ValueError(f"shim_table.py: this is no call: {line}")
    pure, name, arguments, result, symbol = found.groups()
    if result and result not in RESULTS:
        raise ValueError(f"shim_table.py: '{result}' of {name} is no kind of result")
    short = re.sub(r"^(arauto|shim)_", "", name)
    return Call(
        name,
        symbol or f"arauto_shim_{short}",
        bool(pure),
        tuple(read_argument(word) for word in arguments.split(",") if word),
        result or "",
    )


def read_table(table: str = TABLE) -> list[Call]:
    joined = re.sub(r"\n +", " ", table)
    return [read_call(line) for line in joined.splitlines() if line and not line.startswith("#")]


def interfaces() -> str:
    """The interface bodies, for the module."""
    return "".join(call.fortran for call in read_table())


def prototypes() -> str:
    """The C header: functions of the shims."""
    shims = [call for call in read_table() if call.symbol.startswith("arauto_shim_")]
    return (
        "/* SPDX-FileCopyrightText: the Arauto authors\n"
        " * SPDX-License-Identifier: BSD-3-Clause\n"
        " * The functions of the files shim*.c, as the module `arauto_translated` calls them.\n"
        " * `make bindings` writes it from translator/coarray_translator/shim_table.py.\n"
        " */\n"
        "/* clang-format off */\n"
        "#pragma once\n\n"
        '#include "shim_described.h"\n\n' + "".join(call.c for call in shims)
    )


def main(words: list[str]) -> int:
    text = prototypes()
    if words == ["--check"]:
        if HEADER.read_text() == text:
            return 0
        print(f"{HEADER.name} is not as shim_table.py has it; run make bindings")
        return 1
    HEADER.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
