! RACE yes; pair atomic_get.f90:10 atomic_get.f90:12; images 3; an atomic, and a get of a third image
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: c[*], seen
  c = 0
  sync all
  if (this_image() == 2) call atomic_add(c[1], 1)
  if (this_image() == 3) then
    seen = c[1]
    if (seen > 1) error stop
  end if
  sync all
end program p
