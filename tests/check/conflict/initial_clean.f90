! RACE no; images 2; initial values are there before any image begins
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(3)[*] = [7, 8, 9], seen
  seen = x(2)[3 - this_image()]
  if (seen /= 8) error stop
  sync all
end program p
