! RACE no; images 2; two bytes that are neighbours
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
    seen = b(4)
    if (seen /= 0) error stop
    b(2) = 1_int8
  end if
  sync all
end program p
