! RACE no; images 4; LOCK
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  x = 0
  sync all
  lock (door[1])
  x[1] = x[1] + 1
  unlock (door[1])
  sync all
  if (this_image() == 1 .and. x /= 4) error stop
end program p
