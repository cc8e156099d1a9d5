! RACE no; images 2; rounds take two buffers in turn
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x(0:1)[*], i, total
  x = 0
  total = 0
  sync all
  do i = 1, 6
    if (this_image() == 1) x(mod(i, 2))[2] = i
    sync all
    if (this_image() == 2) total = total + x(mod(i, 2))
  end do
  sync all
  if (this_image() == 2 .and. total /= 21) error stop
end program p
