! RACE yes; pair self_sync.f90:9 self_sync.f90:12; images 2; SYNC IMAGES of an image with itself
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  sync images (this_image())
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
