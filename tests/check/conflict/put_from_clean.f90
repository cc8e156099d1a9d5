! RACE no; images 3; an image puts from its own coarray, which another one reads
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(4)[*], b(4)[*], seen
  a = this_image()
  b = 0
  sync all
  if (this_image() == 1) b(:)[2] = a(:)
  if (this_image() == 3) then
    seen = a(3)[1]
    if (seen /= 1) error stop
  end if
  sync all
  if (this_image() == 2 .and. b(3) /= 1) error stop
end program p
