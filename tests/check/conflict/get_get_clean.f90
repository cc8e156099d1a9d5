! RACE no; images 3; all images read one element
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], y
  x = this_image()
  sync all
  y = x[1]
  if (y /= 1) error stop
  if (this_image() == 1 .and. x /= 1) error stop
  sync all
end program p
