# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of module `arauto_translated` for accesses that one local section does not describe:
vector subscripts."""

from __future__ import annotations

VECTORS = range(1, 8)
NAMES = ", ".join(f"at{i}" for i in VECTORS)
DUMMIES = f"type(*), intent(in), optional :: {', '.join(f'at{i}(..)' for i in VECTORS)}"

INTERFACES = f"""\
    subroutine arauto_put_at(a, image, value, {NAMES}, stat) &
      bind(c, name="arauto_shim_put_at")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..)
      {DUMMIES}
      integer(c_int), intent(inout), optional :: stat
    end subroutine
    pure subroutine arauto_pure_put_at(a, image, value, {NAMES}, stat) &
      bind(c, name="arauto_shim_pure_put_at")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..)
      {DUMMIES}
      integer(c_int), intent(inout), optional :: stat
    end subroutine
    pure subroutine arauto_get_at(to, image, a, {NAMES}, stat) &
      bind(c, name="arauto_shim_get_at")
      import :: c_int
      type(*), intent(inout) :: to(..)
      integer(c_int), value :: image
      type(*), intent(in) :: a(..)
      {DUMMIES}
      integer(c_int), intent(inout), optional :: stat
    end subroutine
    pure subroutine get_packed(to, image, a, {NAMES}) bind(c, name="arauto_shim_get_packed")
      import :: arauto_description, c_int
      type(*), intent(inout) :: to(..)
      integer(c_int), value :: image
      type(arauto_description), intent(in) :: a
      {DUMMIES}
    end subroutine
    subroutine arauto_put_masked(a, image, value, mask, stat) &
      bind(c, name="arauto_shim_put_masked")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..), mask(..)
      integer(c_int), intent(inout), optional :: stat
    end subroutine
    subroutine arauto_put_later(a, image, value) bind(c, name="arauto_shim_put_later")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..)
    end subroutine
    subroutine arauto_put_now() bind(c, name="arauto_shim_put_now")
    end subroutine
    pure function arauto_pure_shadow(a, image, may_fail) bind(c, name="arauto_shim_pure_shadow")
      import :: c_int, c_ptr
      type(*), intent(in) :: a(..)
      integer(c_int), value :: image
      integer(c_int), intent(in), optional :: may_fail
      type(c_ptr) :: arauto_pure_shadow
    end function
    pure subroutine arauto_pure_put(a, image, value, stat) bind(c, name="arauto_shim_pure_put")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..)
      integer(c_int), intent(inout), optional :: stat
    end subroutine
"""


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
