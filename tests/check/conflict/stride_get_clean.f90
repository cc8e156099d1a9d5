! RACE no; images 2; the owner writes between the elements of a section that is being got
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  real :: a(9)[*], b(3)
  a = 1
  sync all
  if (this_image() == 1) then
    b = a(2:8:3)[2]
    if (b(1) > 1) error stop
  else
    a(6) = 2
  end if
  sync all
end program p
