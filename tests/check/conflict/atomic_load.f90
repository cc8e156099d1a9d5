! RACE yes; pair atomic_load.f90:11 atomic_load.f90:13; images 2; an atomic, and a plain read by the owner
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: c[*], seen
  c = 0
  sync all
  if (this_image() == 2) then
    call atomic_define(c[1], 1)
  else
    seen = c
    if (seen > 1) error stop
  end if
  sync all
end program p
