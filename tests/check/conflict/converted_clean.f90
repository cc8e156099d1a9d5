! RACE no; images 2; a get that converts its elements, of what the owner reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(6)[*], seen
  real(8) :: b(6)
  a = this_image()
  sync all
  if (this_image() == 1) then
    b = a(:)[2]
    if (b(6) /= 2) error stop
  else
    seen = a(5)
    if (seen /= 2) error stop
  end if
  sync all
end program p
