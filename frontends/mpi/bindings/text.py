# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Text fragments that several of the generated files share, for generate.py."""

from __future__ import annotations

import textwrap

from table import Call

WIDTH = 100


def head(comment: str, about: str) -> str:
    """The first lines of a file. `about` says what the file is for; lines are broken here."""
    lines = [
        "SPDX-FileCopyrightText: the Arauto authors",
        "SPDX-License-Identifier: BSD-3-Clause",
        "Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.",
        *textwrap.wrap(" ".join(about.split()), WIDTH - 3),
    ]
    return "".join(f"{comment} {line}\n" for line in lines)


def fill(begin: str, items: list[str], end: str, more: str = "") -> str:
    """A list with commas, broken into lines that end in `more`."""
    lines, line = [], begin
    indent = " " * (len(begin) - len(begin.lstrip()) + 4)
    for item in [*(f"{item}, " for item in items[:-1]), items[-1] + end]:
        if len((line + item).rstrip() + more) > WIDTH:
            lines.append(line.rstrip() + more)
            line = indent
        line += item
    return "\n".join([*lines, line])


def symbol(call: Call, module: str) -> str:
    """The entry point behind an interface. Both modules share one, unless it has a status."""
    return f"arauto_{call.name.lower()}{'_f08' if module == 'f08' else ''}"


def parameters(call: Call) -> list[str]:
    """The parameters of the C function."""
    return [f"{kind.c} {name}" for name, kind in call.kinds().items()]


def prototype(call: Call, start: str = "int") -> str:
    """As clang-format lays it out."""
    each = parameters(call)
    for begin in (f"{start} {call.name}(", f"{start}\n{call.name}("):
        text = f"{begin}{', '.join(each)});"
        if max(map(len, text.splitlines())) <= WIDTH:
            return text
    begin = f"{start} {call.name}("
    return begin + f",\n{' ' * len(begin)}".join(each) + ");"


def declarations(call: Call, module: str, indent: str) -> list[str]:
    """The declarations of the arguments in Fortran, one for each type."""
    names: dict[str, list[str]] = {}
    for name, kind in call.kinds(module).items():
        names.setdefault(getattr(kind, module), []).append(name)
    code = f"integer(c_int){', optional' if module == 'f08' else ''}, intent(out)"
    names.setdefault(code, []).append("ierror")
    unchecked = [name for name, kind in call.arguments.items() if kind.startswith("BUFFER")]
    return [
        *(f"{indent}!GCC$ attributes no_arg_check :: {name}" for name in unchecked),
        *(fill(f"{indent}{type_} :: ", each, "", " &") for type_, each in names.items()),
    ]
