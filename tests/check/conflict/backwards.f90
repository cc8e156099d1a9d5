! RACE yes; pair backwards.f90:10 backwards.f90:12; images 2; a section with a negative stride
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(10)[*], seen
  a = 0
  sync all
  if (this_image() == 1) then
    a(10:2:-2)[2] = [5, 4, 3, 2, 1]
  else
    seen = a(2)
    if (seen > 5) error stop
  end if
  sync all
end program p
