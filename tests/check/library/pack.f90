! RACE yes; pair pack.f90:11 pack.f90:13; images 2; PACK reads it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(8)[*], b(8)
  a = 1
  b = 0
  sync all
  if (this_image() == 1) then
    a(4)[2] = 5
  else
    b = pack(a, a > 0, b)
  end if
  sync all
  if (b(1) < 0) error stop
end program p
