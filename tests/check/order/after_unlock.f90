! RACE yes; pair after_unlock.f90:14 after_unlock.f90:18; images 2; the access comes behind UNLOCK
! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
program p
  use, intrinsic :: iso_fortran_env, only: lock_type, event_type
  implicit none
  integer :: x[*]
  type(lock_type) :: door[*]
  x = 0
  sync all
  if (this_image() == 1) then
    lock (door[1])
    unlock (door[1])
    x = 1
  else
    lock (door[1])
    unlock (door[1])
    x[1] = 2
  end if
  sync all
end program p
