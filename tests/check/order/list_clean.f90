! RACE no; images 4; SYNC IMAGES with a list
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(4)[*]
  x = 0
  sync all
  if (this_image() == 1) then
    sync images ([2, 3])
    if (x(2) /= 2 .or. x(3) /= 3) error stop
  else if (this_image() < 4) then
    x(this_image())[1] = this_image()
    sync images (1)
  end if
  sync all
end program p
