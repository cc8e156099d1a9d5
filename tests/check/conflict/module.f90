! RACE yes; pair module.f90:23 module.f90:12; images 2; a coarray of a module, read in a procedure
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
module m
  implicit none
  integer :: shared(4)[*]
contains
  integer function total()
    integer :: i
    total = 0
    do i = 1, 4
      total = total + shared(i)
    end do
  end function total
end module m
program p
  use m
  implicit none
  integer :: seen
  shared = 1
  sync all
  if (this_image() == 1) then
    shared(2)[2] = 5
  else
    seen = total()
    if (seen > 8) error stop
  end if
  sync all
end program p
