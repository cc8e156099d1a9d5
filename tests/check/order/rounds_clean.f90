! RACE no; images 2; SYNC ALL before and behind each round's read
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
    sync all
  end do
  if (this_image() == 2 .and. total /= 6) error stop
end program p
