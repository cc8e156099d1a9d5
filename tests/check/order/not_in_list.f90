! RACE yes; pair not_in_list.f90:11 not_in_list.f90:14; images 4; SYNC IMAGES with a list in which an image is missing
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(4)[*], seen
  x = 0
  sync all
  if (this_image() == 1) then
    sync images ([2, 3])
    seen = x(4)
    if (seen > 4) error stop
  else
    x(this_image())[1] = this_image()
    if (this_image() < 4) sync images (1)
  end if
  sync all
end program p
