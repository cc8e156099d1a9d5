! RACE yes; pair only_memory.f90:9 only_memory.f90:12; images 2; SYNC MEMORY without anything that tells the other image
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  sync memory
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
