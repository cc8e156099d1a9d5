! RACE yes; pair two_bytes.f90:11 two_bytes.f90:13; images 2; elements of two bytes, all of them put, one read
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: int16
  implicit none
  integer(int16) :: b(7)[*], seen
  b = 0_int16
  sync all
  if (this_image() == 1) then
    b(2:6)[2] = 5_int16
  else
    seen = b(6)
    if (seen > 5) error stop
  end if
  sync all
end program p
