! RACE yes; pair byte.f90:11 byte.f90:13; images 2; one byte
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: int8
  implicit none
  integer(int8) :: b(8)[*], seen
  b = 0_int8
  sync all
  if (this_image() == 1) then
    b(3)[2] = 5_int8
  else
    seen = b(3)
    if (seen > 5) error stop
  end if
  sync all
end program p
