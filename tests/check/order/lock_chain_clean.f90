! RACE no; images 2; an event that is posted within a lock tells of what came before the lock
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type, event_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  type(event_type) :: came[*]
  x = 0
  sync all
  if (this_image() == 1) then
    x[2] = 5
    lock (door[1])
    event post (came[2])
    unlock (door[1])
  else
    event wait (came)
    if (x /= 5) error stop
  end if
  sync all
end program p
