! RACE no; images 2; CO_SUM of a coarray, and SYNC ALL before others put to it
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(3)[*]
  x = 1
  call co_sum(x)
  sync all
  if (this_image() == 1) x(2)[2] = 5
  sync all
  if (this_image() == 2 .and. x(2) /= 5) error stop
end program p
