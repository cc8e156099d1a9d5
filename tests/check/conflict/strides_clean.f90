! RACE no; images 3; even and odd elements
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: a(10)[*]
  a = 0
  sync all
  if (this_image() == 2) a(1:10:2)[1] = 2
  if (this_image() == 3) a(2:10:2)[1] = 3
  sync all
  if (this_image() == 1 .and. (a(1) /= 2 .or. a(10) /= 3)) error stop
end program p
