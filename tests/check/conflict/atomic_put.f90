! RACE yes; pair atomic_put.f90:10 atomic_put.f90:11; images 3; an atomic, and a put of a third image
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: c[*]
  c = 0
  sync all
  if (this_image() == 2) call atomic_add(c[1], 1)
  if (this_image() == 3) c[1] = 7
  sync all
end program p
