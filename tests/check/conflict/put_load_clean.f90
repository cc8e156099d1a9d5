! RACE no; images 2; the owner reads after SYNC ALL what another image has put
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  if (this_image() == 1) x[2] = 5
  sync all
  if (this_image() == 2 .and. x /= 5) error stop
end program p
