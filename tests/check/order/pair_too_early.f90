! RACE yes; pair pair_too_early.f90:11 pair_too_early.f90:14; images 2; SYNC IMAGES before the put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) then
    sync images (2)
    x[2] = 5
  else
    sync images (1)
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
