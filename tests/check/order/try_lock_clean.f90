! RACE no; images 3; LOCK with ACQUIRED_LOCK
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  logical :: is_mine
  x = 0
  sync all
  do
    lock (door[1], acquired_lock=is_mine)
    if (is_mine) exit
  end do
  x[1] = x[1] + 1
  unlock (door[1])
  sync all
  if (this_image() == 1 .and. x /= 3) error stop
end program p
