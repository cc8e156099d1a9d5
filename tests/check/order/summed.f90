! RACE yes; pair summed.f90:11 summed.f90:14; images 2; CO_SUM of a coarray to which another image puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(3)[*], other(3)
  x = 1
  other = 1
  sync all
  if (this_image() == 1) then
    x(2)[2] = 5
    call co_sum(other)
  else
    call co_sum(x)
  end if
  sync all
end program p
