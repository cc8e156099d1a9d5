! RACE no; images 3; CO_BROADCAST of a coarray, between two SYNC ALL
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  implicit none
  integer :: x[*]
  x = this_image()
  sync all
  call co_broadcast(x, 2)
  sync all
  if (x[1] /= 2) error stop
end program p
