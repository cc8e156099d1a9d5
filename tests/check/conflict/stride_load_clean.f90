! RACE no; images 2; the owner reads between the elements of a section that is being put
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
    seen = a(4)
    if (seen /= 0) error stop
  end if
  sync all
end program p
