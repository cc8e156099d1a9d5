! RACE yes; pair star_of_others.f90:12 star_of_others.f90:17; images 3;
! SYNC IMAGES with all orders the one image and each other, not the others among themselves
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) sync images (*)
  if (this_image() == 2) then
    x[3] = 5
    sync images (1)
  end if
  if (this_image() == 3) then
    sync images (1)
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
