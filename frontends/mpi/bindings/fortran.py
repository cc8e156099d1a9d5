# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the Fortran modules of the bindings, for generate.py. They contain only interfaces: the
procedures are in fortran_calls.cpp."""

from __future__ import annotations

import re

from table import Call, Table
from text import declarations, fill, head, symbol

ABOUT_MPI = """
Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi` or
mpif.h. The module has interfaces alone, so that compiling it yields only a module file. Compile it
with the MPI's wrapper, like the program. The same procedures can be called without the module, by
implicit interface, like those of mpif.h. For `use mpi_f08` there is arauto_mpix_f08. Buffers must
be contiguous; MPI_BOTTOM is not supported. Names that end in _c take counts of 64 bits. The last
functions return numbers that the MPI chooses when it starts.
"""
ABOUT_F08 = """
Notified communication (arauto/mpix.h) and nonblocking epochs for programs with `use mpi_f08`: the
names of arauto_mpix with the handles of mpi_f08, an optional ierror, and counts of either width
under one name. The module has interfaces alone and does not need arauto_mpix. Compile it with the
MPI's wrapper, like the program. Buffers must be contiguous.
"""


def interface(call: Call, name: str, module: str) -> str:
    body = "\n".join(declarations(call, module, indent="      "))
    return f"""\
{fill(f"    subroutine {name}(", [*call.arguments, "ierror"], ") &", " &")}
        bind(c, name="{symbol(call, module)}")
      import
{body}
    end subroutine {name}
"""


def functions(numbers: list[str]) -> str:
    return "\n".join(
        f"""\
    function {name}() bind(c, name="arauto_{name.lower()}")
      import
      integer(c_int) :: {name}
    end function {name}
"""
        for name in numbers
    )


def generic(call: Call, forms: list[Call]) -> str:
    """Both widths of counts under one name. The procedures have names of their own, because a
    program that also uses arauto_mpix has procedures of the same name with other arguments."""
    written = "\n".join(interface(form, f"{form.name}_f08", "f08") for form in forms)
    return f"  interface {call.name}\n{written}  end interface {call.name}\n"


def public(calls: list[Call], numbers: list[str]) -> str:
    return fill("  public :: ", [*(call.name for call in calls), *numbers], "", " &")


def module_mpi(table: Table) -> str:
    interfaces = "\n".join(interface(call, call.name, "mpi") for call in table.in_c())
    return f"""{head("!", ABOUT_MPI)}module arauto_mpix
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

{public(table.in_c(), table.numbers)}

  interface
{interfaces}
{functions(table.numbers)}  end interface
end module arauto_mpix
"""


def module_f08(table: Table) -> str:
    calls = table.operations + table.calls
    types = [kind.f08 for call in calls for kind in call.kinds("f08").values()]
    types = sorted({word for type_ in types for word in re.findall(r"type\((MPI_\w+)\)", type_)})
    generics = [
        *(generic(call, [call, call.large()]) for call in table.operations),
        *(generic(call, [call]) for call in table.calls),
    ]
    return f"""{head("!", ABOUT_F08)}module arauto_mpix_f08
{fill("  use mpi_f08, only: ", types, "", " &")}
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t
  implicit none (type, external)
  private

{public(calls, table.numbers)}

{chr(10).join(generics)}
  interface
{functions(table.numbers)}  end interface
end module arauto_mpix_f08
"""
