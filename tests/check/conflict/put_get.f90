! RACE yes; pair put_get.f90:9 put_get.f90:11; images 3; one image puts what another one gets from a third
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y
  x = 0
  sync all
  if (this_image() == 1) x[3] = 4
  if (this_image() == 2) then
    y = x[3]
    if (y > 4) error stop
  end if
  sync all
end program p
