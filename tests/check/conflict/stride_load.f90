! RACE yes; pair stride_load.f90:10 stride_load.f90:12; images 2; the owner reads an element of a section that is being put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(9)[*], seen
  a = 0
  sync all
  if (this_image() == 1) then
    a(1:9:2)[2] = 5
  else
    seen = a(3)
    if (seen > 5) error stop
  end if
  sync all
end program p
