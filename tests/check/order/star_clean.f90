! RACE no; images 4; SYNC IMAGES with all, of one image
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(4)[*]
  x = 0
  sync all
  x(this_image())[1] = this_image()
  if (this_image() == 1) then
    sync images (*)
    if (sum(x) /= 10) error stop
  else
    sync images (1)
  end if
  sync all
end program p
