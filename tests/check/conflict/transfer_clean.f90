! RACE no; images 3; a transfer between two other images, of which one reads its source
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*], seen
  a = 0
  b = this_image()
  sync all
  if (this_image() == 1) a(:)[2] = b(:)[3]
  if (this_image() == 3) then
    seen = b(2)
    if (seen /= 3) error stop
  end if
  sync all
  if (this_image() == 2 .and. a(1) /= 3) error stop
end program p
