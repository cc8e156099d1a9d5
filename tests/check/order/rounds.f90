! RACE yes; pair rounds.f90:11 rounds.f90:13; images 2; the next round's put comes over this round's read
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*], i, total
  x = 0
  total = 0
  sync all
  do i = 1, 3
    if (this_image() == 1) x[2] = i
    sync all
    if (this_image() == 2) total = total + x
  end do
  sync all
  if (total > 9) error stop
end program p
