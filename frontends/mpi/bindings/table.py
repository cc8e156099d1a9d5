# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads calls.txt, for generate.py, and maps its kinds of arguments to the types of each
language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


class TableError(Exception):
    """A fault in the table or in a header; its text is one sentence."""


@dataclass(frozen=True)
class Kind:
    """The types of an argument of this kind in each language; {} stands for its name."""

    meaning: str
    c: str  # type in C
    mpi: str  # type in Fortran with `use mpi`
    f08: str  # type in Fortran with `use mpi_f08`
    behind: str  # type in the C++ function that Fortran calls
    passed: str  # the expression that this function passes to C's
    before: str = ""  # statements before the call of C's function, and after it
    after: str = ""


def number(meaning: str, c: str = "int", kind: str = "c_int") -> Kind:
    fortran = f"integer({kind}), intent(in)"
    return Kind(meaning, c, fortran, fortran, f"const {c}*", "*{}")


def number_out(meaning: str, c: str = "int", kind: str = "c_int") -> Kind:
    fortran = f"integer({kind}), intent(out)"
    return Kind(meaning, f"{c}*", fortran, fortran, f"{c}*", "{}")


def handle(meaning: str, c: str, prefix: str) -> Kind:
    mpi, f08 = "integer(c_int), intent(in)", f"type({c}), intent(in)"
    return Kind(meaning, c, mpi, f08, "const MPI_Fint*", f"real().{prefix}_f2c(*{{}})")


def buffer(meaning: str, c: str) -> Kind:
    fortran = "type(*), dimension(*)"
    return Kind(meaning, c, fortran, fortran, "void*", "{}")


LARGE = ("MPI_Count", "c_int64_t")
KINDS = {
    "ASSERTION": number("assertions on the epoch, or 0"),
    "BUFFER_IN": buffer("memory of the caller that is read", "const void*"),
    "BUFFER_OUT": buffer("memory of the caller that is written", "void*"),
    "COUNT": number("number of elements"),
    "DATATYPE": handle("type of the elements", "MPI_Datatype", "Type"),
    "DISPLACEMENT": number(
        "offset in the target's part of the window, in its displacement units",
        "MPI_Aint",
        "c_intptr_t",
    ),
    "FLAG_OUT": Kind(
        "whether there is one",
        "int*", "logical, intent(out)", "logical, intent(out)", "int*", "{}",
    ),
    "GROUP": handle("group of the processes at the other end", "MPI_Group", "Group"),
    "INDEX": number("number of the counter; the first is 0"),
    "INFO": handle("hints, or MPI_INFO_NULL", "MPI_Info", "Info"),
    "LOCK_TYPE": number("MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED"),
    "NUMBER": number("how many"),
    "NUMBER_OUT": number_out("how many"),
    "OP": handle("operation that combines the elements", "MPI_Op", "Op"),
    "RANK": number("rank in the group of the window"),
    "REQUEST_OUT": Kind(
        "request for the completion", "MPI_Request*",
        "integer(c_int), intent(out)", "type(MPI_Request), intent(out)", "MPI_Fint*", "&c_request",
        "MPI_Request c_request = MPI_REQUEST_NULL;", "*{} = real().Request_c2f(c_request);",
    ),
    "STATUS_OUT": Kind(
        "source, tag and bytes of the notification", "MPI_Status*",
        "integer(c_int), intent(out), dimension(*)", "type(MPI_Status)", "MPI_Fint*", "&c_status",
        "MPI_Status c_status{};", "set_status({}, *flag, c_status);",
    ),
    "TAG": number("tag of the notification"),
    "VALUE": number("value of a counter", *LARGE),
    "VALUE_OUT": number_out("value of a counter", *LARGE),
    "WINDOW": handle("window", "MPI_Win", "Win"),
}  # fmt: skip
LARGE_COUNT = number("number of elements", *LARGE)
# With `use mpi_f08` a status is the same as in C.
STATUS_F08 = Kind("", "MPI_Status*", "", "type(MPI_Status)", "MPI_Status*", "{}")


@dataclass
class Call:
    name: str
    arguments: dict[str, str]  # kinds by names
    does: str = ""
    is_large: bool = False

    def kinds(self, module: str = "") -> dict[str, Kind]:
        other = {"COUNT": LARGE_COUNT} if self.is_large else {}
        if module == "f08":
            other["STATUS_OUT"] = STATUS_F08
        return {name: other.get(kind, KINDS[kind]) for name, kind in self.arguments.items()}

    def large(self) -> Call:
        return Call(f"{self.name}_c", self.arguments, self.does, True)

    def has(self, kind: str) -> bool:
        return kind in self.arguments.values()


@dataclass
class Table:
    groups: dict[str, dict[str, str]] = field(default_factory=dict)
    operations: list[Call] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    large: list[Call] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    interposed: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)

    def in_c(self) -> list[Call]:
        """The calls of our headers, in all forms."""
        return [*self.operations, *(call.large() for call in self.operations), *self.calls]


def parse_arguments(words: str, groups: dict[str, dict[str, str]]) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for word in words.split():
        name, colon, kind = word.partition(":")
        if not colon and name not in groups:
            raise TableError(f"there is no group '{name}'")
        if colon and kind not in KINDS:
            raise TableError(f"there is no kind '{kind}' of '{name}', only {', '.join(KINDS)}")
        for added, its_kind in ({name: kind} if colon else groups[name]).items():
            if added in arguments:
                raise TableError(f"the argument '{added}' occurs twice")
            arguments[added] = its_kind
    return arguments


def add_line(table: Table, section: str, line: str) -> None:
    """Adds a group, some names, a call, or the description of the call before."""
    if section == "groups":
        name, equals, arguments = line.partition("=")
        if not equals:
            raise TableError("a group is `name = arguments`")
        table.groups[name.strip()] = parse_arguments(arguments, table.groups)
    elif section in ("numbers", "interposed", "called"):
        getattr(table, section).extend(line.split())
    elif section in ("operations", "calls", "large"):
        calls = getattr(table, section)
        match = re.fullmatch(r"(\w+)\((.*)\)", line)
        if line.startswith(" ") and calls:
            calls[-1].does = line.strip()
        elif match is None:
            raise TableError("a call is `name(arguments)`")
        elif any(call.name == match.group(1) for call in calls):
            raise TableError(f"{match.group(1)} occurs twice")
        else:
            calls.append(Call(match.group(1), parse_arguments(match.group(2), table.groups)))
    else:
        raise TableError(f"there is no section [{section}]")


def parse(text: str) -> Table:
    table, section = Table(), ""
    for at, line in enumerate(text.splitlines(), 1):
        try:
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith("#"):
                add_line(table, section, line)
        except TableError as error:
            raise TableError(f"calls.txt:{at}: {error}") from None
    for call in table.operations + table.calls:
        if not call.does:
            raise TableError(f"calls.txt: below {call.name} is no line that says what it does")
    return table
