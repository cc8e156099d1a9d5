# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual pages of the bindings, for generate.py. The arguments of a call come from the
table, its description from the comment above its prototype in the header."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from table import Call, Table, TableError
from text import declarations, fill, prototype

COMMENT = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\n((?:MPIX_API int\s+\w+\([^;]*;\n)+)", re.S)

NAMES_OF_MPI = {
    "(c_int64_t)": "(MPI_COUNT_KIND)",
    "(c_intptr_t)": "(MPI_ADDRESS_KIND)",
    "integer(c_int)": "integer",
}


@dataclass
class Declared:
    header: str
    comment: str


def comments(headers: dict[str, str]) -> dict[str, Declared]:
    """The comments by the names of calls. Consecutive prototypes share the comment above them."""
    found: dict[str, Declared] = {}
    for header, text in headers.items():
        for comment, prototypes in COMMENT.findall(text):
            words = " ".join(line.strip(" *") for line in comment.splitlines()).strip()
            for name in re.findall(r"MPIX_API int\s+(\w+)\(", prototypes):
                found[name] = Declared(header, words)
    return found


def roff(text: str) -> str:
    text = re.sub(r"`([^`]*)`", r"\\fI\1\\fP", text.replace("\\", "\\e"))
    return "\n".join(re.sub(r"^([.'])", r"\\&\1", line) for line in textwrap.wrap(text, 90))


def specialised(comment: str, name: str) -> str:
    """The comment that all calls with a notification share, for the page of one of them."""
    plain = re.sub(r"^MPIX_(\w+)_notify$", r"MPI_\1", name)
    reads_only = plain in ("MPI_Get", "MPI_Rget")
    done = "has been read there" if reads_only else "is in place there"
    for old, new in (
        ("is in place there, or for a get has been read there", done),
        ("what the MPI call of that name does", f"what {plain} does"),
        ("the MPI call of that name", plain),
    ):
        comment = comment.replace(old, new)
    return comment


def page(call: Call, forms: list[Call], declared: Declared) -> str:
    said, *rest = re.split(r"@(?=error|param)", specialised(declared.comment, call.name))
    arguments = {name: kind.meaning for name, kind in call.kinds().items()}
    errors = ""
    for part in rest:
        word, text = part.strip().split(None, 1)
        if word == "param":
            name, more = text.split(None, 1)
            arguments[name] += f": {more}"
        else:
            errors = f".SH ERRORS\n{roff(text)}\n"
    prototypes = "\n\n".join(prototype(form) for form in forms)
    fortran = fill(f"call {call.name}(", [*call.arguments, "ierror"], ")", " &")
    lines = declarations(call, "f08", indent="  ")
    types = "\n".join(line for line in lines if "!GCC" not in line)
    for ours, theirs in NAMES_OF_MPI.items():
        types = types.replace(ours, theirs)
    listed = "\n".join(f".TP\n.I {name}\n{roff(text)}" for name, text in arguments.items())
    return f"""\
.\\" Generated from calls.txt and {declared.header}; `make bindings`.
.TH {call.name} 3 "" "Arauto" "Arauto for MPI programs"
.SH NAME
{", ".join(form.name for form in forms)} \\- {call.does}
.SH SYNOPSIS
.nf
#include <{declared.header}>

{prototypes}

use arauto_mpix_f08

{fortran}
{types}
.fi
.SH ARGUMENTS
{listed}
.SH DESCRIPTION
{roff(said)}
{errors}"""


def pages(table: Table, headers: dict[str, str]) -> dict[str, str]:
    """The text of the pages by the names of calls."""
    found, written = comments(headers), {}
    for call in table.operations + table.calls:
        if call.name not in found:
            raise TableError(f"{call.name} is in calls.txt, but in no header with a comment")
        forms = [call, call.large()] if call in table.operations else [call]
        written[call.name] = page(call, forms, found[call.name])
        written |= {form.name: f".so man3/{call.name}.3\n" for form in forms[1:]}
    return written
