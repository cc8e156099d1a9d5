# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of module `arauto_translated` for accesses that one local section does not describe:
vector subscripts."""

from __future__ import annotations

from .shim_table import VECTORS

NAMES = ", ".join(VECTORS)
DUMMIES = f"type(*), intent(in), optional :: {', '.join(f'{name}(..)' for name in VECTORS)}"


def packed_value(short: str, declared: str, result: str) -> str:
    """The values of `count` elements, as an array of rank 1; `a` is one element, for its type."""
    return f"""\
  pure function packed_{short}(a, section, image, count, {NAMES}) result(r)
    {declared}, intent(in) :: a
    type(arauto_description), intent(in) :: section
    integer(c_int), intent(in) :: image, count
    {DUMMIES}
    {result} :: r(count)
    call get_packed(r, image, section, {NAMES})
  end function
"""
