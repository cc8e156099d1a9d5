! RACE yes; pair initial.f90:7 initial.f90:8; images 2; an image changes an initial value that another one reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(3)[*] = [7, 8, 9], seen
  if (this_image() == 1) seen = x(2)[2]
  if (this_image() == 2) x(2) = 5
  sync all
  if (this_image() == 1 .and. seen > 8) error stop
end program p
