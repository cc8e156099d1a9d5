! RACE yes; pair get_store.f90:10 get_store.f90:13; images 2; the owner writes what another image gets
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y
  x = 1
  sync all
  if (this_image() == 1) then
    y = x[2]
    if (y > 7) error stop
  else
    x = 7
  end if
  sync all
end program p
