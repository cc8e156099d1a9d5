! RACE no; images 4; each image puts its part to the first, which adds them up
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: parts(4)[*], total
  total = 0
  parts(this_image())[1] = this_image()
  sync all
  if (this_image() == 1) total = sum(parts)
  sync all
  if (this_image() == 1 .and. total /= 10) error stop
end program p
