! RACE no; images 3; CRITICAL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = 0
  sync all
  critical
    x[1] = x[1] + 1
  end critical
  sync all
  if (this_image() == 1 .and. x /= 3) error stop
end program p
