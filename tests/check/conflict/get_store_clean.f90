! RACE no; images 2; the owner writes after SYNC ALL what another image has got
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y
  x = 1
  sync all
  if (this_image() == 1) then
    y = x[2]
    if (y /= 1) error stop
  end if
  sync all
  if (this_image() == 2) x = 7
  sync all
end program p
