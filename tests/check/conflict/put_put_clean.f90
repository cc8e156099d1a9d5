! RACE no; images 3; SYNC ALL between the puts of two images
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 2) x[1] = 2
  sync all
  if (this_image() == 3) x[1] = 3
  sync all
  if (this_image() == 1 .and. x /= 3) error stop 'not the last'
end program p
