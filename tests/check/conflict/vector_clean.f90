! RACE no; images 2; a vector subscript names other elements than the owner reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(9)[*], at(3), seen
  a = 0
  at = [1, 7, 4]
  sync all
  if (this_image() == 1) then
    a(at)[2] = [5, 6, 7]
  else
    seen = a(5)
    if (seen /= 0) error stop
  end if
  sync all
end program p
