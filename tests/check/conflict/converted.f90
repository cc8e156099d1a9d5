! RACE yes; pair converted.f90:12 converted.f90:14; images 2; a put that converts its elements
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real(8) :: a(6)[*], seen
  integer :: b(6)
  a = 0
  b = 3
  sync all
  if (this_image() == 1) then
    a(:)[2] = b
  else
    seen = a(5)
    if (seen > 3) error stop
  end if
  sync all
end program p
