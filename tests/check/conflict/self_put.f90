! RACE yes; pair self_put.f90:10 self_put.f90:12; images 2; an image puts to itself, where another one puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[this_image()] = 5
  else
    x[1] = 6
  end if
  sync all
end program p
