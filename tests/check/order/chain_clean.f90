! RACE no; images 3; SYNC IMAGES along a chain
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[3] = 5
    sync images (2)
  else if (this_image() == 2) then
    sync images (1)
    sync images (3)
  else
    sync images (2)
    if (x /= 5) error stop
  end if
  sync all
end program p
