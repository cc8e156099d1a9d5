! RACE yes; pair put_load.f90:10 put_load.f90:12; images 2; the owner reads what another image puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
  else
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
