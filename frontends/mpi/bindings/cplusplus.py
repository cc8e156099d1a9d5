# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C and C++ files of the bindings, for generate.py."""

from __future__ import annotations

import re

from table import Call, Table, TableError
from text import fill, head, parameters, prototype, symbol

USING = "using namespace arauto::mpi;\n"


def header(text: str, table: Table) -> str:
    """The header with the table's prototypes; its other text stays as it is."""
    calls = {call.name: call for call in table.in_c()}

    def written(found: re.Match[str]) -> str:
        if found.group(1) not in calls:
            raise TableError(f"{found.group(1)} is in a header, but not in calls.txt")
        return prototype(calls[found.group(1)], "MPIX_API int")

    return re.sub(r"MPIX_API int\s+(\w+)\([^;]*\);", written, text)


def behind_fortran(call: Call, module: str) -> str:
    name, kinds = symbol(call, module), call.kinds(module)
    behind = [f"{kind.behind} {each}" for each, kind in kinds.items()]
    passed = [kind.passed.format(each) for each, kind in kinds.items()]
    lines = [
        fill(f"ARAUTO_MPI_EXPORT void {name}(", [*behind, "int* ierror"], ") {"),
        *(f"    {kind.before}" for kind in kinds.values() if kind.before),
        fill(f"    set_ierror(ierror, {call.name}(", passed, "));"),
        *(f"    {kind.after.format(each)}" for each, kind in kinds.items() if kind.after),
        "}",
    ]
    if module == "mpi":
        lines.append(f"ARAUTO_IMPLICIT({call.name.lower()})")
    if module == "mpi" and not call.has("STATUS_OUT"):
        lines.append(f"ARAUTO_F08({call.name.lower()})")
    return "\n".join([*lines, ""])


def number(name: str) -> str:
    return f"""\
ARAUTO_MPI_EXPORT int arauto_{name.lower()}() {{
    return {name};
}}
ARAUTO_IMPLICIT({name.lower()})
"""


def fortran_calls(table: Table) -> str:
    functions = [
        *(behind_fortran(call, "mpi") for call in table.in_c()),
        *(behind_fortran(call, "f08") for call in table.in_c() if call.has("STATUS_OUT")),
        *(number(name) for name in table.numbers),
    ]
    about = """The functions that the Fortran modules call. They get handles as Fortran's integers,
        and all arguments by reference."""
    return f"""{head("//", about)}#include "fortran_calls.hpp"

#include "arauto/mpix.h"

{USING}
""" + "\n".join(functions)  # fmt: skip


def description(call: Call) -> list[str]:
    """The operation as a Transfer or a Combination, of rma.hpp and accumulate.hpp."""
    origin = "{origin_addr, origin_count, origin_datatype}"
    target = "{target_rank, target_disp, target_count, target_datatype}"
    if not call.has("OP"):
        direction = "put" if call.has("BUFFER_IN") else "get"
        return [f"{{Direction::{direction}", origin, target, f'"{call.name}"}}']
    has_result = "result_addr" in call.arguments
    result = "{result_addr, result_count, result_datatype}" if has_result else "{}"
    return [
        f"{{.origin = {origin}",
        f".result = {result}",
        f".goal = {target}",
        ".op = op",
        f".wants_result = {str(has_result).lower()}",
        f'.call = "{call.name}"}}',
    ]


def notified(call: Call) -> str:
    """A notified operation; its arguments decide which function of notify_move.hpp it calls."""
    verb = "accumulate" if call.has("OP") else "move"
    index, how = ("notify_idx", "counted") if call.has("INDEX") else ("tag", "tagged")
    request = ["request"] if call.has("REQUEST_OUT") else []
    passed = ["win", *description(call), index, *request]
    return f"""\
{fill(f"int {call.name}(", parameters(call), ") {")}
{fill(f"    return {'r' if request else ''}{verb}_{how}(", passed, ");")}
}}
"""


def operations(table: Table) -> str:
    calls = [*table.operations, *(call.large() for call in table.operations)]
    about = """The notified operations of arauto/mpix.h. Those with large counts do not need the
        MPI's own calls with large counts."""
    functions = "\n".join(notified(call) for call in calls)
    return f"""{head("//", about)}#include "notify_move.hpp"

#include "arauto/mpix.h"

{USING}
extern "C" {{

{functions}
}} // extern "C"
"""


def large_count(small: Call) -> str:
    call, name = small.large(), small.name.removeprefix("MPI_")
    request = ["request"] if call.has("REQUEST_OUT") else []
    verb = "accumulate" if call.has("OP") else "move" if request else "move_checked"
    passed = ["*window", *description(call), *request]
    counts = [name for name, kind in call.arguments.items() if kind == "COUNT"]
    narrowed = [f"as_int({name})" if name in counts else name for name in call.arguments]
    return f"""\
{fill(f"ARAUTO_MPI_EXPORT int {call.name}(", parameters(call), ") {")}
    if (Window* const window = find_window(win); window != nullptr) {{
{fill(f"        return {verb}{'_with_request' if request else ''}(", passed, ");")}
    }}
    auto* const function = native<decltype({call.name})>("P{call.name}");
    if (function != nullptr) {{
{fill("        return function(", list(call.arguments), ");")}
    }}
    if (!fit({", ".join(counts)})) {{
        return too_large(win);
    }}
{fill(f"    return real().{name}(", narrowed, ");")}
}}
ARAUTO_MPI_BOTH({name}_c)
"""


def large_counts(table: Table) -> str:
    about = head("//", "The operations of MPI-4 with large counts; see large_count.hpp.")
    functions = "\n".join(large_count(call) for call in table.large)
    return f'{about}#include "large_count.hpp"\n\n{USING}\n{functions}'


def large_prototypes(table: Table) -> str:
    about = head("//", "Prototypes of MPI-4 for mpi.hpp, where mpi.h is older.")
    return about + "".join(f"{prototype(call.large())}\n" for call in table.large)


def interposed(table: Table) -> str:
    def macro(name: str, names: list[str]) -> str:
        each = [f"    X({name.removeprefix('MPI_')})" for name in names]
        return " \\\n".join([f"#define {name}(X)", *each])

    return f"""{head("//", "The functions of the MPI that real.hpp finds.")}
/// Functions that this library defines too.
{macro("ARAUTO_MPI_DEFINED", table.interposed)}

/// Functions that this library only calls.
{macro("ARAUTO_MPI_CALLED", table.called)}
"""
