! RACE yes; pair chain_backwards.f90:10 chain_backwards.f90:17; images 3; SYNC IMAGES along a chain, in the wrong order
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) then
    x[3] = 5
    sync images (2)
  else if (this_image() == 2) then
    sync images (3)
    sync images (1)
  else
    sync images (2)
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
