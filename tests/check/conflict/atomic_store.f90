! RACE yes; pair atomic_store.f90:11 atomic_store.f90:13; images 2; an atomic, and a plain assignment by the owner
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: c[*]
  c = 0
  sync all
  if (this_image() == 2) then
    call atomic_add(c[1], 1)
  else
    c = 7
  end if
  sync all
  if (this_image() == 1 .and. c < 1) error stop
end program p
