! RACE yes; pair wrong_pair.f90:9 wrong_pair.f90:12; images 3; SYNC IMAGES with another image than that which puts
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  if (this_image() == 2) then
    sync images (3)
    seen = x
    if (seen > 5) error stop
  end if
  if (this_image() == 3) sync images (2)
  sync all
end program p
