! RACE yes; pair reshape.f90:11 reshape.f90:13; images 2; RESHAPE reads it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(6)[*], b(3, 2)
  a = 1
  b = 0
  sync all
  if (this_image() == 1) then
    a(4)[2] = 5
  else
    b = reshape(a, [3, 2], order=[2, 1])
  end if
  sync all
  if (b(1, 1) < 0) error stop
end program p
