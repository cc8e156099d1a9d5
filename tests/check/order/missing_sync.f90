! RACE yes; pair missing_sync.f90:9 missing_sync.f90:11; images 2; SYNC ALL comes before the put alone
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], seen
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  if (this_image() == 2) then
    seen = x
    if (seen > 5) error stop
  end if
  sync all
end program p
