# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of module `arauto_translated` for objects that cannot be arguments of type(*):
polymorphic ones, and those of types with bound or final procedures. Fortran code describes them,
element by element, because compilers differ in how they pass class(*)."""

from __future__ import annotations

RANKS = range(8)

TYPES = """\
  type, bind(c) :: arauto_description
    integer(c_int64_t) :: base, bytes, rank
    integer(c_int64_t) :: extent(7), stride(7)
  end type
"""


def describer(name: str, intent: str, rank: int) -> str:
    """A function that describes its argument. The distance between elements is found from their
    addresses."""
    first = ["1"] * rank
    dimensions = f"({', '.join(':' * rank)})" if rank else ""
    lines = [
        f"  {'pure ' if intent == 'in' else ''}function {name}_{rank}(a) result(d)",
        f"    class(*), intent({intent}), target :: a{dimensions}",
        "    type(arauto_description) :: d",
        "    d%extent = 0",
        "    d%stride = 0",
        "    d%base = 0",
        "    d%bytes = storage_size(a)/8",
        f"    d%rank = {rank}",
    ]
    if rank == 0:
        lines.append("    d%base = address_of(a)")
    else:
        lines += [
            f"    d%extent(1:{rank}) = shape(a)",
            "    if (size(a) == 0) return",
            f"    d%base = address_of(a({', '.join(first)}))",
        ]
    for i in range(rank):
        second = ["2" if i == j else "1" for j in range(rank)]
        there = f"address_of(a({', '.join(second)}))"
        lines.append(f"    if (size(a, {i + 1}) > 1) d%stride({i + 1}) = {there} - d%base")
    return "\n".join([*lines, "  end function"]) + "\n"


PARTS = """\
  function arauto_bytes(d) result(bytes)
    type(arauto_description), intent(in) :: d
    integer(1), allocatable :: bytes(:)
    integer(1), pointer :: there(:)
    type(c_ptr) :: address
    address = transfer(d%base, address)
    call arauto_c_f_pointer(address, there, [d%bytes*product(d%extent(1:d%rank))])
    bytes = there
  end function
  function arauto_differs(before, d) result(differs)
    integer(1), intent(in) :: before(:)
    type(arauto_description), intent(in) :: d
    logical :: differs
    differs = any(before /= arauto_bytes(d))
  end function
  pure function arauto_parts(elements, one) result(d)
    type(arauto_description), intent(in) :: elements, one
    type(arauto_description) :: d
    d = elements
    d%base = one%base
    d%bytes = one%bytes
  end function
"""


def describers() -> str:
    return PARTS + "".join(
        describer(name, intent, rank)
        for name, intent in (("any", "inout"), ("any_in", "in"))
        for rank in RANKS
    )


GENERICS = {
    "arauto_any": [f"any_{rank}" for rank in RANKS],
    "arauto_any_in": [f"any_in_{rank}" for rank in RANKS],
}
