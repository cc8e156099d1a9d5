! RACE no; images 2; the owner writes its own part, another image a part of a third array
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y[*]
  x = 0
  y = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
  else
    y = 6
  end if
  sync all
  if (x + y > 11) error stop
end program p
