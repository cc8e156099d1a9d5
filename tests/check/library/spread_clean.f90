! RACE no; images 2; SPREAD reads it behind SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(8)[*], b(3, 8)
  a = 1
  b = 0
  sync all
  if (this_image() == 1) then
    a(4)[2] = 5
  end if
  sync all
  if (this_image() == 2) then
    b = spread(a, 1, 3)
  end if
  sync all
  if (b(1, 1) < 0) error stop
end program p
