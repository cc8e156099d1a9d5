! RACE no; images 3; two parts of rows
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: m(5, 6)[*]
  m = 0
  sync all
  if (this_image() == 2) m(2:3, 1:3)[1] = 2
  if (this_image() == 3) m(2:3, 4:6)[1] = 3
  sync all
  if (this_image() == 1 .and. m(3, 1) /= 2) error stop
end program p
