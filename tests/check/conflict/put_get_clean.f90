! RACE no; images 3; one image puts after SYNC ALL what another one has got from a third
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y
  x = 0
  sync all
  if (this_image() == 2) then
    y = x[3]
    if (y /= 0) error stop
  end if
  sync all
  if (this_image() == 1) x[3] = 4
  sync all
end program p
